import {
  type Expression,
  type Mail,
  type MailPart,
  printExpression,
  type RecordLink,
  screenOfRecord,
  type Template,
} from '@nonet/language';
import { isDeferred, isEvent } from '../calls/deferred.ts';
import type { QueuedText } from '../calls/request.ts';
import type { PlanIndex } from '../plan-index.ts';
import { plainText } from '../run/format.ts';
import type { Actor } from '../engine.ts';
import { asRead } from '../run/validation/actor-settings.ts';
import { displayed } from '../run/validation/message.ts';
import { wireId } from '../run/values/number-id.ts';
import type { SqlContext } from '../sql/context.ts';
import { compileExpression, compileRecord } from '../sql/expression.ts';
import { NULL, only, TRUE } from '../sql/logic.ts';
import { titleOf } from '../sql/title.ts';
import type { QueuedWords } from './queued-mail.ts';

/** A value that a mail or a notice says, or the record that a link of it leads to. */
export interface Asked {
  readonly said: Expression;
  readonly isLink: boolean;
}

/** A value that a mail says, as its recipient may read it. */
export interface Said {
  readonly shown: unknown;
  /** Whether there is a value that its recipient may not read. */
  readonly isLeftOut: boolean;
}

/** The values that the database is asked for, for a mail or a notice. */
export function askedIn(index: PlanIndex, { subject, replyTo, body, link }: Mail): readonly Asked[] {
  const parts = [...subject, ...(replyTo ?? []), ...body, ...(link === null ? [] : [link])];
  const isLink = (part: MailPart): part is RecordLink => typeof part !== 'string' && part.kind === 'link';
  const links = parts.filter(isLink).map(({ record }) => ({ said: record, isLink: true }));
  const values = parts.flatMap((part) =>
    typeof part === 'string' || isLink(part) || isEvent(part) || isDeferred(index, part)
      ? []
      : [{ said: part, isLink: false }],
  );
  return [...values, ...links];
}

/** The SQL of a value; of a record its title, or what its address has of it. */
export function compileAsked({ said, isLink }: Asked, context: SqlContext): string {
  if (said.type.kind !== 'record') return only(mayReadIdentified(said, context), compileExpression(said, context));
  const record = compileRecord(said, context);
  if (record.kind !== 'row' && record.kind !== 'id') return NULL;
  const mayRead = context.authority?.mayDo(context, 'read', record) ?? 'true';
  if (!isLink) return `case when ${mayRead} then ${titleOf(context, record)} end`;
  const { entity } = said.type;
  const field = screenOfRecord(context.index.plan.screens, entity)?.field ?? 'id';
  const type = context.index.findField(entity, field)?.type;
  const value: Expression =
    field === 'id' || type === undefined
      ? said
      : { kind: 'field', of: said, field, type: { kind: 'text', nullable: true } };
  return `case when ${mayRead} then (${compileExpression(value, context)})::text end`;
}

/** The id of a record says of it that it is there, which only its readers are told. */
function mayReadIdentified(said: Expression, context: SqlContext): string {
  if (said.kind !== 'field' || said.field !== 'id' || said.of.type.kind !== 'record') return TRUE;
  const record = compileRecord(said.of, context);
  if (record.kind !== 'row' && record.kind !== 'id') return TRUE;
  return context.authority?.mayDo(context, 'read', record) ?? TRUE;
}

/** The words of a mail or a notice, once the values in it are known. */
export interface Words {
  text(template: Template): QueuedText;
  body(parts: readonly MailPart[]): QueuedWords;
  /** The address of a record's screen; null if there is no such record for the recipient. */
  link(record: Expression): string | null;
  /** The values that its recipient may not read, in the words of the document, as far as it was asked for them. */
  readonly leftOut: ReadonlySet<string>;
}

/** `reader`: values are written in the time zone and in the form of the region that they have chosen. */
export function wordsWith(
  index: PlanIndex,
  said: ReadonlyMap<Expression, Said>,
  event: string,
  reader: Pick<Actor, 'timeZone' | 'region'> | null,
): Words {
  const settings = asRead(index.plan.settings, reader);
  const leftOut = new Set<string>();
  const value = (expression: Expression): string => {
    if (isEvent(expression)) return event;
    const found = said.get(expression);
    if (found?.isLeftOut === true) leftOut.add(printExpression(expression));
    if (expression.type.kind === 'record') return plainText(found?.shown ?? '');
    return displayed(index, settings, expression, found?.shown ?? null);
  };
  const link = (record: Expression): string | null => {
    const found = said.get(record)?.shown;
    if (record.type.kind !== 'record' || typeof found !== 'string') return null;
    const screen = screenOfRecord(index.plan.screens, record.type.entity);
    if (screen === null) return null;
    const address = screen.field === 'id' ? wireId(index, record.type.entity, found) : found;
    return `${screen.before}${encodeURIComponent(address)}${screen.after}`;
  };
  return {
    leftOut,
    link,
    text: (template) =>
      template.map((part) => {
        if (typeof part === 'string') return part;
        return part.kind === 'constant' && isDeferred(index, part) ? { constant: part.name } : { value: value(part) };
      }),
    body: (parts) =>
      parts.map((part) => {
        if (typeof part === 'string') return part;
        if (part.kind === 'link') return { link: link(part.record) };
        if (part.kind !== 'constant') return { value: value(part) };
        return isDeferred(index, part) ? { constant: part.name } : value(part);
      }),
  };
}
