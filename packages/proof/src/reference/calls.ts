import type { Expression, JsonTemplate, OutboundCall, Template } from '@nonet/language';
import { type Transaction, namesAt, type Touched } from './transaction.ts';
import { moneyPlaces } from './digits.ts';
import { recordsOf } from './effects.ts';
import { evaluate, holds, type Variables } from './evaluate.ts';
import type { ExpectedCall } from './expected-call.ts';
import { ORIGIN } from './exact/request.ts';
import { linkTo, mailsOn, noticesOn } from './mails.ts';
import { plain } from './plain.ts';
import { toScale } from './assigned.ts';
import type { World } from './world.ts';

/** The calls that a transaction queues, with their payloads as its records are at its end. */
export function queuedCalls(transaction: Transaction): ExpectedCall[] {
  return [...transaction.touched.values()].flatMap((touched) =>
    transaction.lookup.plan.calls.flatMap((call) =>
      call.when
        .filter((cause) => cause.entity === touched.entity && isCause(touched, cause.event))
        .flatMap((cause) => {
          const names = namesOf(transaction, touched, cause.event);
          if (cause.condition !== null && !holds(transaction.world, cause.condition, names)) return [];
          return callsOn(
            transaction.world,
            call,
            touched.id,
            names,
            touched.deleted ? transaction.before : transaction.world,
          );
        }),
    ),
  );
}

function isCause(touched: Touched, event: string): boolean {
  if (touched.deleted) return event === 'delete';
  return touched.action !== 'restore' && touched.causes.has(event);
}

function namesOf(transaction: Transaction, touched: Touched, event: string): Record<string, unknown> {
  const names: Record<string, unknown> = { ...namesAt(transaction, touched.id), event };
  // The history of a deleted record has its values before.
  return touched.deleted ? { ...names, this: transaction.before.view(touched.id) } : names;
}

/**
 * The calls of one cause: one call, or one for each record of the list that the call names, in the list's order.
 * `listed`: the world in which the list is read.
 */
export function callsOn(
  world: World,
  call: OutboundCall,
  record: string,
  names: Variables,
  listed: World = world,
): ExpectedCall[] {
  const { forEach, request, mail } = call;
  const made = (given: Variables): readonly ExpectedCall[] => {
    if (mail !== null) return (call.kind === 'notice' ? noticesOn : mailsOn)(world, call, mail, record, given);
    // Calls to an origin that the document states would leave the machine: they are held back, so that none is answered.
    return request === null || request.origin.kind === 'literal' ? [] : [build(world, call, request, record, given)];
  };
  if (forEach === null) return [...made(names)];
  return recordsOf(listed, forEach, names, false).flatMap((id) =>
    made({ ...names, [forEach.variable]: listed.view(id) }),
  );
}

function build(
  world: World,
  call: OutboundCall,
  request: NonNullable<OutboundCall['request']>,
  record: string,
  names: Variables,
): ExpectedCall {
  const all = { ...names, return_url: returnAddress(world, call, record) };
  const value = (expression: Expression): unknown => wire(evaluate(world, expression, all), expression);
  const text = (template: Template, encode: (part: string) => string = String) =>
    template.map((part) => (typeof part === 'string' ? part : encode(asText(value(part))))).join('');
  const tree = (node: JsonTemplate): unknown => {
    switch (node.kind) {
      case 'literal':
        return node.value;
      case 'value':
        return value(node.expression);
      case 'text':
        return text(node.template);
      case 'array':
        return node.items.map(tree);
      case 'object':
        return Object.fromEntries(node.members.map((member) => [member.name, tree(member.value)]));
    }
  };
  return {
    call: call.name,
    clause: call.clause,
    record,
    method: request.method,
    origin: request.origin,
    path: text(request.path, encoded),
    // HTTP keeps no space at the ends of a header.
    headers: Object.fromEntries(
      request.headers.map((header) => [header.name.toLowerCase(), text(header.value).trim()]),
    ),
    body: request.body === null ? null : tree(request.body),
    secret: call.signedWith === null ? null : plain(world.lookup.constants[call.signedWith]),
  };

  function wire(result: unknown, { type }: Expression): unknown {
    if (result === null || result === undefined) return null;
    if (typeof result === 'object' && 'id' in result) return result.id;
    if (type.kind === 'money') return toScale(plain(result), moneyPlaces(type.currency, world.lookup.plan.settings));
    return type.kind === 'decimal' && type.scale !== null ? toScale(plain(result), type.scale) : result;
  }
}

/** The address of a screen of the product, to which the service sends the browser back (7, `returns to`). */
function returnAddress(world: World, { returnsTo }: OutboundCall, record: string): string | null {
  if (returnsTo === null) return null;
  if (returnsTo.kind === 'screen') return `${ORIGIN}${returnsTo.route}`;
  return linkTo(world, null, world.view(record));
}

function asText(value: unknown): string {
  return value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

const SYMBOL = /(@[A-Za-z]\w*:\d+)/;

/** A value in an address. A symbolic id is left as it is: the id that replaces it needs no encoding. */
function encoded(value: string): string {
  return value
    .split(SYMBOL)
    .map((part) => (SYMBOL.test(part) ? part : encodeURIComponent(part)))
    .join('');
}
