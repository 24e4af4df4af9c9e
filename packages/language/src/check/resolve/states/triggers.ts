import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { durationMicroseconds, parseDuration } from '../../../expression/duration.ts';
import { isTime } from '../../../expression/calendar.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Type } from '../../../expression/type.ts';
import { describe } from '../../../expression/types.ts';
import { isOpen } from '../open-points.ts';
import type { Trigger } from '../../../model/states.ts';
import { replacement } from '../replacement.ts';
import { rolesAreOpen } from '../roles/declare.ts';
import { recordType } from '../types.ts';
import { around, type Part, part, splitList } from '../words.ts';
import { openPart, type RowPlace } from './row.ts';
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import type { DescribedType } from '../../../diagnostics/codes/reasons/types.ts';

const TIMER = /^(after|at|every)\s+/;
/** `days at 08:30`, `plan.days at begins`; not `5 working days at branch`. */
const DATES_AT_TIME = /^([a-z][\w.]*)\s+at\s+|^(.*\S)\s+at\s+(?=\d)/;
const TIME: Type = { kind: 'time', nullable: true };

/** Whether a row may be taken while nobody is signed in: by a timer, by the system, or by a role that anyone has. */
export function mayBeAnonymous({ declaration, row }: RowPlace): boolean {
  const cell = row.row.cells['by'];
  if (!cell || cell.absence !== null) return false;
  const { roles } = declaration.declared;
  return splitList(cell).some(
    ({ text }) => text === 'system' || TIMER.test(text) || roles.get(text)?.given === 'anyone',
  );
}

/**
 * Reads `by` (4): roles, fields that refer to a User, `system`, `after 30 days`, `at due + 1 day`, `every 3 days`, `every days
 * at 08:30`. `given` is known to hold of the record at a timer's time.
 */
export function readTriggers(place: RowPlace, given: readonly Expression[]): readonly Trigger[] {
  const cell = place.row.row.cells['by'];
  if (!cell || cell.absence !== null) {
    if (cell?.absence === 'none') return [];
    // 6: without point 6 every event is as open as the point is; that is one gap, not one for each event.
    if (!isOpen(place.declaration.context.tree.points.roles) || cell?.absence === 'not shown') {
      openPart(place, 'by', cell, 'eventBy');
    } else place.open.push(`${place.clause}.by`);
    return [];
  }
  return splitList(cell).flatMap((item) => readTrigger(place, item, given) ?? []);
}

function readTrigger(place: RowPlace, words: Part, given: readonly Expression[]): Trigger | null {
  const { context, declared } = place.declaration;
  const { entity } = place.draft;
  if (words.text === 'system') return { kind: 'system' };
  const timer = TIMER.exec(words.text);
  if (timer) return readTimer(place, timer[1] ?? '', part(words, timer[0].length, words.text.length), words, given);
  const fields = declared.entities.get(entity)?.fields;
  const field = fields?.get(words.text);
  const isUser = field?.type.kind === 'reference' && field.type.entity === 'User';
  if (declared.roles.has(words.text)) return { kind: 'role', role: words.text };
  if (isUser) return { kind: 'field', field: words.text };
  const users = [...(fields?.values() ?? [])].filter(({ type }) => type.kind === 'reference' && type.entity === 'User');
  const named = words.text.replace(/^roles? ?[: ] ?/, '');
  const offered = nearest(named, [...declared.roles.keys(), ...users.map(({ name }) => name), 'system']);
  if (rolesAreOpen(context.tree.points.roles) && offered === null && /^[a-z][a-z0-9_]*$/.test(words.text)) {
    place.open.push(`${place.clause}.by`); // Point 6 is a gap, so a name can't be called unknown: no role is known.
    return null;
  }
  context.report(
    'N409',
    STATES_CODES.N409,
    { actor: words.text, entity, nearest: offered },
    words.span,
    replacement(words.span, offered),
  );
  return null;
}

function readTimer(
  place: RowPlace,
  kind: string,
  words: Part,
  whole: Part,
  given: readonly Expression[],
): Trigger | null {
  const { context } = place.declaration;
  const scope: Scope = { variables: { this: recordType(place.draft.entity) }, bare: ['this'], purpose: 'guard', given };
  if (kind === 'after' || kind === 'every') {
    const dates = kind === 'every' ? DATES_AT_TIME.exec(words.text) : null;
    const duration = context.expression(
      dates === null ? words : part(words, 0, (dates[1] ?? dates[2] ?? '').length),
      scope,
      null,
    );
    if (duration === null) return null;
    if (kind === 'every' && duration.type.kind === 'recurrence') {
      const at =
        dates === null ? null : readTimeOfDay(place, whole, part(words, dates[0].length, words.text.length), scope);
      return dates !== null && at === null ? null : { kind, duration, at };
    }
    if (dates !== null && duration.type.kind !== 'unknown')
      return notATimer(place, whole, words, { because: 'dates', ...foundType(duration.type) });
    if (isSpan(duration.type) && kind === 'after') return { kind, duration };
    if (isSpan(duration.type) && kind === 'every' && repeats(duration)) return { kind, duration, at: null };
    if (isSpan(duration.type) && duration.type.kind !== 'working days')
      return notATimer(place, whole, words, { because: 'still', kind });
    return notATimer(place, whole, words, { because: 'span', kind, ...foundType(duration.type) });
  }
  const at = context.expression(words, { ...scope, nullRuns: true }, null);
  if (!at) return null;
  if (!['date', 'datetime', 'unknown'].includes(at.type.kind)) {
    return notATimer(place, whole, words, { because: 'moment', ...foundType(at.type) });
  }
  return { kind: 'at', at };
}

/** The time of day of repeating dates: `08:30`, or an expression. */
function readTimeOfDay(place: RowPlace, whole: Part, words: Part, scope: Scope): Expression | null {
  const { context } = place.declaration;
  // One that stands there is written as that of a schedule (7).
  if (isTime(words.text)) return context.expression(around('"', words, '"'), scope, TIME);
  if (/^\d/.test(words.text)) return notATimer(place, whole, words, 'clock');
  return context.expression(words, { ...scope, nullRuns: true }, TIME);
}

function foundType(type: Type): { readonly type: DescribedType; readonly isNullable: boolean } {
  return { type: describe(type), isNullable: type.nullable };
}

function notATimer(place: RowPlace, whole: Part, words: Part, why: NonNullable<DetailsOf<'N409'>['why']>): null {
  const details = { actor: whole.text, entity: place.draft.entity, nearest: null, why };
  place.declaration.context.report('N409', STATES_CODES.N409, details, words.span);
  return null;
}

/** Whether time passes between two repetitions; the length of working days depends on the calendar. */
function repeats(span: Expression): boolean {
  if (span.type.kind === 'working days') return false;
  const written = span.kind === 'literal' ? parseDuration(String(span.value)) : null;
  return written === null || durationMicroseconds(written) > 0;
}

/** A span of time that is there. */
function isSpan({ kind, nullable }: Type): boolean {
  return !nullable && (kind === 'duration' || kind === 'working days' || kind === 'unknown');
}
