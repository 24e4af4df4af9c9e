import { hasForm } from '../../model/field-kinds.ts';
import { addToDate, addToInstant, daysBetween, formatInstant, readInstant } from '../../expression/calendar.ts';
import { formatDecimal } from '../../expression/decimal.ts';
import { keyOf } from '../../expression/key.ts';
import { printExpression } from '../../expression/print.ts';
import type { Expression } from '../../expression/tree.ts';
import type { Type } from '../../expression/type.ts';
import { type Difference, rangeOf } from './differences.ts';
import { floorTo, NULL, THERE, UNIT, ZERO } from './formula.ts';
import { fromUnits } from './linear.ts';
import type { Reading, Seen } from './reading.ts';
import { groupsOf, isLiteral, type Solution } from './solve.ts';

/** A value in the wire's form, and as the document would say it. */
export interface Chosen {
  readonly term: Seen;
  readonly value: unknown;
  readonly words: string;
}

const EPOCH = '1970-01-01';
/** A date without other bounds is close to this one. */
const SOME_DAY = '2026-06-15';
const NO_DURATION = { months: 0, days: 0, microseconds: 0 };

/**
 * One value for each term, such that a solution's differences hold: small numbers, dates that are close to each other.
 */
export function chooseValues(reading: Reading, solution: Solution): readonly Chosen[] {
  const differences: Difference[] = [...solution.differences];
  const groups = groupsOf(solution.same);
  const texts = new Map<string, string>();
  return [...reading.terms.values()].flatMap((term): Chosen[] => {
    const { expression } = term;
    const tag = (solution.tags.get(term.key) ?? term.tags)[0];
    if (expression === null || tag === undefined) return [];
    const is = (value: unknown): Chosen[] => [{ term, value, words: wordsOf(expression, value) }];
    if (tag === NULL) return is(null);
    if (tag !== THERE) return is(expression.type.kind === 'boolean' ? tag === 'true' : tag);
    if (isMeasured(expression.type)) return is(onWire(expression.type, chooseNumber(term, differences)));
    const group = groups(term.key);
    const isText = expression.type.kind === 'text';
    const make = (): string =>
      isText
        ? textOf(reading, expression, differences, texts.size)
        : `${printExpression(expression)} ${texts.size + 1}`;
    const known = texts.get(group) ?? (isLiteral(group) ? group.slice('text '.length) : make());
    texts.set(group, known);
    return is(known);
  });
}

/** A value as the document would say it: `total = 2400.01`, `project is empty`, `not open`; nothing of a record. */
export function wordsOf(expression: Expression, value: unknown): string {
  const name = printExpression(expression);
  if (value === null) return `${name} is empty`;
  if (typeof value === 'boolean') return value ? name : `not ${name}`;
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  if (expression.type.kind === 'enum') return `${name} is ${value}`;
  if (isMeasured(expression.type)) return `${name} = ${value}`;
  return expression.type.kind === 'text' ? `${name} = "${value}"` : '';
}

/** A text of the right length, distinguished from others by its letter. */
function textOf(reading: Reading, text: Expression, differences: Difference[], index: number): string {
  const letter = 'abcdefghijklmnopqrstuvwxyz'.charAt(index % 26);
  const key = keyOf(text);
  const size = [...reading.terms.values()].find(
    ({ expression }) =>
      expression?.kind === 'call' && expression.name === 'size' && keyOf(expression.arguments[0] ?? expression) === key,
  );
  if (size) return letter.repeat(Number(chooseNumber(size, differences) / UNIT));
  const isField = text.kind === 'field' && text.of.type.kind === 'record';
  const field =
    isField && text.of.type.kind === 'record' ? reading.knowledge.field(text.of.type.entity, text.field) : undefined;
  return letter.repeat(Math.max(1, Number(field?.minimum?.value ?? 1)));
}

function isMeasured({ kind }: Type): boolean {
  return ['integer', 'decimal', 'money', 'date', 'datetime', 'time', 'size', 'duration'].includes(kind);
}

/** The value of a term closest to its preferred one; adds it to the differences. */
function chooseNumber(term: Seen, differences: Difference[]): bigint {
  const { least, greatest } = rangeOf(differences, term.key);
  const step = term.step ?? UNIT / 100n;
  const low = least && (least.strict ? afterOf(least.value, greatest?.value ?? null, step) : least.value);
  const high = greatest && (greatest.strict ? beforeOf(greatest.value, low, step) : greatest.value);
  let value = homeOf(term.expression?.type ?? { kind: 'null', nullable: true });
  if (low !== null && value < low) value = low;
  else if (high !== null && value > high) value = high;
  if (term.step !== null) value = floorTo(value, term.step);
  differences.push({ left: term.key, right: ZERO, bound: value, strict: false });
  differences.push({ left: ZERO, right: term.key, bound: -value, strict: false });
  return value;
}

function afterOf(low: bigint, high: bigint | null, step: bigint): bigint {
  return high === null || low + step < high ? low + step : (low + high) / 2n;
}

function beforeOf(high: bigint, low: bigint | null, step: bigint): bigint {
  return low === null || high - step > low ? high - step : (low + high) / 2n;
}

function homeOf({ kind }: Type): bigint {
  const day = BigInt(daysBetween(EPOCH, SOME_DAY));
  if (kind === 'date') return day * UNIT;
  return kind === 'datetime' ? day * 86_400_000_000n * UNIT : 0n;
}

function onWire({ kind }: Type, units: bigint): unknown {
  const whole = Number(units / UNIT);
  switch (kind) {
    case 'integer':
    case 'size':
      return whole;
    case 'date':
      return addToDate(EPOCH, { ...NO_DURATION, days: whole }, 1);
    case 'datetime': {
      const by = { ...NO_DURATION, microseconds: whole };
      const instant = addToInstant(readInstant(`${EPOCH}T00:00:00Z`), by, 1, 'UTC');
      return instant === null ? null : formatInstant(instant);
    }
    case 'time':
      return timeText(whole);
    case 'duration':
      return `PT${whole / 1_000_000}S`;
    case 'boolean':
    case 'decimal':
    case 'enum':
    case 'file':
    case 'given':
    case 'json':
    case 'list':
    case 'money':
    case 'null':
    case 'object':
    case 'rate':
    case 'record':
    case 'recurrence':
    case 'text':
    case 'unknown':
    case 'working days':
      return formatDecimal(fromUnits(units));
  }
}

function timeText(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1_000_000);
  const part = (value: number): string => String(value).padStart(2, '0');
  return `${part(Math.floor(seconds / 3600) % 24)}:${part(Math.floor(seconds / 60) % 60)}:${part(seconds % 60)}`;
}

/** Whether a witness may state the value: no part that the analysis ignores depends on it. */
export function isFree(reading: Reading, { term, value }: Chosen): boolean {
  const { expression } = term;
  if (value === null || expression?.kind !== 'field' || expression.of.type.kind !== 'record') return true;
  const field = reading.knowledge.field(expression.of.type.entity, expression.field);
  if (field === undefined || field.computed !== null) return true;
  return (
    field.pattern === null && !(typeof value === 'string' && expression.type.kind === 'text' && hasForm(field.type))
  );
}

/** The path that an expression reads, outermost first: `this.project.open` is `this`, `project`, `open`. */
export function pathOf(expression: Expression): readonly string[] | null {
  if (expression.kind === 'variable') return [expression.name];
  if (expression.kind !== 'field') return null;
  const before = pathOf(expression.of);
  return before === null ? null : [...before, expression.field];
}
