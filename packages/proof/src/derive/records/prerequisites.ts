import { CANDIDATE, type Entity, type Expression, type Field, hasValue, walk } from '@nonet/language';
import { holds, viewIn } from '../../reference/evaluate.ts';
import { mayDo } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import { candidates, settable } from '../../search/draft.ts';
import { routesTo } from '../../search/routes.ts';
import { expressionsOf } from '../../search/mentioned-values.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { nameOf } from '../name.ts';
import { needed } from './needed.ts';
import { beginnersOf, unlike } from './plain-fixtures.ts';
import { reach } from './reach.ts';
import { searchOnce } from './search-once.ts';
import { isNamed } from './support.ts';

/**
 * The maximum number of attempts to bring a record into a state that no record has yet: the cases of that state depend
 * on it.
 */
export const MOST_TRIES = 320;
/** The maximum number of attempts for a state that differs from the requested one. */
const MOST_OTHER_TRIES = 40;
/** The maximum number of values that are tried for one field. */
const MOST_VALUES = 4;

/**
 * Creates the records that other records refer to, by every actor who may create one, so that later searches find them.
 */
export function* derivePrerequisites(context: DerivationContext): Cases {
  yield* searchOnce(context, 'prerequisites', searchPrerequisites);
}

function* searchPrerequisites(context: DerivationContext): Cases {
  const { entities } = context.plan;
  for (const { name, owner } of inOrder(entities)) {
    const isReferredTo = entities.some(({ fields }) =>
      fields.some(({ type }) => (type.kind === 'reference' || type.kind === 'many') && type.entity === name),
    );
    if (owner !== null || name === 'User' || !isReferredTo) continue;
    for (const creator of unlike(context, beginnersOf(context, name))) {
      const isThere = context.world.living(name).some(({ id }) => mayDo(creator, 'read', viewIn(context.world, id)));
      const found = isThere ? null : reach(context, { entity: name, state: null, creators: [creator], budget: 25 });
      if (found !== null) yield found.builder.prepared(`A ${name} of ${nameOf(context, creator)}`, []);
    }
    yield* deriveReadThroughReferences(context, name);
    yield* inStatesAsked(context, name);
  }
  // If a reference must be among certain records, these are made with the record that refers to them.
  for (const { name, owner, fields } of inOrder(entities)) {
    if (owner !== null || context.world.living(name).length > 0 || fields.every(({ among }) => among === null))
      continue;
    const found = reach(context, { entity: name, state: null, budget: 60 });
    if (found !== null) yield found.builder.prepared(`A ${name}, and the records that it refers to`, []);
  }
}

/** Records in the states that conditions ask of another record (`shipment.status == "delivered"`). */
export function* inStatesAsked(context: DerivationContext, entity: string): Cases {
  const field = context.lookup.workflow(entity)?.field ?? null;
  if (field === null) return;
  const asked = statesAsked(context, entity, field);
  const other = asked.size === 0 ? null : otherState(context, entity, asked);
  for (const state of [...asked, ...(other === null ? [] : [other])]) {
    if (context.world.living(entity).some(({ values }) => values[field] === state)) continue;
    const found = reach(context, { entity, state, budget: asked.has(state) ? MOST_TRIES : MOST_OTHER_TRIES });
    if (found !== null) yield found.builder.prepared(`A ${entity} in ${state}`, []);
  }
}

/** The nearest state that no condition asks for, so that the conditions do not hold in it. */
function otherState({ lookup }: DerivationContext, entity: string, asked: ReadonlySet<string>): string | null {
  const ways = (lookup.workflow(entity)?.states ?? [])
    .filter(({ name }) => !asked.has(name))
    .flatMap(({ name }) => {
      const [way] = routesTo(lookup, entity, name);
      return way === undefined ? [] : [{ name, length: way.length }];
    });
  return ways.toSorted((one, another) => one.length - another.length)[0]?.name ?? null;
}

function statesAsked({ plan }: DerivationContext, entity: string, field: string): ReadonlySet<string> {
  const asked = new Set<string>();
  // Screens may count no records.
  const { entities, states, rules, permissions, calls } = plan;
  for (const expression of expressionsOf([entities, states, rules, permissions, calls]))
    walk(expression, (node) => {
      if (node.kind !== 'binary' || node.left.kind !== 'field' || node.left.field !== field) return;
      if (!isOfAnother(node.left.of, entity)) return;
      walk(node.right, (inner) => {
        if (inner.kind === 'literal') asked.add(plain(inner.value));
      });
    });
  return asked;
}

/** Entities, each after those that its records require, else in the document's order. */
export function inOrder(entities: readonly Entity[]): Entity[] {
  const ordered = new Set<Entity>();
  const under = new Set<Entity>();
  const visit = (entity: Entity | undefined) => {
    if (entity === undefined || ordered.has(entity) || under.has(entity)) return;
    under.add(entity);
    for (const name of needed(entity, entities)) visit(entities.find((other) => other.name === name));
    ordered.add(entity);
  };
  for (const entity of entities) visit(entity);
  return [...ordered];
}

/**
 * Records that differ in values that conditions read through references (`parcel.tour.courier`). Without them, such a
 * condition would have the same result in all cases.
 */
export function* deriveReadThroughReferences(context: DerivationContext, entity: string): Cases {
  for (const field of readThroughReferences(context, entity)) {
    const [anyone] = beginnersOf(context, entity);
    if (anyone === undefined) return;
    const known = new Set(context.world.living(entity).map(({ values }) => plain(values[field.name])));
    const values = candidates(context.drafting(anyone), field).filter((value) => value !== null);
    const isOfPeople = field.type.kind === 'many' && field.type.entity === 'User';
    // Records that the document states differ where it matters, and few are easier to search among.
    const lacking = !KINDS.has(field.type.kind)
      ? values.slice(0, 1)
      : known.size > 1
        ? onOtherSides(context, entity, field, values)
        : isOfPeople
          ? ofPeople(context, field)
          : spread(values);
    for (const value of lacking) {
      if (known.has(plain(value))) continue;
      const found = reach(context, {
        entity,
        state: null,
        given: { [field.name]: value },
        budget: 20,
        want: (_world, _id, fixture) => (fixture.draft[field.name] === value ? 0 : 0.5),
      });
      if (found === null) continue;
      yield found.builder.prepared(`A ${entity} with another ${field.name}`, [field.clause]);
    }
  }
}

/**
 * For comparisons with a fixed value (`service.fee > 0`) that have the same result on all records of an entity: a value
 * each with the other result.
 */
function onOtherSides(
  { plan, world }: DerivationContext,
  entity: string,
  { name }: Field,
  values: readonly unknown[],
): unknown[] {
  const lacking = new Set<unknown>();
  const note = (node: Expression) => {
    if (node.kind !== 'binary' || node.left.kind !== 'field' || node.left.field !== name) return;
    if (!isOfAnother(node.left.of, entity) || !isFixed(node.right)) return;
    const { type } = node.left;
    const answers = (value: unknown) =>
      holds(
        world,
        {
          ...node,
          left: { kind: 'literal', value: typeof value === 'number' ? value : plain(value), type } as Expression,
        },
        {},
      );
    const stated = world.living(entity).flatMap((record) => record.values[name] ?? []);
    const sides = new Set(stated.map(answers));
    if (sides.size !== 1) return;
    const other = values.find((value) => !sides.has(answers(value)));
    if (other !== undefined) lacking.add(other);
  };
  for (const expression of expressionsOf([plan.entities, plan.states, plan.rules, plan.permissions, plan.calls]))
    walk(expression, note);
  return [...lacking];
}

/** Whether an expression has the same value for all records, at any time. */
function isFixed(expression: Expression): boolean {
  let fixed = true;
  walk(expression, ({ kind }) => {
    fixed &&= kind === 'literal' || kind === 'constant' || kind === 'unary';
  });
  return fixed;
}

/** The fields of an entity that somebody may set, and that conditions read through a reference. */
function readThroughReferences(context: DerivationContext, entity: string): Field[] {
  const names = new Set<string>();
  /** The fields that are only compared with null. */
  const filled = new Set<string>();
  const note = (of: Expression, field: string) => {
    if (isOfAnother(of, entity)) names.add(field);
  };
  for (const expression of expressionsOf(context.plan))
    walk(expression, (node) => {
      if (node.kind === 'field') note(node.of, node.field);
      if (node.kind === 'binary' && node.left.kind === 'field' && isNothing(node.right)) filled.add(node.left.field);
      if (node.kind === 'query' && node.source.kind === 'list') note(node.source.of, node.source.field);
    });
  const open = context.actors.flatMap((actor) => settable(context.drafting(actor), entity));
  const seen = new Set<string>();
  return open.filter(({ name, type }) => {
    const decides = KINDS.has(type.kind) || (hasValue(type, 'text') && filled.has(name));
    return names.has(name) && decides && !seen.has(name) && seen.add(name);
  });
}

function isNothing(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value === null;
}

/** Whether an expression is a record of an entity other than the condition's own record. */
function isOfAnother(of: Expression, entity: string): boolean {
  return of.type.kind === 'record' && of.type.entity === entity && (of.kind !== 'variable' || !OWN.has(of.name));
}

/**
 * The kinds of fields whose values conditions distinguish; texts count as filled or empty. A secret is sent in a call.
 */
const KINDS: ReadonlySet<string> = new Set([
  'reference',
  'many',
  'enum',
  'boolean',
  'integer',
  'decimal',
  'money',
  'percent',
  'date',
  'datetime',
  'secret',
]);

/** No account, and one account of each kind that the field takes, those with the fewest roles first. */
function ofPeople(context: DerivationContext, { among }: Field): (readonly string[])[] {
  const { world } = context;
  const isTaken = (id: string) => {
    const names = { [CANDIDATE]: world.view(id) };
    return among === null || !isNamed(among, names) || holds(world, among, names);
  };
  const people = context.accounts
    .filter(({ id }) => isTaken(id))
    .toSorted((one, other) => one.roles.length - other.roles.length)
    .map(({ id }) => id);
  return [[], ...unlike(context, people).flatMap((id) => (id === null ? [] : [[id]]))];
}

/** Some of them, from the first to the last. */
function spread(values: readonly unknown[]): unknown[] {
  const step = Math.max(1, (values.length - 1) / (MOST_VALUES - 1));
  const places = Array.from({ length: Math.min(MOST_VALUES, values.length) }, (_value, turn) =>
    Math.round(turn * step),
  );
  return places.map((place) => values[place]);
}

const OWN: ReadonlySet<string> = new Set(['this', 'old', 'user']);
