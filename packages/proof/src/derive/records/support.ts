import { type Expression, type Field, type Query, walk } from '@nonet/language';
import { namesAt } from '../../reference/transaction.ts';
import type { Body } from '../../reference/body.ts';
import { entityOf, evaluate, type Variables, type View } from '../../reference/evaluate.ts';
import type { Outcome } from '../../reference/perform.ts';
import { plain } from '../../reference/plain.ts';
import type { World } from '../../reference/world.ts';
import { distance } from '../../search/distance.ts';
import { brokenBy } from './attempt.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** A record that conditions look for beside their own (`exists(Permit where holder == user)`), and what it has to be like. */
export interface Support {
  readonly entity: string;
  /** The values that it must have to be looked at. */
  readonly given: Body;
  /** The state in which it is looked for; null: any. */
  readonly state: string | null;
  readonly where: Expression | null;
  /** The field of the record itself that refers to it; null: its conditions only look for it. */
  readonly field: Field | null;
  /** How far a record is from being what is looked for; 0 to 1. */
  readonly distance: (world: World, id: string) => number;
}

/** What conditions look for among all records, where their names mean these. */
export function supportsOf(world: World, conditions: readonly (Expression | null)[], names: Variables): Support[] {
  const { lookup } = world;
  const supports: Support[] = [];
  const visit = (condition: Expression, given: Variables, isComputed: boolean) =>
    walk(condition, (node) => {
      if (node.kind === 'query') {
        const support = supportOf(world, node, given);
        if (support !== null) supports.push(support);
      } else if (node.kind === 'field' && node.of.type.kind === 'record' && !isComputed && isNamed(node.of, given)) {
        const owner = evaluate(world, node.of, given) as View | null;
        const computed = owner === null ? null : (lookup.field(entityOf(owner.id), node.field)?.computed ?? null);
        if (computed !== null) visit(computed, { this: owner }, true);
      }
    });
  for (const condition of conditions) if (condition !== null) visit(condition, names, false);
  return supports;
}

function supportOf(world: World, { source, variable, where }: Query, names: Variables): Support | null {
  const { lookup } = world;
  const { entity } = source;
  if (entity === 'User' || lookup.entity(entity).owner !== null) return null;
  if (where !== null && !isNamed(where, { ...names, [variable]: null })) return null;
  const given: Record<string, unknown> = {};
  if (source.kind === 'list') {
    const list = source.of.type.kind === 'record' ? lookup.field(source.of.type.entity, source.field) : null;
    const owner = isNamed(source.of, names) ? (evaluate(world, source.of, names) as View | null) : null;
    if (list?.type.kind !== 'all' || owner === null) return null;
    const isMany = lookup.field(entity, list.type.by)?.type.kind === 'many';
    given[list.type.by] = isMany ? [owner.id] : owner.id;
  }
  const { state, values } = askedOf(world, entity, where, variable, names);
  const from = (at: World, id: string) =>
    where === null ? 0 : distance(at, where, { ...names, [variable]: at.view(id) }, true);
  return { entity, given: { ...given, ...values }, state, where, field: null, distance: from };
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

/** What was missing where a request was refused: for its guard, for rules, and for references that have to be `among` others. */
export function supportsWhereRefused(
  context: DerivationContext,
  world: World,
  outcome: Outcome,
  id: string | null,
): Support[] {
  const { transaction } = outcome;
  const { broken, fields } = brokenBy(context, outcome, id);
  const looked = broken.flatMap(({ condition, of }) =>
    supportsOf(transaction.world, [condition], namesAt(transaction, of, { input: {} })),
  );
  const referred = fields.flatMap((field) => {
    const owner = [...transaction.touched.values()].find(
      ({ entity }) => context.lookup.field(entity, field.name) === field,
    );
    return owner === undefined ? [] : (among(transaction.world, field, namesAt(transaction, owner.id)) ?? []);
  });
  // What is only made by the request itself can't be referred to before.
  const isThere = (value: unknown) => !isId(value) || world.get(value) !== null;
  return [...referred, ...looked].filter(({ given }) => Object.values(given).flat().every(isThere));
}

function among(world: World, field: Field, names: Variables): Support | null {
  const { among: where, type } = field;
  if (where === null || (type.kind !== 'reference' && type.kind !== 'many') || type.entity === 'User') return null;
  const { state, values } = askedOf(world, type.entity, where, CANDIDATE, names);
  const from = (at: World, id: string) => distance(at, where, { ...names, [CANDIDATE]: at.view(id) }, true);
  return { entity: type.entity, given: values, state, where, field, distance: from };
}

/** How a field's `among` names what might be referred to. */
const CANDIDATE = 'candidate';

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('@');
}

/** What is equal to a field of the queried record wherever a condition holds, through its computed fields too. */
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
}

function isVariable(expression: Expression, name: string): boolean {
  return expression.kind === 'variable' && expression.name === name;
}

function reads(expression: Expression, variable: string): boolean {
  return variablesIn(expression).has(variable);
}

/** Whether nothing is named in an expression that is not known. */
function isNamed(expression: Expression, names: Variables): boolean {
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
