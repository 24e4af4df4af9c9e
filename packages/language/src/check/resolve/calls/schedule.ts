import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { CallCause } from '../../../model/outbound-calls.ts';
import { WEEKDAYS } from '../../../vocabulary/product-constants.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { mayBeEntity } from '../open.ts';
import { replacement } from '../replacement.ts';
import { BOOLEAN, recordType } from '../types.ts';
import { type Part, part } from '../words.ts';

/** Reads `every day at 06:00 for Loan where overdue`, or with a day of the week. */
export function readScheduled(context: Context, item: Part, declared: Declared): CallCause | null {
  const match = /^(every\s+([a-z]+)\s+at\s+(\S+))\s+for\s+([A-Za-z]\w*)(\s+where\s+)?/.exec(item.text);
  const [stated, event, day, time, entity, where] = match ?? [];
  const weekday = day === 'day' ? null : WEEKDAYS.indexOf(day ?? '') + 1;
  const isTime = /^([01]\d|2[0-3]):[0-5]\d$/.test(time ?? '');
  const rest = part(item, stated?.length ?? 0, item.text.length);
  if (
    !event ||
    time === undefined ||
    !entity ||
    !isTime ||
    weekday === 0 ||
    (where === undefined) !== (rest.text === '')
  ) {
    context.report('N712', CALLS_CODES.N712, { text: item.text }, item.span);
    return null;
  }
  if (!declared.entities.has(entity)) {
    if (mayBeEntity(context, entity)) return null;
    const offered = nearest(entity, declared.entities.keys());
    const start = item.text.indexOf(entity, event.length);
    const { span } = part(item, start, start + entity.length);
    context.report('N702', CALLS_CODES.N702, { name: entity, nearest: offered }, span, replacement(span, offered));
    return null;
  }
  const cause = { entity, event: event.replace(/\s+/g, ' '), schedule: { weekday, time } };
  if (where === undefined) return { ...cause, condition: null };
  const scope = { variables: { this: recordType(entity) }, bare: ['this'], purpose: 'where' } as const;
  const condition = context.expression(rest, scope, BOOLEAN);
  return condition && { ...cause, condition };
}
