import {
  askedOfNew,
  CANDIDATE,
  type Entity,
  type Expression,
  type Field,
  hasValue,
  type Rule,
  fieldsAffectedBy,
  fitsForm,
} from '@nonet/language';
import { type Transaction, type Touched, namesAt, viewAt } from './transaction.ts';
import { entityOf, holds, asViews } from './evaluate.ts';
import { isParentName, storedFields } from './lookup.ts';
import { plain } from './plain.ts';
import { firstMistakes, type OverLimit } from './first-mistakes.ts';
import { type ExpectedError, mayBeGivenToAnyone, Refused, refuse, refuseAll } from './refusal.ts';
import { makeSlugs } from './slugs.ts';
import { toScale } from './assigned.ts';
import type { Stored } from './stored.ts';
import { alongTree } from './tree.ts';
import type { World } from './world.ts';

const isGivenByTheProduct = ({ type }: Field): boolean =>
  hasValue(type, 'made text', 'roles', 'id') || type.kind === 'state';
const hasLength = ({ type }: Field): boolean => hasValue(type, 'text', 'secret') || type.kind === 'number';

/**
 * Sets the values that the product itself determines in every record that a transaction touched: slugs, and null in
 * fields that are not asked for (3).
 */
export function complete(transaction: Transaction): void {
  makeSlugs(transaction);
  emptyHidden(transaction);
}

/**
 * Checks the limits and the rules of every record that a transaction touched, and reports all faults together (3, 5).
 */
export function judge(transaction: Transaction): void {
  complete(transaction);
  const errors: ExpectedError[] = [];
  const broken = new Map<string, ReadonlySet<string>>();
  const alive = [...transaction.touched.values()].filter((touched) => !touched.deleted);
  const isNew = ({ id }: Touched) => (transaction.before.get(id) ?? null) === null;
  const limits = alive.flatMap((touched) =>
    [...brokenLimits(transaction, touched)].map((found): OverLimit => ({ ...found, touched })),
  );
  for (const { field, touched } of limits) {
    mark(broken, touched.id, field.name);
    const { owner } = transaction.lookup.entity(touched.entity);
    const parent = transaction.world.get(touched.id)?.parent;
    if (owner !== null && parent) mark(broken, parent, owner.field);
  }
  for (const { field, code } of firstMistakes(transaction.lookup, limits, isNew))
    errors.push({ code, clause: field.clause });
  for (const [id, names] of broken)
    broken.set(id, fieldsAffectedBy(transaction.lookup.entity(entityOf(id)).fields, names));
  const rules = transaction.lookup.plan.rules.filter((rule) => alive.some((touched) => applies(rule, touched)));
  const gap = rules.find((rule) => rule.gap !== undefined)?.gap;
  // Limits are told first; what then needs something that is not shown is not specified, and no rule is told.
  if (gap !== undefined && errors.length === 0) throw refuse(transaction.lookup, 'NOT_SPECIFIED', { clause: gap });
  for (const rule of gap === undefined ? rules : []) {
    for (const touched of alive.filter((candidate) => applies(rule, candidate))) {
      if (rule.fields.some((field) => broken.get(touched.id)?.has(field))) continue;
      if (rule.condition === null) continue;
      const { failedCalls } = transaction.lookup;
      failedCalls.length = 0;
      const isKept = holds(transaction.world, rule.condition, namesAt(transaction, touched.id));
      const [failed] = failedCalls;
      // A given function that gives nothing decides nothing: it refuses by itself.
      if (failed !== undefined) errors.push({ code: 'FUNCTION_FAILED', clause: `9.${failed}` });
      else if (!isKept) errors.push({ code: rule.error ?? 'INVALID', clause: rule.clause });
    }
  }
  const isWarning = ({ code }: ExpectedError) => transaction.lookup.error(code)?.warning === true;
  const refusing = errors.filter((error) => !isWarning(error));
  // Warnings are reported only if there are no errors; timers and calls are not asked to confirm them.
  const asked = errors.filter(
    (error) => isWarning(error) && !transaction.system && !transaction.confirmed.has(error.code),
  );
  const wrong = refusing.length > 0 ? refusing : asked;
  const [first] = wrong;
  if (first === undefined) return;
  const rule = transaction.lookup.plan.rules.find(({ clause }) => clause === first.clause);
  throw refuseAll(transaction.lookup, wrong, rule?.entity ?? '');
}

/** Checks the limits of a record's own fields, so that they are reported before a guard that reads the fields (3). */
export function requireLimits(transaction: Transaction, entity: string): void {
  const alive = [...transaction.touched.values()].filter((touched) => !touched.deleted);
  const isNew = ({ id }: Touched) => (transaction.before.get(id) ?? null) === null;
  const limits = alive.flatMap((touched) =>
    [...brokenLimits(transaction, touched)].map((found): OverLimit => ({ ...found, touched })),
  );
  const errors = firstMistakes(transaction.lookup, limits, isNew).map(
    ({ field, code }): ExpectedError => ({ code, clause: field.clause }),
  );
  if (errors.length > 0) throw refuseAll(transaction.lookup, errors, entity);
}

export function applies(rule: Rule, touched: Touched): boolean {
  return rule.entity === touched.entity && rule.on.some((cause) => touched.causes.has(cause));
}

/**
 * Refuses a record with a value that another one has already (3: `unique`). `except`: children that the same list
 * writes again after this one.
 */
export function requireUnique(
  transaction: Transaction,
  id: string,
  entityName: string,
  except: ReadonlySet<string> = new Set(),
): void {
  const entity = transaction.lookup.entity(entityName);
  const record = transaction.world.get(id);
  if (record === null) return;
  for (const names of uniqueKeys(entity)) {
    const key = names.map((name) => comparedValue(transaction, record, name));
    if (key.includes(null)) continue;
    const isSame = (other: Stored): boolean =>
      names.every((name, place) => comparedValue(transaction, other, name) === key[place]);
    const isTaken = transaction.world
      .rows(entityName)
      .some((other) => other.id !== id && !other.deleted && !except.has(other.id) && isSame(other));
    if (!isTaken) continue;
    const clause = names.length === 1 ? transaction.lookup.field(entityName, names[0] ?? '')?.clause : undefined;
    throw new Refused(transaction.lookup, 'NOT_UNIQUE', {
      ...(clause === undefined ? {} : { clause }),
      errors: [{ code: 'NOT_UNIQUE', ...(clause === undefined ? {} : { clause }) }],
    });
  }
}

const keys = new WeakMap<Entity, readonly (readonly string[])[]>();

/** The fields, or sets of fields, whose values no two records of an entity share. */
function uniqueKeys(entity: Entity): readonly (readonly string[])[] {
  let found = keys.get(entity);
  if (found === undefined) {
    const alone = entity.fields.filter((field) => field.unique !== null).map((field) => [field.name]);
    keys.set(entity, (found = [...alone, ...entity.unique]));
  }
  return found;
}

function comparedValue(transaction: Transaction, record: Stored, name: string): unknown {
  const value = keptValue(transaction, record, name);
  const ignoring =
    typeof value === 'string' && transaction.lookup.field(record.entity, name)?.unique === 'ignoring case';
  return ignoring ? value.toLowerCase() : value;
}

function keptValue({ lookup }: Transaction, record: Stored, name: string): unknown {
  if (record.parent !== null && isParentName(lookup.entity(record.entity), name)) return record.parent;
  if (name === 'created_by') return record.createdBy;
  if (name === 'created_at') return record.createdAt;
  return record.values[name] ?? null;
}

/** The code of the limit that a value breaks by itself: its length, range or form; null if it breaks none. */
export function brokenLimit(world: World, field: Field, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) {
    if (field.type.kind !== 'many') return null;
    if (field.minimum !== null && value.length < Number(field.minimum.value))
      return value.length === 0 && field.required ? 'REQUIRED' : 'TOO_SHORT';
    return field.maximum !== null && value.length > Number(field.maximum.value) ? 'TOO_LONG' : null;
  }
  if (hasLength(field)) {
    const length = field.minimum === null && field.maximum === null ? 0 : lengthOf(plain(value));
    if (field.minimum !== null && length < Number(field.minimum.value)) return 'TOO_SHORT';
    if (field.maximum !== null && length > Number(field.maximum.value)) return 'TOO_LONG';
    return field.pattern === null || matches(world, plain(value), field.pattern) ? null : 'NO_MATCH';
  }
  if (!hasValue(field.type, 'number')) return null;
  const below = field.minimum !== null && isLess(plain(value), field.minimum.value);
  const above = field.maximum !== null && isLess(field.maximum.value, plain(value));
  return below || above ? 'OUT_OF_RANGE' : null;
}

/** The number of a text's characters, of which some are two units. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _character of text) length += 1;
  return length;
}

const TEXT = { kind: 'text', nullable: false } as const;
const patterns = new Map<string, Expression>();

/** Uses the evaluator of expressions, which takes linear time for any pattern. */
export function matches(world: World, text: string, pattern: string): boolean {
  let condition = patterns.get(pattern);
  if (condition === undefined) {
    const given: Expression = { kind: 'variable', name: 'text', type: TEXT };
    const stated: Expression = { kind: 'literal', value: pattern, type: TEXT };
    const type = { kind: 'boolean', nullable: false } as const;
    patterns.set(pattern, (condition = { kind: 'call', name: 'matches', arguments: [given, stated], type }));
  }
  return holds(world, condition, { text });
}

/** Compares exactly, with any number of digits. */
function isLess(left: string, right: string): boolean {
  const places = Math.max(...[left, right].map((text) => text.split('.')[1]?.length ?? 0));
  const whole = (text: string) => BigInt(toScale(text, places).replace('.', ''));
  return whole(left) < whole(right);
}

function* brokenLimits(transaction: Transaction, touched: Touched): Generator<{ field: Field; code: string }> {
  const record = viewAt(transaction, touched.id);
  const before = transaction.before.get(touched.id);
  const values = transaction.world.get(touched.id)?.values ?? {};
  for (const field of storedFields(transaction.lookup.entity(touched.entity))) {
    if (isGivenByTheProduct(field)) continue;
    const value = values[field.name] ?? null;
    const asked = field.when === null || holds(transaction.world, field.when, namesAt(transaction, touched.id));
    const broken = (stated: Field) =>
      value === null ? (stated.required && asked ? 'REQUIRED' : null) : brokenLimit(transaction.world, stated, value);
    const isGiven = () =>
      before === null ||
      before === undefined ||
      JSON.stringify(before.values[field.name] ?? null) !== JSON.stringify(value);
    const isFormed = () => typeof value !== 'string' || fitsForm(field.type.kind, withIds(value)) || !isGiven();
    const code =
      broken(field) ??
      (isFormed() ? null : 'NO_MATCH') ??
      (field.forNew !== undefined && isGiven() ? broken(askedOfNew(field)) : null);
    if (code !== null) {
      yield { field, code };
      continue;
    }
    if (field.among !== null && value !== null && before?.values[field.name] !== value) {
      const former = new Set((before?.values[field.name] as readonly unknown[] | null | undefined) ?? []);
      const among = field.among;
      if (field.amongGap !== undefined && (!Array.isArray(value) || value.length > 0))
        throw refuse(transaction.lookup, 'NOT_SPECIFIED', { clause: field.amongGap });
      const isAmong = (id: unknown) =>
        former.has(id) ||
        holds(
          transaction.world,
          among,
          namesAt(transaction, touched.id, { [CANDIDATE]: transaction.world.view(plain(id)) }),
        );
      const chosen = Array.isArray(value) ? value : [value];
      if (!chosen.every(isAmong)) {
        yield { field, code: 'NOT_ALLOWED' };
        continue;
      }
    }
    if (field.tree && isGiven() && goesRound(transaction.world, touched.id, field.name))
      yield { field, code: 'NOT_ALLOWED' };
  }
  for (const { field } of transaction.lookup.lists(touched.entity)) {
    const count = (asViews(record[field.name]) ?? []).length;
    const [minimum, maximum] = [Number(field.minimum?.value ?? 0), Number(field.maximum?.value ?? Infinity)];
    if (count < minimum) yield { field, code: count === 0 && field.required ? 'REQUIRED' : 'TOO_SHORT' };
    else if (count > maximum) yield { field, code: 'TOO_LONG' };
  }
}

/** Whether a `tree` leads from a record back to it. */
function goesRound(world: World, id: string, by: string): boolean {
  const record = world.get(id);
  if (record === null) return false;
  const type = { kind: 'all', entity: record.entity, by, along: 'ancestors' } as const;
  return alongTree(world.living(record.entity), record, type).includes(record);
}

/** Fields that are not asked for become null (3: `when`). */
function emptyHidden(transaction: Transaction): void {
  for (const touched of transaction.touched.values()) {
    const record = transaction.world.get(touched.id);
    if (touched.deleted || record === null) continue;
    const hidden = storedFields(transaction.lookup.entity(touched.entity)).filter(
      (field) => field.when !== null && !holds(transaction.world, field.when, namesAt(transaction, touched.id)),
    );
    const emptied = Object.fromEntries(hidden.map((field) => [field.name, null]));
    if (hidden.length > 0) transaction.world.put({ ...record, values: { ...record.values, ...emptied } });
  }
}

function mark(broken: Map<string, ReadonlySet<string>>, id: string, field: string): void {
  broken.set(id, new Set([...(broken.get(id) ?? []), field]));
}

/** 401 comes first, where no `anyone` role could ever do it (6). */
export function requireSignedIn(transaction: Transaction, roles: readonly string[]): void {
  if (transaction.system || transaction.actor !== null) return;
  if (!roles.some((role) => mayBeGivenToAnyone(transaction.lookup, role)))
    throw refuse(transaction.lookup, 'UNAUTHENTICATED');
}

/** A text whose symbols stand for ids: the address of a person who is erased has theirs. */
function withIds(text: string): string {
  return text.replaceAll(/@[A-Za-z]\w*:\d+/g, 'id');
}
