import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import { EXPRESSION_CODES } from '../../../diagnostics/codes/expressions.ts';
import type { Extras } from '../../../diagnostics/diagnose.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Template } from '../../../expression/tree.ts';
import type { CallRequest } from '../../../model/outbound-calls.ts';
import type { Constant } from '../../../model/constants.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { constantsOf, expressionsOf } from '../walk.ts';
import { replacement } from '../replacement.ts';
import { type Part, part } from '../words.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Headers that the product sets itself: the transport's, and the key that makes a repeated call harmless. */
const OWN_HEADERS = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'idempotency-key',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]);

/** Reads `POST {BILLING_URL}/claims/{number}`. Null if it can't be made, which is reported (or a gap of point 9). */
export function readRequest(
  context: Context,
  cell: Cell,
  scope: Scope,
  constants: readonly Constant[],
): Omit<CallRequest, 'headers' | 'body'> | null {
  const refuse = (why: DetailsOf<'N705'>['why'], details: Extras = {}): null => {
    context.report('N705', CALLS_CODES.N705, { text: cell.text, why }, cell.span, details);
    return null;
  };
  const match = /^(\S+)\s+(\S[\s\S]*)$/.exec(cell.text);
  if (!match?.[1] || !match[2]) return refuse('form');
  const word = match[1];
  const method = METHODS.find((known) => known === word);
  if (method === undefined) {
    const offered = nearest(word.toUpperCase(), METHODS);
    return refuse(
      { because: 'notAMethod', word, nearest: offered },
      replacement(part(cell, 0, word.length).span, offered),
    );
  }
  const address = part(cell, cell.text.length - match[2].length, cell.text.length);
  const split = splitOrigin(context, address, constants);
  if (split === null) return null;
  if (typeof split === 'string' || 'because' in split) return refuse(split);
  const path = split.path.text === '' ? [] : context.template(split.path, scope);
  if (path === null) return null;
  for (const expression of expressionsOf(path)) {
    for (const name of constantsOf(expression)) {
      if (constants.some((constant) => constant.name === name && constant.value.kind === 'secret')) {
        context.report('N706', CALLS_CODES.N706, { name }, split.path.span);
        return null;
      }
    }
  }
  return { method, origin: split.origin, path };
}

/** The origin and the rest; a reason if the address is ill-formed, null if its constant is not shown. */
function splitOrigin(
  context: Context,
  address: Part,
  constants: readonly Constant[],
): { origin: CallRequest['origin']; path: Part } | DetailsOf<'N705'>['why'] | null {
  const named = /^\{\s*([A-Za-z_]\w*)\s*\}/.exec(address.text);
  const rest = (length: number): Part => part(address, length, address.text.length);
  if (named?.[1] !== undefined) {
    const [whole, name = ''] = named;
    const constant = constants.find((other) => other.name === name);
    if (!constant && context.schema.constantsAreOpen) return null;
    if (!constant && !/^[A-Z]/.test(name)) return 'origin';
    if (!constant) {
      const offered = nearest(
        name,
        constants.map((other) => other.name),
      );
      const { span } = part(address, whole.indexOf(name), whole.indexOf(name) + name.length);
      context.report('N055', EXPRESSION_CODES.N055, { name: name, nearest: offered }, span, replacement(span, offered));
      return null;
    }
    const path = rest(whole.length);
    if (!beginsPath(path)) return 'path';
    switch (constant.value.kind) {
      case 'open':
        return null;
      case 'env':
        return { origin: { kind: 'constant', name: constant.name }, path };
      case 'secret':
        return { because: 'secretOrigin', name };
      case 'literal': {
        const value = typeof constant.value.value === 'string' ? constant.value.value : '';
        return isOrigin(value) ? { origin: { kind: 'literal', value }, path } : { because: 'notAnOrigin', name };
      }
    }
  }
  const literal = /^https?:\/\/[^/?#{}\s]+/.exec(address.text)?.[0];
  if (literal === undefined || !isOrigin(literal)) {
    return 'origin';
  }
  const path = rest(literal.length);
  if (!beginsPath(path)) return 'pathOfLiteral';
  return { origin: { kind: 'literal', value: literal }, path };
}

function beginsPath(path: Part): boolean {
  return path.text === '' || path.text.startsWith('/') || path.text.startsWith('?');
}

function isOrigin(text: string): boolean {
  return /^https?:\/\/(?:[A-Za-z0-9-]+\.)*[A-Za-z0-9-]+(?::\d{1,5})?$/.test(text);
}

/** Reads headers, one a line: `authorization: Bearer {TOKEN}`. */
export function readHeaders(context: Context, cell: Cell, scope: Scope): CallRequest['headers'] {
  const headers: { name: string; value: Template }[] = [];
  let start = 0;
  for (const text of cell.text.split('\n')) {
    const line = part(cell, start, start + text.length);
    start += text.length + 1;
    if (line.text === '') continue;
    const refuse = (why: DetailsOf<'N707'>['why']) =>
      context.report('N707', CALLS_CODES.N707, { text: line.text, why }, line.span);
    const colon = line.text.indexOf(':');
    const name = line.text.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (colon < 0) refuse('form');
    else if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) refuse({ because: 'notAName', name });
    else if (OWN_HEADERS.has(name)) refuse({ because: 'ofProduct', name });
    else if (headers.some((header) => header.name === name)) refuse({ because: 'twice', name });
    else {
      const value = context.template(part(line, colon + 1, line.text.length), scope);
      if (value) headers.push({ name, value });
    }
  }
  return headers;
}
