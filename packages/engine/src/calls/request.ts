import type { CallRequest } from '@nonet/language';

/** Text of a queued request: the document's own, a value of the record, or a constant that is read when it is sent. */
export type QueuedText = readonly (string | { readonly value: string } | { readonly constant: string })[];

export type QueuedTree =
  | { readonly literal: string | number | boolean | null }
  | { readonly text: QueuedText }
  | { readonly array: readonly QueuedTree[] }
  | { readonly object: readonly (readonly [string, QueuedTree])[] };

/** A request as it waits in the outbox: complete but for the constants of the environment. */
export interface QueuedRequest {
  readonly method: CallRequest['method'];
  readonly origin: CallRequest['origin'];
  readonly path: QueuedText;
  readonly headers: readonly { readonly name: string; readonly value: QueuedText }[];
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

/** Puts the environment's constants in. Values of records stand percent-encoded, so that none of them can leave its place. */
export function completeRequest(request: QueuedRequest, constant: (name: string) => string): BuiltRequest {
  const origin = request.origin.kind === 'literal' ? request.origin.value : constant(request.origin.name);
  const path = request.path
    .map((part) =>
      typeof part === 'string' ? part : encodeURIComponent('value' in part ? part.value : constant(part.constant)),
    )
    .join('');
  const base = new URL(origin);
  const url = new URL(`${base.origin}${base.pathname.replace(/\/$/, '')}${path}`);
  if (url.origin !== base.origin) throw new Error(`A request would leave ${base.origin}.`);
  const text = (parts: QueuedText) =>
    parts
      .map((part) => (typeof part === 'string' ? part : 'value' in part ? part.value : constant(part.constant)))
      .join('');
  const tree = (node: QueuedTree): unknown => {
    if ('literal' in node) return node.literal;
    if ('text' in node) return text(node.text);
    if ('array' in node) return node.array.map(tree);
    return Object.fromEntries(node.object.map(([name, value]) => [name, tree(value)]));
  };
  const headers = Object.fromEntries(request.headers.map((header) => [header.name.toLowerCase(), text(header.value)]));
  return {
    method: request.method,
    url,
    headers,
    body: request.body === null ? null : JSON.stringify(tree(request.body)),
  };
}
