import { isObject, itemAt } from '../../collections.ts';
import { decimal, formatDecimal, round } from '../../expression/decimal.ts';
import { compileToClosure, type Environment } from '../../expression/evaluate.ts';
import type { Expression, FieldAccess, Query } from '../../expression/tree.ts';
import { walk } from '../../expression/walk.ts';
import { keyFor, type Reading } from './reading.ts';
import type { Solution } from './solve.ts';
import { type Chosen, chooseValues, isFree, pathOf, wordsOf } from './witness.ts';

type Values = Record<string, unknown>;

/**
 * A solution as values in the document's words. The language's own evaluation checks it, because parts that the
 * analysis did not follow may be decisive: null if the conditions don't all hold for these values.
 */
export function example(
  reading: Reading,
  conditions: readonly Expression[],
  solution: Solution,
): readonly string[] | null {
  const chosen = chooseValues(reading, solution);
  // The product decides which days are working days.
  if (conditions.some(countsWorkingDays)) return null;
  if (!chosen.every((one) => isFree(reading, one))) return null;
  const variables = recordsOf(chosen);
  const environment: Environment = {
    variables,
    constants: constantsOf(reading, [...conditions, ...computedIn(reading, conditions)]),
    now: nowOf(chosen),
    timeZone: 'UTC',
    workingDays: [1, 2, 3, 4, 5],
    holidays: [],
    holdsRole: (_, role) => holdsRole(chosen, role),
  };
  if (!fillLists(reading, conditions, chosen, variables)) return null;
  try {
    fillComputed(reading, conditions, environment);
    if (!conditions.every((condition) => compileToClosure(condition)(environment) === true)) return null;
  } catch {
    // The evaluation needs the product's data.
    return null;
  }
  const reported = chosen.flatMap(({ term, words }) => (term.kind === 'worked out' ? [] : [words]));
  const computed = computedNamedIn(reading, conditions).map((field) =>
    wordsOf(field, compileToClosure(field)(environment)),
  );
  return [...new Set([...reported, ...computed].filter((words) => words !== ''))];
}

/** A solution's values as they are, what is not followed among them. */
export function assumed(reading: Reading, solution: Solution): readonly string[] {
  const words = chooseValues(reading, solution).map((one) => one.words);
  return [...new Set(words.filter((each) => each !== ''))];
}

/** The computed fields that the conditions name: their values explain the example. */
function computedNamedIn(reading: Reading, conditions: readonly Expression[]): readonly FieldAccess[] {
  const found = new Map<string, FieldAccess>();
  for (const condition of conditions) {
    walk(condition, (part) => {
      if (part.kind !== 'field' || part.of.type.kind !== 'record' || pathOf(part)?.[0] !== 'this') return;
      if (reading.knowledge.field(part.of.type.entity, part.field)?.computed) found.set(keyFor(part), part);
    });
  }
  return [...found.values()];
}

function countsWorkingDays(condition: Expression): boolean {
  let counts = false;
  walk(condition, ({ type }) => {
    if (type.kind === 'working days') counts = true;
  });
  return counts;
}

/** Records as objects: terms that are the same record share one. */
function recordsOf(chosen: readonly Chosen[]): Values {
  const variables: Values = { this: { id: 'this' } };
  const records = new Map<unknown, Values>();
  const placed = chosen.flatMap((one) => {
    const path = one.term.expression === null ? null : pathOf(one.term.expression);
    return path === null ? [] : [{ ...one, path }];
  });
  for (const { term, value, path } of placed.toSorted((left, right) => left.path.length - right.path.length)) {
    let stored = value;
    if (term.expression?.type.kind === 'record' && value !== null) {
      const record = records.get(value) ?? { id: value };
      records.set(value, record);
      stored = record;
    }
    setPath(variables, path, stored);
  }
  return variables;
}

function setPath(variables: Values, path: readonly string[], value: unknown): void {
  let owner = variables;
  for (const name of path.slice(0, -1)) {
    const next = owner[name];
    if (next === null) return;
    owner[name] ??= { id: name };
    // Each owner on the way to a value was made here or by an earlier value: an object of fields.
    owner = owner[name] as Values;
  }
  const last = itemAt(path, -1);
  // A record that has fields already keeps them.
  if (typeof value === 'object' && value !== null && typeof owner[last] === 'object' && owner[last] !== null) return;
  owner[last] = value;
}

/** The expressions of the computed fields that the conditions read, directly or through others. */
function computedIn(reading: Reading, conditions: readonly Expression[]): readonly Expression[] {
  const found = new Set<Expression>();
  const collect = (condition: Expression): void => {
    walk(condition, (part) => {
      if (part.kind !== 'field' || part.of.type.kind !== 'record') return;
      const computed = reading.knowledge.field(part.of.type.entity, part.field)?.computed;
      if (!computed || found.has(computed)) return;
      found.add(computed);
      collect(computed);
    });
  };
  for (const condition of conditions) collect(condition);
  return [...found];
}

function constantsOf(reading: Reading, conditions: readonly Expression[]): Values {
  const constants: Values = {};
  for (const condition of conditions) {
    walk(condition, (part) => {
      const value = part.kind === 'constant' ? reading.knowledge.constant(part.name)?.value : undefined;
      if (part.kind === 'constant' && value?.kind === 'literal') constants[part.name] = value.value;
    });
  }
  return constants;
}

function nowOf(chosen: readonly Chosen[]): string {
  const moment = (name: string): string | null => {
    const found = chosen.find(({ term }) => term.expression?.kind === 'call' && term.expression.name === name)?.value;
    return typeof found === 'string' ? found : null;
  };
  return moment('now') ?? `${moment('today') ?? '2026-06-15'}T12:00:00Z`;
}

function holdsRole(chosen: readonly Chosen[], role: string): boolean {
  const found = chosen.find(({ term }) => term.expression?.kind === 'role' && term.expression.role === role);
  if (found === undefined || found.term.kind !== 'given') throw new Error(`Who holds ${role} is not known`);
  return found.value === true;
}

/** Own lists that are counted or summed up get as many records, or one with the sum. False if the rules forbid that. */
function fillLists(
  reading: Reading,
  conditions: readonly Expression[],
  chosen: readonly Chosen[],
  variables: Values,
): boolean {
  let allowed = true;
  const lists = new Map<string, { readonly query: Query; readonly path: readonly string[] }>();
  for (const condition of conditions) {
    walk(condition, (part) => {
      if (part.kind === 'field' && part.type.kind === 'list') allowed = false;
      if (part.kind !== 'query' || part.source.kind !== 'list') return;
      const { of, field } = part.source;
      const path = pathOf(of);
      if (path === null || path.length > 1) allowed = false;
      else lists.set([...path, field].join('.'), { query: part, path: [...path, field] });
    });
  }
  for (const { term, value } of chosen) {
    const query = term.expression;
    if (query?.kind !== 'query' || query.source.kind !== 'list' || query.where !== null) continue;
    const path = pathOf(query.source.of);
    if (path === null) continue;
    const children = childrenOf(reading, query, value);
    if (children === null) return false;
    setPath(variables, [...path, query.source.field], children);
  }
  for (const { query, path } of lists.values()) {
    const { source } = query;
    if (source.kind !== 'list' || source.of.type.kind !== 'record') return false;
    const field = reading.knowledge.field(source.of.type.entity, source.field);
    const owner = path[0] === undefined ? undefined : variables[path[0]];
    const list = isObject(owner) ? owner[source.field] : undefined;
    const size = Array.isArray(list) ? list.length : 0;
    if (size < Number(field?.minimum?.value ?? 0) || size > Number(field?.maximum?.value ?? Number.POSITIVE_INFINITY))
      return false;
  }
  return allowed;
}

function childrenOf(reading: Reading, query: Query, value: unknown): Values[] | null {
  if (query.form === 'count') return Array.from({ length: Number(value) }, (_, index) => ({ id: index }));
  const summed = query.value;
  if (query.form !== 'sum' || summed?.kind !== 'field' || summed.of.kind !== 'variable') return null;
  const field = reading.knowledge.field(query.source.entity, summed.field);
  const isOutside =
    (field?.minimum && decimal(String(value)).lt(field.minimum.value)) ||
    (field?.maximum && decimal(String(value)).gt(field.maximum.value));
  return field === undefined || field.computed !== null || isOutside ? null : [{ id: 0, [summed.field]: value }];
}

/** Computed fields that the conditions read have the values that they are computed to. */
function fillComputed(reading: Reading, conditions: readonly Expression[], environment: Environment): void {
  const seen = new Set<string>();
  const fill = (condition: Expression): void => {
    walk(condition, (part) => {
      if (part.kind !== 'field' || part.of.type.kind !== 'record') return;
      const field = reading.knowledge.field(part.of.type.entity, part.field);
      const path = pathOf(part);
      if (!field?.computed || path === null || seen.has(path.join('.'))) return;
      seen.add(path.join('.'));
      fill(field.computed);
      const owner = compileToClosure({ ...part.of })(environment);
      if (owner === null) return;
      const value = compileToClosure(field.computed)({
        ...environment,
        variables: { ...environment.variables, this: owner },
      });
      // The path of a field that is read ends in a record, which `setPath` has made.
      (owner as Values)[part.field] = rounded(reading, part, value);
    });
  };
  for (const condition of conditions) fill(condition);
}

function rounded({ knowledge }: Reading, { type }: FieldAccess, value: unknown): unknown {
  const places = type.kind === 'money' ? knowledge.digits(type.currency) : type.kind === 'decimal' ? type.scale : null;
  return places === null || typeof value !== 'string' ? value : formatDecimal(round(decimal(value), places));
}
