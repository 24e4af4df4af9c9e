import { children, type Expression, inOrderOfDefaults, valuesNeeded } from '@nonet/language';
import { type Transaction, namesAt } from './transaction.ts';
import { requireUnique } from './checks.ts';
import { evaluate, type Variables } from './evaluate.ts';
import { kept } from './kept.ts';
import { storedFields } from './lookup.ts';
import { Refused } from './refusal.ts';
import type { World } from './world.ts';

/**
 * Puts in one record with its numbers, initial state and defaults (3, 4); answers its id. `except`: as for
 * `requireUnique`. `refuseTwice`: refuses a record that is not unique, by point 6 or for that: it reveals other
 * records.
 */
export function insert(
  transaction: Transaction,
  name: string,
  given: Readonly<Record<string, unknown>>,
  parent: { readonly id: string; readonly position: number } | null = null,
  except: ReadonlySet<string> = new Set(),
  refuseTwice: (id: string, why: Refused) => void = () => {},
): string {
  const { lookup, world } = transaction;
  const entity = lookup.entity(name);
  const workflow = lookup.workflow(name);
  const values: Record<string, unknown> = { ...given };
  const state = workflow?.field ?? null;
  if (state !== null && !(state in values))
    values[state] = workflow?.states.find(({ kind }) => kind === 'initial')?.name ?? null;
  const stored = storedFields(entity);
  for (const field of stored) {
    if (field.type.kind === 'number' && !(field.name in values))
      values[field.name] = nextNumber(world, field.clause, field.type.pattern);
    const isSet = field.type.kind === 'roles' || field.type.kind === 'many';
    if (isSet && !(field.name in values) && field.default === null) values[field.name] = [];
  }
  const id = world.newId(name);
  // While the defaults are worked out, the record is not among those that queries find (3).
  const put = (isThere: boolean) =>
    world.put({
      id,
      entity: name,
      values: { ...values },
      parent: parent?.id ?? null,
      position: parent?.position ?? 0,
      deleted: !isThere,
      createdAt: world.now,
      createdBy: transaction.actor,
      updatedAt: world.now,
      updatedBy: transaction.actor,
      enteredAt: world.now,
    });
  const open = stored.filter((field) => field.default !== null && !(field.name in values));
  for (const field of inOrderOfDefaults(open, entity.fields)) {
    if (field.default === null) continue;
    put(false);
    const names = namesAt(transaction, id);
    const needed = valuesNeeded(field.default, entity.fields);
    const lacks =
      stored.some((other) => other.required && needed.has(other.name) && (values[other.name] ?? null) === null) ||
      lacksOnTheWay(transaction, field.default, names);
    values[field.name] = lacks ? null : kept(transaction, field.default, name, field, names);
  }
  put(true);
  try {
    requireUnique(transaction, id, name, except);
  } catch (error) {
    if (error instanceof Refused) refuseTwice(id, error);
    throw error;
  }
  return id;
}

/** Whether a required value on a path of a default is missing, as of an owner that is not complete: that alone is reported (3). */
function lacksOnTheWay(transaction: Transaction, expression: Expression, names: Variables): boolean {
  const { lookup, world } = transaction;
  if (expression.kind === 'query') return false;
  if (expression.kind === 'field' && expression.of.type.kind === 'record') {
    const isRequired = lookup.field(expression.of.type.entity, expression.field)?.required === true;
    const isMissing = isRequired && evaluate(world, expression, names) === null;
    if (isMissing && evaluate(world, expression.of, names) !== null) return true;
  }
  return children(expression).some((part) => lacksOnTheWay(transaction, part, names));
}

const HOLE = /\{(yyyy|yy|mm|dd|0+)\}/g;

/**
 * The next number of a pattern such as `EX-{yyyy}-{00000}`. Counting restarts in each period that the pattern names.
 */
function nextNumber(world: World, clause: string, pattern: string): string {
  const [year = '', month = '', day = ''] = dateIn(world.now, world.lookup.plan.settings.timeZone).split('-');
  const dates: Readonly<Record<string, string>> = { yyyy: year, yy: year.slice(-2), mm: month, dd: day };
  const period = [...pattern.matchAll(HOLE)].flatMap(([, name = '']) => dates[name] ?? []).join('-');
  const last = world.count(`${clause} ${period}`);
  return pattern.replaceAll(HOLE, (_hole, name: string) => dates[name] ?? String(last).padStart(name.length, '0'));
}

/** Counts on from a number that a record states (3). A text of another form counts nothing. */
export function countOnFrom(world: World, clause: string, pattern: string, stated: string): void {
  const dates: string[] = [];
  let rest = stated;
  let count = 0;
  for (const [index, part] of pattern.split(HOLE).entries()) {
    const isHole = index % 2 === 1;
    const isCount = isHole && part.startsWith('0');
    const digits = (isCount ? /^\d+/ : /^\d/).exec(rest)?.[0] ?? '';
    const found = isCount ? digits : rest.slice(0, part.length);
    if (isCount ? digits.length < part.length : isHole ? !/^\d+$/.test(found) : found !== part) return;
    if (isCount) count = Number(digits);
    else if (isHole) dates.push(found);
    rest = rest.slice(found.length);
  }
  if (rest === '') world.countOn(`${clause} ${dates.join('-')}`, count);
}

/** A search asks for the same instants again and again. */
const DATES = new Map<string, string>();
const MOST_DATES = 1000;

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** The date of an instant in a zone. */
export function dateIn(instant: string, timeZone: string): string {
  const key = `${instant} ${timeZone}`;
  const known = DATES.get(key);
  if (known !== undefined) return known;
  let format = FORMATS.get(timeZone);
  if (format === undefined)
    FORMATS.set(timeZone, (format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' })));
  const date = format.format(new Date(instant));
  if (DATES.size > MOST_DATES) DATES.clear();
  DATES.set(key, date);
  return date;
}
