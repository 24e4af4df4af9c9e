import type { CallRequest } from '@nonet/language';

/** Text of a queued call: the document's own, a value of the record, or a constant that is read when it is sent. */
export type QueuedText = readonly (string | { readonly value: string } | { readonly constant: string })[];

/** Text of a queued request, which may also have a path of the product, behind its origin when it is sent. */
export type RequestText = readonly (QueuedText[number] | { readonly returnTo: string })[];

export type QueuedTree =
  | { readonly literal: string | number | boolean | null }
  | { readonly text: RequestText }
  | { readonly array: readonly QueuedTree[] }
  | { readonly object: readonly (readonly [string, QueuedTree])[] };

/** A request as it waits in the outbox: complete but for the constants of the environment. */
export interface QueuedRequest {
  readonly method: CallRequest['method'];
  readonly origin: CallRequest['origin'];
  readonly path: RequestText;
  readonly headers: readonly { readonly name: string; readonly value: RequestText }[];
  readonly body: QueuedTree | null;
}

/** A request ready to send. */
export interface BuiltRequest {
  readonly method: CallRequest['method'];
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The environment lacks what the call needs: it waits. */
export class MissingConstant extends Error {
  readonly constant: string;

  constructor(constant: string, variable: string) {
    super(`${constant} is not set: the environment variable ${variable} is missing.`);
    this.name = 'MissingConstant';
    this.constant = constant;
  }
}

/** Nobody has said at which address browsers reach the product: a call that names the way back waits. */
export class MissingOrigin extends Error {
  override readonly name = 'MissingOrigin';

  constructor() {
    super('The address of the product is not stated: --public-origin says where a service sends the browser back.');
  }
}

/** A record's values make a request that can't be sent, however often it is tried. */
export class UnsendableRequest extends Error {
  override readonly name = 'UnsendableRequest';
}

/** Read as "here" or "above" by every reader of addresses, percent-encoded or not. */
const DOTS = /^(?:\.|%2e){1,2}$/i;
/** Characters that no header can hold: control characters, including line ends. */
const UNHEADED = /[^\t\x20-\x7e\u0080-\uffff]/;

/**
 * Inserts the environment's constants. Values of records are percent-encoded, so that none can break out of its place.
 * @throws {MissingConstant}
 * @throws {UnsendableRequest} for a value that can't be part of a path or header
 */
export function completeRequest(
  request: QueuedRequest,
  constant: (name: string) => string,
  publicOrigin: () => string | null = () => null,
): BuiltRequest {
  const filled = (part: Exclude<RequestText[number], string>): string => {
    if ('value' in part) return part.value;
    if ('constant' in part) return constant(part.constant);
    const own = publicOrigin();
    if (own === null) throw new MissingOrigin();
    return `${own}${part.returnTo}`;
  };
  const origin = request.origin.kind === 'literal' ? request.origin.value : constant(request.origin.name);
  const path = request.path
    .map((part) => (typeof part === 'string' ? part : encodeURIComponent(filled(part))))
    .join('');
  if ((path.split(/[?#]/)[0] ?? '').split('/').some((segment) => DOTS.test(segment)))
    throw new UnsendableRequest('A value would lead to another path than the one that is stated.');
  const base = new URL(origin);
  const url = new URL(`${base.origin}${base.pathname.replace(/\/$/, '')}${path}`);
  if (url.origin !== base.origin) throw new Error(`A request would leave ${base.origin}.`);
  const text = (parts: RequestText) => parts.map((part) => (typeof part === 'string' ? part : filled(part))).join('');
  const tree = (node: QueuedTree): unknown => {
    if ('literal' in node) return node.literal;
    if ('text' in node) return text(node.text);
    if ('array' in node) return node.array.map(tree);
    return Object.fromEntries(node.object.map(([name, value]) => [name, tree(value)]));
  };
  const headers = Object.fromEntries(request.headers.map((header) => [header.name.toLowerCase(), text(header.value)]));
  const unheaded = Object.entries(headers).find(([, value]) => UNHEADED.test(value));
  if (unheaded !== undefined)
    throw new UnsendableRequest(
      `The header ${unheaded[0]} would hold what no header can: a line end, or another control character.`,
    );
  return {
    method: request.method,
    url,
    headers,
    body: request.body === null ? null : JSON.stringify(tree(request.body)),
  };
}
