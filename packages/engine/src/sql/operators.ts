import type { Binary, Expression, FieldAccess } from '@nonet/language';
import { admits } from './admits.ts';
import { beforeOf, idOf, readableRows, type Compile, type Row, type SqlContext } from './context.ts';
import { compileField } from './fields.ts';
import { isAmongByFixed, isEqualByFixed } from './fixed-values.ts';
import { isStored } from './identifiers.ts';
import { contains } from './lists.ts';
import { and, FALSE, not, standsIn, TRUE } from './logic.ts';
import { mayBeNull } from './nullability.ts';
import { isWide } from './magnitude.ts';
import type { TracedText } from './parameters.ts';
import { guarded, isNear, isSure, mayLeaveItsType } from './range.ts';
import { COLLATED } from './text.ts';
import { timeZone } from './values.ts';

/** `+ - * / %` on numbers, text, dates, instants and durations. */
export function compileArithmetic(compile: Compile, binary: Binary, context: SqlContext): string {
  const of = (operand: Expression) => context.parameters.trace(() => compile.value(operand, context));
  const [first, second] = [of(binary.left), of(binary.right)];
  const [left, right] = [first.text, second.text];
  const [leftKind, rightKind] = [binary.left.type.kind, binary.right.type.kind];
  const { operator } = binary;
  if (operator === '/') return `nonet.divide((${left})::numeric, (${right})::numeric)`;
  if (operator === '%') return `(${left} % nullif(${right}, 0))`;
  if (leftKind === 'text' || leftKind === 'enum') {
    const text = `(${left}) || (${right})`;
    return `normalize(${mayLeaveItsType(binary, context.index) ? `nonet.shorter(${text})` : text}, NFC)`;
  }
  if (leftKind === 'date' && rightKind === 'date') {
    return binary.type.kind === 'duration'
      ? `make_interval(days => (${left} - ${right}))`
      : `(${left} - ${right})::bigint`;
  }
  if (leftKind === 'datetime' && rightKind === 'datetime') return `nonet.span(${right}, ${left})`;
  if (isMoment(leftKind) && rightKind === 'working days')
    return afterWorkingDays(left, leftKind, operator, right, context);
  if (leftKind === 'working days' && isMoment(rightKind)) return afterWorkingDays(right, rightKind, '+', left, context);
  if (isMoment(leftKind) && rightKind === 'duration')
    return move(binary, binary.right, [first, operator, second], context);
  if (leftKind === 'duration' && isMoment(rightKind)) return move(binary, binary.left, [second, '+', first], context);
  if (binary.type.kind === 'duration') return calculateDuration(binary, left, right, context);
  // Whole numbers are calculated exactly, however large.
  const isCounted = binary.type.kind === 'integer' || binary.type.kind === 'working days';
  const number = isCounted && isWide(binary, context.index) ? '::numeric' : '';
  return `(${left}${number} ${operator} ${right})`;
}

/**
 * An instant moved by a duration; null if it is outside the years 1 to 9999. A month after the 31st is the month's
 * last day: PostgreSQL clamps in the same way. A move that may leave PostgreSQL's range of instants goes through a
 * function.
 */
function move(
  binary: Binary,
  duration: Expression,
  [{ text: moment, traits }, operator, { text: by, traits: more }]: readonly [TracedText, string, TracedText],
  context: SqlContext,
): string {
  const { index, parameters } = context;
  const isDate = binary.type.kind === 'date';
  if (!isSure(duration, index)) {
    const signed = operator === '-' ? `(- (${by}))` : by;
    return `nonet.moved(${moment}, ${signed}${isDate ? '' : `, ${timeZone(index, parameters)}`})`;
  }
  const isSafe = isNear(binary, index);
  if (!isDate) return inZone(moment, operator, by, isSafe, context);
  const moved = `(${moment} ${operator} ${by})`;
  return isSafe ? `${moved}::date` : guarded('day', { text: moved, traits: traits.union(more) }, parameters);
}

/** A duration of others; null if it is beyond what durations hold. */
function calculateDuration(binary: Binary, a: string, b: string, context: SqlContext): string {
  const { operator, left } = binary;
  const isSafe = isSure(binary, context.index);
  if (operator !== '*') return isSafe ? `(${a} ${operator} ${b})` : `nonet.span(${a} ${operator} ${b})`;
  const [span, number] = left.type.kind === 'duration' ? [a, b] : [b, a];
  return isSafe ? `(${span} * ${number})` : `nonet.times(${span}, ${number})`;
}

function isMoment(kind: string): kind is 'date' | 'datetime' {
  return kind === 'date' || kind === 'datetime';
}

/** Counted on the product's WORKING_DAYS without its HOLIDAYS; an instant keeps its time of day in TIME_ZONE. */
export function afterWorkingDays(
  moment: string,
  kind: 'date' | 'datetime',
  operator: string,
  count: string,
  context: SqlContext,
): string {
  const { parameters } = context;
  const { workingDays, holidays } = context.index.plan.settings;
  const calendar = `${parameters.bind(workingDays, 'int[]')}, ${parameters.bind(holidays, 'date[]')}`;
  return addWorkingDays(moment, kind, operator === '-' ? `- (${count})` : count, calendar, context);
}

/** The same on any calendar: the SQL of its weekdays as numbers, and of its days off. */
export function addWorkingDays(
  moment: string,
  kind: 'date' | 'datetime',
  by: string,
  calendar: string,
  { index, parameters }: SqlContext,
): string {
  if (kind === 'date') return `nonet.add_working_days(${moment}, ${by}, ${calendar})`;
  const zone = timeZone(index, parameters);
  const local = 'v."local"';
  const moved = `(nonet.add_working_days(nonet.day(${local}), v."by", ${calendar}) + ${local}::time) at time zone ${zone}`;
  const value = `(case when v."by" = 0 then v."at" else nonet.instant(${moved}) end)`;
  const from = `select ${moment} as "at", (${moment}) at time zone ${zone} as "local", ${by} as "by" offset 0`;
  return parameters.subselect(`(select ${value} from (${from}) v)`);
}

/**
 * Days and months are counted on the calendar of TIME_ZONE, hours on a continuous clock. The calendar is used only if
 * there are days or months to count, so that a time that occurs twice when the clocks change is not read again.
 */
function inZone(
  instant: string,
  operator: string,
  duration: string,
  isSafe: boolean,
  { index, parameters }: SqlContext,
): string {
  const zone = timeZone(index, parameters);
  const [at, by, days] = ['v."at"', 'v."by"', `date_trunc('day', v."by")`];
  // `= interval 'PT0S'` would be wrong: in comparisons, a month and -30 days equal zero.
  const none = `extract(year from ${by}) = 0 and extract(month from ${by}) = 0 and extract(day from ${by}) = 0`;
  const moved = `(${at} at time zone ${zone} ${operator} ${days}) at time zone ${zone}`;
  const value = `(case when ${none} then ${at} else ${moved} end) ${operator} (${by} - ${days})`;
  const reached = `select ${value} as "reached" from (select ${instant} as "at", ${duration} as "by" offset 0) v`;
  return parameters.subselect(
    isSafe ? `(${reached})` : `(select nonet.instant(w."reached") from (${reached} offset 0) w)`,
  );
}

/**
 * `== != < <= > >= in`. Two-valued, except that with `filter` a null operand may give null, which counts as false
 * there.
 */
export function compileComparison(compile: Compile, binary: Binary, context: SqlContext, filter: boolean): string {
  const { operator, left, right } = binary;
  switch (operator) {
    case '==': {
      const isEqual = isEqualByFixed(left, right, context);
      if (isEqual !== null) return isEqual ? TRUE : FALSE;
      return compileEquality(compile, left, right, context, filter);
    }
    case '!=': {
      const isEqual = isEqualByFixed(left, right, context);
      if (isEqual !== null) return isEqual ? FALSE : TRUE;
      return not(compileEquality(compile, left, right, context, false));
    }
    case 'in': {
      const isAmong = isAmongByFixed(left, right, context);
      if (isAmong !== null) return isAmong ? TRUE : FALSE;
      return twoValued(compileMembership(compile, left, right, context), [left, ...itemsOf(right)], context, filter);
    }
    case '%':
    case '*':
    case '+':
    case '-':
    case '/':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'and':
    case 'or': {
      const text = left.type.kind === 'text' && right.type.kind === 'text' ? COLLATED : '';
      const compared = `(${compile.value(left, context)} ${operator} ${compile.value(right, context)}${text})`;
      return twoValued(compared, [left, right], context, filter);
    }
  }
}

/** A comparison that doesn't hold where one of its values is null. */
function twoValued(compared: string, values: readonly Expression[], context: SqlContext, filter: boolean): string {
  if (filter || !values.some((value) => mayBeNull(value, context))) return compared;
  return `coalesce(${compared}, false)`;
}

function itemsOf(list: Expression): readonly Expression[] {
  return list.kind === 'list' ? list.items : [];
}

function compileEquality(
  compile: Compile,
  left: Expression,
  right: Expression,
  context: SqlContext,
  filter: boolean,
): string {
  if (isNull(right)) return `(${compile.value(left, context)} is null)`;
  if (isNull(left)) return `(${compile.value(right, context)} is null)`;
  const [leftMayBe, rightMayBe] = [mayBeNull(left, context), mayBeNull(right, context)];
  if (!rightMayBe) {
    const through = equalsThrough(compile, left, right, context);
    if (through !== null) return through;
  }
  if (!leftMayBe) {
    const through = equalsThrough(compile, right, left, context);
    if (through !== null) return through;
  }
  const [a, b] = [compile.value(left, context), compile.value(right, context)];
  if (leftMayBe && rightMayBe) return `(${a} is not distinct from ${b})`;
  if (filter || !(leftMayBe || rightMayBe)) return `(${a} = ${b})`;
  return `coalesce(${a} = ${b}, false)`;
}

/**
 * `path.field == value` as a semi-join, which can be planned from either side (a subselect per row can't); through
 * several references as one in the other, so that an index of each leads from the value to the record.
 */
function equalsThrough(compile: Compile, path: Expression, value: Expression, context: SqlContext): string | null {
  if (path.kind !== 'field' || path.of.kind !== 'field' || path.of.type.kind !== 'record') return null;
  if (storedTarget(path, context) === null) return null;
  return whereReferred(
    compile,
    path.of,
    context,
    (row) => `${compileField(compile, row, path.field, context)} = ${compile.value(value, context)}`,
  );
}

/** A condition on the record to which a reference leads. */
function whereReferred(
  compile: Compile,
  reference: FieldAccess,
  context: SqlContext,
  holds: (row: Row) => string,
): string {
  const { of } = reference;
  if (of.kind === 'field' && of.type.kind === 'record' && storedTarget(reference, context) !== null)
    return whereReferred(compile, of, context, (row) =>
      existsAs(reference, compileField(compile, row, reference.field, context), beforeOf(row), context, holds),
    );
  const record = compile.record(reference, context);
  return existsAs(reference, idOf(record), beforeOf(record), context, holds);
}

function existsAs(
  { type }: FieldAccess,
  id: string,
  before: Pick<Row, 'before'>,
  context: SqlContext,
  holds: (row: Row) => string,
): string {
  if (type.kind !== 'record') throw new Error(`A reference has the type ${type.kind}.`);
  const alias = context.parameters.alias();
  const row: Row = { kind: 'row', entity: type.entity, alias, readable: true, ...before };
  const condition = and(`${alias}."id" = ${id}`, admits(row, context), holds(row));
  return context.parameters.subselect(
    `exists (select from ${readableRows(type.entity, row.before, context)} ${alias} where ${condition})`,
  );
}

function storedTarget(path: FieldAccess, { index }: SqlContext): string | null {
  if (path.field === 'id') return null; // It is stored in another form than the document compares.
  const entity = path.of.type.kind === 'record' ? path.of.type.entity : null;
  const field = entity === null ? null : index.findField(entity, path.field);
  return field !== null && isStored(field) ? entity : null;
}

function compileMembership(compile: Compile, left: Expression, right: Expression, context: SqlContext): string {
  const value = compile.value(left, context);
  if (right.kind === 'list') {
    if (right.items.length === 0) return 'false';
    return `(${value} in (${right.items.map((item) => compile.value(item, context)).join(', ')}))`;
  }
  if (right.kind === 'field' && right.type.kind === 'list' && right.type.of.kind === 'record') {
    return contains(compile.record(right.of, context), right.field, value, context);
  }
  return standsIn(value, compile.value(right, context));
}

function isNull(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value === null;
}
