import { parseDuration } from '../duration.ts';
import { problem, type Range } from '../problem.ts';
import type { SchemaEntity, WorkingTime } from '../scope.ts';
import type { AtSyntax, BinarySyntax } from '../syntax.ts';
import type { Expression, Query, QuerySource } from '../tree.ts';
import type { Type } from '../type.ts';
import { describe, type as plain, UNKNOWN, withNull } from '../types.ts';
import { requireValue } from './nulls.ts';
import { type Check, isUnknown, nullRuns, type Place, rangeOf, source, unknown } from './place.ts';

/** The functions that count on the working time of a record; what follows their record says what that is. */
const AT = { days: 'add_working_days', time: 'add_working_time' } as const;

/** `today() + 3 working days at branch`, `now() - 4 hours at branch`; null for any other sum. */
export function checkAddedAt(check: Check, place: Place, syntax: BinarySyntax): Expression | null {
  const { operator, left, right, range } = syntax;
  const isSum = operator === '+' || operator === '-';
  if (isSum && right.kind === 'at') return added(check, place, operator, left, right, range);
  return operator === '+' && left.kind === 'at' ? added(check, place, operator, right, left, range) : null;
}

/** Elsewhere such a span has no length: that depends on what it is added to. */
export function checkMisplacedAt(check: Check, place: Place, syntax: AtSyntax): Expression {
  check.visit(syntax.span, place);
  check.visit(syntax.record, place);
  check.problems.push(problem('N361', { written: source(check, syntax.range), why: 'place' }, syntax.range));
  return unknown(syntax.range);
}

function added(
  check: Check,
  place: Place,
  operator: '+' | '-',
  to: BinarySyntax['left'],
  { span, record, range: written }: AtSyntax,
  range: Range,
): Expression {
  const visited = { to: check.visit(to, place), span: check.visit(span, place), at: check.visit(record, place) };
  if (isUnknown(visited.to, visited.span, visited.at)) return unknown(range);
  // Days of the calendar are counted at no record: hours would not help.
  const needsHours = visited.span.type.kind === 'duration' && !hasDays(visited.span);
  const time = workingTimeOf(check, visited.at, needsHours);
  if (time === null) return unknown(range);
  if (time === 'not shown')
    return { kind: 'call', name: AT.days, arguments: Object.values(visited), type: UNKNOWN, range };
  const moment = requireValue(check, place, visited.to);
  const amount = requireValue(check, place, visited.span);
  const at = requireValue(check, place, visited.at);
  const unfit = (why: 'days' | 'hours' | 'moment' | 'span'): Expression => {
    check.problems.push(problem('N361', { written: source(check, written), why }, written));
    return unknown(range);
  };
  const { kind } = moment.type;
  if (kind !== 'date' && kind !== 'datetime') return unfit('moment');
  if (amount.type.kind !== 'working days' && amount.type.kind !== 'duration') return unfit('span');
  if (amount.type.kind === 'duration' && hasDays(amount)) return unfit('days');
  if (amount.type.kind === 'duration' && kind === 'date') return unfit('hours');
  const signed: Expression =
    operator === '+' ? amount : { kind: 'unary', operator: '-', operand: amount, type: amount.type };
  const nullable = nullRuns(check, place) && [moment, amount, at].some(({ type }) => type.nullable);
  return {
    kind: 'call',
    name: amount.type.kind === 'duration' ? AT.time : AT.days,
    arguments: [moment, signed, at, ...recordsOf(place, time, at)],
    type: withNull(moment.type, nullable),
    range,
  };
}

/** The working time of the records that an expression gives; null, with its problem, if they have none, or no hours. */
export function workingTimeOf(check: Check, at: Expression, needsHours: boolean): WorkingTime | 'not shown' | null {
  const entity = at.type.kind === 'record' ? check.schema.entities.get(at.type.entity) : undefined;
  const time = entity?.workingTime ?? null;
  if (time === 'not shown' || (time !== null && (!needsHours || time.week.hours !== null))) return time;
  const details = {
    found: describe(at.type),
    entity: entity?.name ?? null,
    lacks: time === null ? ('time' as const) : ('hours' as const),
    others: [...check.schema.entities.values()].filter(hasWorkingTime).map(({ name }) => name),
  };
  check.problems.push(problem('N360', details, rangeOf(at)));
  return null;
}

function hasWorkingTime({ workingTime }: SchemaEntity): boolean {
  return workingTime !== undefined && workingTime !== null;
}

/** Whether a duration is written with days or months, which are no working time. */
function hasDays(span: Expression): boolean {
  if (span.kind === 'binary') return [span.left, span.right].some(hasDays);
  if (span.kind === 'unary') return hasDays(span.operand);
  if (span.kind === 'conditional') return hasDays(span.then) || hasDays(span.otherwise);
  if (span.kind !== 'literal' || span.type.kind !== 'duration') return false;
  const parts = parseDuration(String(span.value));
  return parts !== null && (parts.months !== 0 || parts.days !== 0);
}

const TEXTS: Type = { kind: 'list', of: { kind: 'text', nullable: false }, nullable: false };
const DATES: Type = { kind: 'list', of: plain('date'), nullable: false };
const TIMES: Type = { kind: 'list', of: plain('time'), nullable: false };

/**
 * The values that a record's working time consists of, as lists: the weekdays, the times from and to which each of them
 * is (none for a week without hours), and for each source of days off their first and their last dates.
 */
export function recordsOf(place: Place, { week, daysOff }: WorkingTime, at: Expression): readonly Expression[] {
  const variable = `$${place.frames.length + 1}`;
  const values = (source: QuerySource, field: string, type: Type): Query => {
    const record: Expression = {
      kind: 'variable',
      name: variable,
      type: { kind: 'record', entity: source.entity, nullable: false },
    };
    const of = type.kind === 'list' ? type.of : type;
    const value: Expression = { kind: 'field', of: record, field, type: of };
    return { kind: 'query', form: 'values', source, variable, where: null, value, order: [], type };
  };
  const listed = (field: string, entity: string): QuerySource => ({ kind: 'list', of: at, field, entity });
  const days = listed(week.list, week.entity);
  const none: Expression = { kind: 'list', items: [], type: TIMES };
  return [
    values(days, week.weekday, TEXTS),
    week.hours === null ? none : values(days, week.hours.opens, TIMES),
    week.hours === null ? none : values(days, week.hours.closes, TIMES),
    ...daysOff.flatMap((off): readonly Expression[] => {
      if (off.kind === 'constant') {
        const dates: Expression = { kind: 'constant', name: off.name, type: DATES };
        return [dates, dates];
      }
      const from: QuerySource =
        off.kind === 'entity' ? { kind: 'entity', entity: off.entity } : listed(off.list, off.entity);
      return [values(from, off.from, DATES), values(from, off.to, DATES)];
    }),
  ];
}
