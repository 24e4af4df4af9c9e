import { type Expression, type Plan, readWorkingDays, walk } from '@nonet/language';

/** The values with which a document compares: conditions change their result there. */
export interface MentionedValues {
  readonly numbers: readonly string[];
  /** Offsets from today, in days. */
  readonly days: readonly number[];
  /** Days that are stated (`CALL_CLOSES = 2027-03-31`), also as the day of an instant. */
  readonly dates: readonly string[];
  /** Times of day (`08:00:00`) on the product's clocks: conditions on an instant's hour change their result there. */
  readonly times: readonly string[];
  readonly texts: readonly string[];
  /** Fields (`3.Category.max_loans`) that say how many records there may be of something. */
  readonly limits: ReadonlySet<string>;
}

const NUMBERS = new Set(['integer', 'decimal', 'money']);
const DAYS = new Set(['date', 'datetime']);
/** A century in days. */
const CENTURY = 36_525;

/** The literals and constants of all the document's expressions. */
export function mentionedValuesOf(plan: Plan): MentionedValues {
  const numbers = new Set<string>(['0', '1']);
  // Distant past and future: conditions on an age in months or years change their result there.
  const days = new Set<number>([0, -CENTURY, CENTURY]);
  const texts = new Set<string>();
  const dates = new Set<string>();
  const add = (value: unknown, kind: string) => {
    if (NUMBERS.has(kind) && (typeof value === 'string' || typeof value === 'number')) numbers.add(String(value));
    if (kind === 'duration' && typeof value === 'string') {
      const length = daysOf(value);
      for (const offset of [-length, length]) days.add(offset);
    }
    if (kind === 'working days' && typeof value === 'string') {
      // The number of calendar days that these working days may span, beginning with a week without days off.
      const count = readWorkingDays(value);
      const week = Math.max(1, plan.settings.workingDays.length);
      const longest = Math.ceil((count * 7) / week);
      for (const offset of [count, Math.ceil((count + longest) / 2), longest]) days.add(offset).add(-offset);
    }
    if (kind === 'text' && typeof value === 'string') texts.add(value);
    if (DAYS.has(kind) && typeof value === 'string') dates.add(value.slice(0, 'YYYY-MM-DD'.length));
  };
  for (const { type, value } of plan.constants) {
    if (value.kind !== 'literal') continue;
    const of = type.kind === 'list' ? type.of : type;
    for (const each of [value.value].flat()) add(each, of.kind);
  }
  for (const expression of expressionsOf(plan))
    walk(expression, (node) => {
      if (node.kind === 'literal') add(node.value, node.type.kind);
      for (const length of lengthsOf(plan, node)) for (const offset of [-length, length]) days.add(offset);
    });
  for (const entity of plan.entities)
    for (const record of entity.records)
      for (const [name, value] of Object.entries(record.values)) {
        const kind = entity.fields.find((field) => field.name === name)?.type.kind ?? '';
        if (value.kind === 'value') add(value.value, kind);
      }
  const times = timesOf(plan);
  return {
    numbers: [...numbers],
    days: [...days],
    dates: [...dates],
    times,
    texts: [...texts],
    limits: countLimitsOf(plan),
  };
}

/** The full hours with which conditions compare the hour of an instant (`hour(at) >= OPENS`), each with the hour before. */
function timesOf(plan: Plan): string[] {
  const hours = new Set<number>();
  const constants = new Map(plan.constants.map(({ name, value }) => [name, value]));
  const note = (node: Expression) => {
    const constant = node.kind === 'constant' ? constants.get(node.name) : undefined;
    const value = node.kind === 'literal' ? node.value : constant?.kind === 'literal' ? constant.value : null;
    const hour = node.type.kind === 'integer' ? Number(value ?? NaN) : NaN;
    for (const each of [hour, hour - 1]) if (each >= 0 && each < 24) hours.add(each);
  };
  for (const expression of expressionsOf(plan))
    walk(expression, (node) => {
      if (node.kind !== 'binary') return;
      for (const [one, other] of [[node.left, node.right] as const, [node.right, node.left] as const])
        if (one.kind === 'call' && one.name === 'hour') walk(other, note);
    });
  return [...hours].map((hour) => `${String(hour).padStart(2, '0')}:00:00`);
}

/** The fields of other records that a count may not exceed (`member.on_loan <= member.category.max_loans`). */
function countLimitsOf(plan: Plan): Set<string> {
  const limits = new Set<string>();
  const fieldOf = (node: Expression) => {
    if (node.kind !== 'field' || node.of.type.kind !== 'record') return undefined;
    const { entity } = node.of.type;
    return plan.entities.find(({ name }) => name === entity)?.fields.find(({ name }) => name === node.field);
  };
  const counts = (expression: Expression): boolean => {
    let found = false;
    walk(expression, (node) => {
      found ||= node.kind === 'query' && node.form === 'count';
      const computed = fieldOf(node)?.computed ?? null;
      if (computed !== null && !found) found = counts(computed);
    });
    return found;
  };
  for (const expression of expressionsOf([plan.states, plan.rules]))
    walk(expression, (node) => {
      if (node.kind !== 'binary') return;
      const { operator, left, right } = node;
      const isUpper = operator === '<' || operator === '<=';
      if (!isUpper && operator !== '>' && operator !== '>=') return;
      const [counted, limit] = isUpper ? [left, right] : [right, left];
      const field = fieldOf(limit);
      if (field?.type.kind === 'integer' && field.computed === null && counts(counted)) limits.add(field.clause);
    });
  return limits;
}

/** Every expression of a plan, recognised by its kind and type. */
export function* expressionsOf(part: unknown): Generator<Expression> {
  if (typeof part !== 'object' || part === null) return;
  if (
    'kind' in part &&
    'type' in part &&
    typeof part.type === 'object' &&
    part.type !== null &&
    'nullable' in part.type
  ) {
    yield part as unknown as Expression;
    return;
  }
  for (const inner of Object.values(part)) yield* expressionsOf(inner);
}

/** Days of a duration that a field counts (`week.youngest years`), for the bounds of the field. */
function lengthsOf({ entities }: Plan, node: Expression): readonly number[] {
  if (node.kind !== 'binary' || node.operator !== '*' || node.type.kind !== 'duration') return [];
  const [unit, count] = node.right.kind === 'literal' ? [node.right, node.left] : [node.left, node.right];
  if (unit.kind !== 'literal' || typeof unit.value !== 'string') return [];
  const each = daysOf(unit.value);
  const lengths: number[] = [];
  walk(count, (part) => {
    const entity = part.kind === 'field' && part.of.type.kind === 'record' ? part.of.type.entity : null;
    if (part.kind !== 'field' || entity === null) return;
    const field = entities.find(({ name }) => name === entity)?.fields.find(({ name }) => name === part.field);
    for (const bound of [field?.minimum, field?.maximum])
      if (bound) lengths.push(Math.ceil(Number(bound.value) * each));
  });
  return lengths.filter((length) => Number.isFinite(length) && length <= CENTURY);
}

/** Whole days of a duration, as a first guess: months as 30, years as 365. */
function daysOf(duration: string): number {
  const part = (unit: string) => Number(new RegExp(`(-?\\d+)${unit}`).exec(duration.split('T')[0] ?? '')?.[1] ?? 0);
  return part('D') + 7 * part('W') + 30 * part('M') + 365 * part('Y');
}
