import { randomUUID } from 'node:crypto';
import type { CallCause, Expression, JsonTemplate, OutboundCall, Query, Template, Type } from '@nonet/language';
import { withVariables } from '../sql/context.ts';
import { compileCondition, compileExpression, compileRecords } from '../sql/expression.ts';
import { actorKey, perform, type Touched, type Write } from '../run/write.ts';
import { wireId } from '../run/values/number-id.ts';
import { openSecret } from '../encryption/secret-fields.ts';
import { writeMails } from '../mails/write-mails.ts';
import { giveNotices } from '../notices/give-notices.ts';
import { isDeferred, isEvent, isReturn } from './deferred.ts';
import { returnAddress } from './return-address.ts';
import { insertCall } from './insert-call.ts';
import type { QueuedRequest, QueuedTree, RequestText } from './request.ts';
import { type CallSubject, eachVariable, onSubject, subjectKey, subjectSlots } from './subject.ts';
import { wireValue } from './wire-value.ts';

/**
 * Queues the outbound calls that this transaction causes, with payloads from its records in their present state (7).
 */
export async function queueCalls(write: Write): Promise<void> {
  for (const touched of write.touched.values()) {
    for (const call of write.index.plan.calls) {
      // Values that a call's own answer sets do not cause the call again.
      if (write.under.includes(call.clause)) continue;
      for (const cause of call.when) {
        if (cause.entity !== touched.entity || !isCause(touched, cause.event)) continue;
        await queueCall(write, touched, call, cause);
      }
    }
  }
}

function isCause(touched: Touched, event: string): boolean {
  if (touched.deleted) return event === 'delete';
  return touched.action !== 'restore' && touched.causes.has(event);
}

/** Queues one call about a record, or one for each of the records of its list. */
export async function queueCall(
  write: Write,
  touched: CallSubject,
  call: OutboundCall,
  cause: CallCause,
): Promise<void> {
  if (call.request === null && call.mail === null) {
    // A call whose request is open is not made, and neither is a mail or a notice whose words are.
    write.hits.add(call.gap ?? call.clause);
    return;
  }
  const queue = call.kind === 'request' ? queueRequest : queueMails;
  if (call.forEach === null) return queue(write, touched, call, cause, null);
  for (const each of await listed(write, touched, call.forEach, call)) await queue(write, touched, call, cause, each);
}

/** The records of the list that a call is made for each of, in its order. */
async function listed(write: Write, touched: CallSubject, list: Query, call: OutboundCall): Promise<readonly string[]> {
  const rows = await perform<{ id: string }>(
    write,
    `call ${call.name} for each ${touched.entity} ${actorKey(write)} ${subjectKey(write, touched)}`,
    (parameters) => {
      parameters.carryOut(call.clause);
      return onSubject(write, touched, parameters, (context) => ({
        select: 'found.id',
        joined: `cross join lateral (${compileRecords(list, context, false)}) found`,
        order: 'order by found.place',
      }));
    },
    subjectSlots(write, touched),
  );
  return rows.map(({ id }) => id);
}

async function queueRequest(
  write: Write,
  touched: CallSubject,
  call: OutboundCall,
  cause: CallCause,
  each: string | null,
): Promise<void> {
  const built = await buildRequest(write, touched, call, cause, each);
  if (built === null) return;
  await insertCall(write, call, { ...touched, event: cause.event }, built);
}

/** A mail for each of its recipients; a notice for each of them, and a mail for those who want it by mail as well. */
async function queueMails(
  write: Write,
  touched: CallSubject,
  call: OutboundCall,
  cause: CallCause,
  each: string | null,
): Promise<void> {
  if (call.mail === null) return;
  const writing = { write, subject: touched, mail: call.mail, cause, each };
  const mails = await (call.kind === 'notice' ? giveNotices({ ...writing, call }) : writeMails({ ...writing, call }));
  for (const mail of mails) await insertCall(write, call, { ...touched, event: cause.event }, mail);
}

/**
 * The request with every value of the record in it; constants of the environment stay named until it is sent. Null if
 * its condition doesn't hold.
 */
async function buildRequest(
  write: Write,
  touched: CallSubject,
  call: OutboundCall,
  cause: CallCause,
  each: string | null,
): Promise<QueuedRequest | null> {
  const { request } = call;
  if (request === null) return null;
  const expressions = new Map<Expression, number>();
  const collect = (expression: Expression) => {
    if (
      !isDeferred(write.index, expression) &&
      !isEvent(expression) &&
      !isReturn(expression) &&
      !expressions.has(expression)
    )
      expressions.set(expression, expressions.size);
  };
  for (const expression of requestExpressions(request)) collect(expression);
  // No value of a record can imitate it.
  const mark = randomUUID();
  const [row] = await perform(
    write,
    `call ${call.name} ${cause.entity} ${cause.event} ${call.when.indexOf(cause)} ${actorKey(write)} ${subjectKey(write, touched)}`,
    (parameters) =>
      onSubject(write, touched, parameters, (subject) => {
        parameters.carryOut(call.clause);
        const context = {
          ...withVariables(subject, eachVariable(parameters, call, touched.deleted)),
          secretMark: parameters.slot('mark', 'text'),
        };
        const condition = cause.condition === null ? 'true' : compileCondition(cause.condition, context);
        const values = [...expressions].map(
          ([expression, place]) => `${compileExpression(expression, context)} as value_${place}`,
        );
        return { select: [`${condition} as holds`, ...values].join(', ') };
      }),
    { ...subjectSlots(write, touched), each, mark },
  );
  if (row === undefined || row.holds !== true) return null;
  for (const [name, stored] of Object.entries(row)) row[name] = await withoutMarks(write, stored, mark);

  const back = await returnAddress(write, touched, call);
  const value = (expression: Expression) =>
    isEvent(expression) ? cause.event : sentValue(write, row[`value_${expressions.get(expression)}`], expression.type);
  const text = (template: Template): RequestText =>
    template.map((part) => {
      if (typeof part === 'string') return part;
      if (part.kind === 'constant' && isDeferred(write.index, part)) return { constant: part.name };
      if (isReturn(part)) return { returnTo: back };
      return { value: String(value(part) ?? '') };
    });
  const tree = (template: JsonTemplate): QueuedTree => {
    switch (template.kind) {
      case 'literal':
        return { literal: template.value };
      case 'value':
        if (isReturn(template.expression)) return { text: [{ returnTo: back }] };
        return template.expression.kind === 'constant' && isDeferred(write.index, template.expression)
          ? { text: [{ constant: template.expression.name }] }
          : { literal: value(template.expression) };
      case 'text':
        return { text: text(template.template) };
      case 'array':
        return { array: template.items.map(tree) };
      case 'object':
        return { object: template.members.map((member) => [member.name, tree(member.value)]) };
    }
  };
  return {
    method: request.method,
    origin: request.origin,
    path: text(request.path),
    headers: request.headers.map((header) => ({ name: header.name, value: text(header.value) })),
    body: request.body === null ? null : tree(request.body),
  };
}

/** A value in which the secrets, which are between marks, are opened. */
async function withoutMarks(write: Write, value: unknown, mark: string): Promise<unknown> {
  if (typeof value !== 'string' || !value.includes(mark)) return value;
  const parts = value.split(mark);
  for (const [place, part] of parts.entries()) {
    const [, entity, field, id, stored] = place % 2 === 0 ? [] : (/^<(\S+) (\S+) (\S+) ([^]*)>$/.exec(part) ?? []);
    if (entity === undefined || field === undefined || id === undefined || stored === undefined) continue;
    parts[place] = await openSecret(write.client, write.index, { entity, field, id }, stored);
  }
  return parts.join('');
}

function* requestExpressions(request: NonNullable<OutboundCall['request']>): Generator<Expression> {
  yield* templateExpressions(request.path);
  for (const header of request.headers) yield* templateExpressions(header.value);
  if (request.body !== null) yield* treeExpressions(request.body);
}

function* templateExpressions(template: Template): Generator<Expression> {
  for (const part of template) if (typeof part !== 'string') yield part;
}

function* treeExpressions(tree: JsonTemplate): Generator<Expression> {
  if (tree.kind === 'value') yield tree.expression;
  else if (tree.kind === 'text') yield* templateExpressions(tree.template);
  else if (tree.kind === 'array') for (const item of tree.items) yield* treeExpressions(item);
  else if (tree.kind === 'object') for (const member of tree.members) yield* treeExpressions(member.value);
}

function sentValue(write: Write, value: unknown, type: Type) {
  if (type.kind === 'record' && typeof value === 'string') return wireId(write.index, type.entity, value);
  return wireValue(value, type, write.index.plan.settings);
}
