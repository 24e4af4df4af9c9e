import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { OutboundCall, Recipients } from '../../../model/outbound-calls.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { around, type Part, splitList } from '../words.ts';

/** `User where "clerk" in roles`: an entity, and not a field or a constant. */
const QUERY = /^[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*(?:\s|$)|\swhere\s/;

/** The kinds of messages that people get; a notice gets only to users. */
export type MessageKind = Exclude<OutboundCall['kind'], 'request'>;

/** Reads `member, branch.email, User where "clerk" in roles`. Null if none of them can be read; mistakes are reported. */
export function readRecipients(
  context: Context,
  cell: Cell,
  scope: Scope,
  what: MessageKind,
): readonly Recipients[] | null {
  const read = splitList(cell).map((item) => readOne(context, item, scope, what));
  const found = read.filter((each) => each !== null);
  return found.length === read.length ? found : null;
}

function readOne(context: Context, item: Part, scope: Scope, what: MessageKind): Recipients | null {
  if (QUERY.test(item.text)) return readList(context, item, scope, what);
  const expression = context.expression(item, scope, null);
  if (expression === null || expression.type.kind === 'unknown') return null;
  const { type } = expression;
  if (type.kind === 'record' && type.entity === 'User') return { kind: 'user', user: expression };
  // Whoever has this address is known, and so is what they may read.
  if (expression.kind === 'field' && expression.field === 'email' && isUser(expression.of.type))
    return { kind: 'user', user: expression.of };
  if (type.kind === 'text' && what === 'mail') return { kind: 'address', address: expression };
  if (type.kind === 'list' && isUser(type.of)) return readList(context, item, scope, what);
  context.report('N754', CALLS_CODES.N754, { text: item.text, what }, item.span);
  return null;
}

function readList(context: Context, item: Part, scope: Scope, what: MessageKind): Recipients | null {
  const query = context.expression(around('first(', item, ')'), scope, null);
  if (query?.kind !== 'query') return null;
  if (query.source.entity === 'User') return { kind: 'users', users: query };
  context.report('N754', CALLS_CODES.N754, { text: item.text, what }, item.span);
  return null;
}

function isUser(type: { readonly kind: string; readonly entity?: string }): boolean {
  return type.kind === 'record' && type.entity === 'User';
}
