import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { CallCause } from '../../../model/outbound-calls.ts';
import { WEEKDAYS } from '../../../vocabulary/weekdays.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { mayBeEntity } from '../open.ts';
import { replacement } from '../replacement.ts';
import { BOOLEAN, recordType } from '../types.ts';
import { type Part, part } from '../words.ts';

const DAILY = /^(?:daily|each day|everyday|every (?:morning|evening|night)|once (?:a|per) day|nightly)\b/i;

/** Whether a cause begins like one at a time, in the language's words or in others. */
export function isScheduled(text: string): boolean {
  return /^(?:every|each)\s/.test(text) || DAILY.test(text);
}

/**
 * `daily at 8:00 for Loan`, `every day at 8am for Loan`, `every Monday at 9 for each Loan` as they are written here;
 * null if it is none.
 */
function meantSchedule(text: string): string | null {
  const [, day, hour, minute = '00', half, rest] =
    /^(?:every\s+|each\s+)?([A-Za-z]+)\s+at\s+(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?\s+(?:for\s+)?(?:each\s+|every\s+|all\s+)?([A-Z]\w*(?:\s.*)?)$/is.exec(
      text.replace(DAILY, 'day'),
    ) ?? [];
  if (day === undefined || hour === undefined || rest === undefined) return null;
  const name = day.toLowerCase().replace(/s$/, '');
  const hours = (Number(hour) % (half ? 12 : 24)) + (half?.toLowerCase() === 'pm' ? 12 : 0);
  if (name !== 'day' && !WEEKDAYS.includes(name)) return null;
  return `every ${name} at ${String(hours).padStart(2, '0')}:${minute} for ${rest}`;
}

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
    const meant = meantSchedule(item.text);
    const extra = replacement(item.span, meant);
    context.report('N712', CALLS_CODES.N712, { text: item.text, meant }, item.span, extra);
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
