import { CANDIDATE, type Expression, type Field, type Query, walk } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { asView, entityOf, evaluate, type Variables } from '../../reference/evaluate.ts';
import type { Outcome } from '../../reference/perform.ts';
import { plain } from '../../reference/plain.ts';
import { namesAt } from '../../reference/transaction.ts';
import type { World } from '../../reference/world.ts';
import { distance } from '../../search/distance.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { brokenBy, type RefusedEvent } from './attempt.ts';

/** Another record that conditions look for (`exists(Permit where holder == user)`), and its required properties. */
export interface Support {
  readonly entity: string;
  /** The values that it must have to be looked at. */
  readonly given: Body;
  /** The state in which it is looked for; null: any. */
  readonly state: string | null;
  readonly where: Expression | null;
  /** Further expressions that its search depends on. */
  readonly about?: readonly Expression[];
  /** The field of the record itself that refers to it; null: its conditions only look for it. */
  readonly field: Field | null;
  /** The fields of a record that its own record, too, may take from it: by its field, the own one (`copy == this.copy`). */
  readonly matched?: Readonly<Record<string, string>>;
  /** How far a record is from being the sought one, from 0 to 1. */
  readonly distance: (world: World, id: string) => number;
}

/** The depth to which computed fields that read other computed fields are followed. */
const DEEPEST = 3;

/** The records that conditions look for among all records, with the current values of their names. */
export function supportsOf(world: World, conditions: readonly (Expression | null)[], names: Variables): Support[] {
  const { lookup } = world;
  const supports: Support[] = [];
  const visit = (condition: Expression, given: Variables, depth: number) =>
    walk(condition, (node) => {
      if (node.kind === 'query') {
        const support = supportOf(world, node, given);
        // Below, `this` is another record.
        const matched = depth > 0 ? {} : matchedBy(world, node);
        if (support !== null) supports.push({ ...support, matched });
      } else if (
        node.kind === 'field' &&
        node.of.type.kind === 'record' &&
        depth < DEEPEST &&
        isNamed(node.of, given)
      ) {
        const owner = asView(evaluate(world, node.of, given));
        const computed = owner === null ? null : (lookup.field(entityOf(owner.id), node.field)?.computed ?? null);
        if (computed !== null) visit(computed, { this: owner }, depth + 1);
      }
    });
  for (const condition of conditions) if (condition !== null) visit(condition, names, 0);
  return supports;
}

function supportOf(world: World, { source, variable, where, value }: Query, names: Variables): Support | null {
  const { lookup } = world;
  const { entity } = source;
  if (entity === 'User' || lookup.entity(entity).owner !== null) return null;
  if (where !== null && !isNamed(where, { ...names, [variable]: null })) return null;
  const given: Record<string, unknown> = {};
  if (source.kind === 'list') {
    const list = source.of.type.kind === 'record' ? lookup.field(source.of.type.entity, source.field) : null;
    const owner = isNamed(source.of, names) ? asView(evaluate(world, source.of, names)) : null;
    // A record above is not made by referring to the one below it.
    if (list?.type.kind !== 'all' || list.type.along === 'ancestors' || owner === null) return null;
    const isMany = lookup.field(entity, list.type.by)?.type.kind === 'many';
    given[list.type.by] = isMany ? [owner.id] : owner.id;
  }
  const { state, values } = askedOf(world, entity, where, variable, names);
  const isListed = (at: World, id: string) => {
    const values = at.get(id)?.values ?? {};
    return Object.entries(given).every(([name, wanted]) => [values[name]].flat().includes([wanted].flat()[0]));
  };
  const from = (at: World, id: string) =>
    !isListed(at, id) ? 0.95 : where === null ? 0 : distance(at, where, { ...names, [variable]: at.view(id) }, true);
  const about = value === null ? [] : [value];
  return { entity, given: { ...given, ...values }, state, where, about, field: null, distance: from };
}

/** The fields in which the looked for record equals a field of the record itself. */
function matchedBy(world: World, { source, variable, where }: Query): Record<string, string> {
  const matched: Record<string, string> = {};
  for (const { field, to } of equalities(world, source.entity, where, variable))
    if (to.kind === 'field' && isVariable(to.of, 'this')) matched[field] = to.field;
  return matched;
}

/** The state and the values that a condition asks of the record that it looks for. */
function askedOf(world: World, entity: string, where: Expression | null, variable: string, names: Variables) {
  const values: Record<string, unknown> = {};
  let state: string | null = null;
  for (const { field, to } of equalities(world, entity, where, variable)) {
    const value = isNamed(to, names) ? idOf(evaluate(world, to, names)) : null;
    if (value === null || value === undefined) continue;
    if (field === world.lookup.workflow(entity)?.field) state = plain(value);
    else if (world.lookup.field(entity, field)?.computed === null) values[field] = value;
  }
  return { state, values };
}

/**
 * The records whose absence caused a refusal: for the guard, for rules, and for references that must be `among`
 * others.
 */
export function supportsWhereRefused(
  context: DerivationContext,
  world: World,
  outcome: Outcome,
  id: string | null,
): Support[] {
  const { transaction } = outcome;
  const { broken, fields, event } = brokenBy(context, outcome, id);
  const looked = broken.flatMap(({ condition, of }) =>
    supportsOf(transaction.world, [condition], namesAt(transaction, of, { input: {} })),
  );
  const referred = fields.flatMap((field) => {
    const owner = [...transaction.touched.values()].find(
      ({ entity }) => context.lookup.field(entity, field.name) === field,
    );
    return owner === undefined ? [] : (among(transaction.world, field, namesAt(transaction, owner.id)) ?? []);
  });
  // A record that the request itself creates can't be referred to beforehand.
  const isThere = (value: unknown) => !isId(value) || world.get(value) !== null;
  const caused = event === null ? [] : startingWhere(event);
  return [...referred, ...caused, ...looked].filter(({ given }) => Object.values(given).flat().every(isThere));
}

/**
 * Records in the states from which an event starts, for the fields that refer to the record whose event was refused.
 */
function startingWhere({ record, rows, fields }: RefusedEvent): Support[] {
  const entity = entityOf(record);
  return fields.flatMap((field) =>
    rows.flatMap(({ from, when }) =>
      (from === null || from === 'new' ? [] : from).map((state): Support => {
        const fits = (at: World, id: string) =>
          when === null ? 0 : distance(at, when, { this: at.view(id), user: null, old: at.view(id), input: {} }, true);
        return { entity, given: {}, state, where: when, field, distance: fits };
      }),
    ),
  );
}

/** A record that a reference may name, by its `among`; null: any may be named, or nothing says which. */
export function among(world: World, field: Field, names: Variables): Support | null {
  const { among: where, type } = field;
  if (where === null || (type.kind !== 'reference' && type.kind !== 'many') || type.entity === 'User') return null;
  if (!isNamed(where, { ...names, [CANDIDATE]: null })) return null;
  const { state, values } = askedOf(world, type.entity, where, CANDIDATE, names);
  const from = (at: World, id: string) => distance(at, where, { ...names, [CANDIDATE]: at.view(id) }, true);
  return { entity: type.entity, given: values, state, where, field, distance: from };
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('@');
}

/** The values that fields of the queried record must equal if a condition holds, through its computed fields too. */
function* equalities(
  world: World,
  entity: string,
  where: Expression | null,
  variable: string,
): Generator<{ field: string; to: Expression }> {
  if (where?.kind === 'field' && isVariable(where.of, variable)) {
    const computed = world.lookup.field(entity, where.field)?.computed ?? null;
    yield* equalities(world, entity, computed, 'this');
  }
  if (where?.kind !== 'binary') return;
  const { operator, left, right } = where;
  if (operator === 'and') {
    yield* equalities(world, entity, left, variable);
    yield* equalities(world, entity, right, variable);
  } else if (operator === '==')
    for (const [one, other] of [[left, right] as const, [right, left] as const])
      if (one.kind === 'field' && isVariable(one.of, variable) && !reads(other, variable))
        yield { field: one.field, to: other };
  // One of several values will do.
  if (operator === 'in' && left.kind === 'field' && isVariable(left.of, variable) && right.kind === 'list')
    for (const to of right.items.slice(0, 1)) if (!reads(to, variable)) yield { field: left.field, to };
}

function isVariable(expression: Expression, name: string): boolean {
  return expression.kind === 'variable' && expression.name === name;
}

function reads(expression: Expression, variable: string): boolean {
  return variablesIn(expression).has(variable);
}

/** Whether all names in an expression are known. */
export function isNamed(expression: Expression, names: Variables): boolean {
  return [...variablesIn(expression)].every((name) => name in names);
}

/** The variables of an expression that it does not bring along itself. */
function variablesIn(expression: Expression): ReadonlySet<string> {
  const named = new Set<string>();
  const own = new Set<string>();
  walk(expression, (node) => {
    if (node.kind === 'variable') named.add(node.name);
    if (node.kind === 'query') own.add(node.variable);
  });
  return named.difference(own);
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}

/** The maximum number of kinds of records that are tried for a needed one, each equally often. */
const MOST_KINDS = 8;

/** One of each kind, and not too many. */
export function differing(supports: readonly Support[]): Support[] {
  const seen = new Set<string>();
  return supports
    .filter(({ entity, state, given }) => {
      const kind = JSON.stringify([entity, state, given]);
      return !seen.has(kind) && seen.add(kind);
    })
    .slice(0, MOST_KINDS);
}
