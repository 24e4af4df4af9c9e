import { type Entity, type Expression, type Field, walk } from '@nonet/language';
import { holds, type View } from '../../reference/evaluate.ts';
import { mayDo, type Actor } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import { candidates, settable } from '../../search/draft.ts';
import { expressionsOf } from '../../search/values.ts';
import { nameOf } from '../name.ts';
import { beginnersOf } from './plain-fixtures.ts';
import { reach } from './reach.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** How many people make records of one entity. */
const CREATORS = 3;
/** How often a record is tried for a state that no record is in yet: what is asked in that state depends on it. */
export const MOST_TRIES = 320;
/** How many values of one field are tried. */
const MOST_VALUES = 4;

/** Makes the records that other records refer to, by everybody who may begin one, so that later searches find them. */
export function* derivePrerequisites(context: DerivationContext): Cases {
  const { entities } = context.plan;
  for (const { name, owner } of inOrder(entities)) {
    const isReferredTo = entities.some(({ fields }) =>
      fields.some(({ type }) => (type.kind === 'reference' || type.kind === 'many') && type.entity === name),
    );
    if (owner !== null || name === 'User' || !isReferredTo) continue;
    for (const creator of unlike(context, beginnersOf(context, name))) {
      const isThere = context.world
        .living(name)
        .some(({ id }) => mayDo(creator, 'read', context.world.view(id) as View));
      const found = isThere ? null : reach(context, { entity: name, state: null, creators: [creator], budget: 25 });
      if (found !== null) yield found.builder.prepared(`A ${name} of ${nameOf(context, creator)}`, []);
    }
    yield* deriveRegarded(context, name);
    yield* inStatesAsked(context, name);
  }
  // Where a reference must be among some records, these are made with the record that refers to them.
  for (const { name, owner, fields } of inOrder(entities)) {
    if (owner !== null || context.world.living(name).length > 0 || fields.every(({ among }) => among === null))
      continue;
    const found = reach(context, { entity: name, state: null, budget: 60 });
    if (found !== null) yield found.builder.prepared(`A ${name}, and what it refers to`, []);
  }
}

/** Records in the states that conditions ask of another record (`shipment.status == "delivered"`). */
export function* inStatesAsked(context: DerivationContext, entity: string): Cases {
  const field = context.lookup.workflow(entity)?.field ?? null;
  if (field === null) return;
  for (const state of statesAsked(context, entity, field)) {
    if (context.world.living(entity).some(({ values }) => values[field] === state)) continue;
    const found = reach(context, { entity, state, budget: MOST_TRIES });
    if (found !== null) yield found.builder.prepared(`A ${entity} in ${state}`, []);
  }
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

/** What a record refers to that has to be there first, and what its children do. */
export function needed({ fields }: Entity, entities: readonly Entity[]): string[] {
  return fields.flatMap(({ type, required, default: standard, derived }) => {
    if (type.kind === 'reference') return required && standard === null ? [type.entity] : [];
    if (type.kind !== 'children' || derived) return [];
    const child = entities.find(({ name }) => name === type.entity);
    return child === undefined ? [] : needed(child, entities);
  });
}

/**
 * Records that differ in what is asked of them through other records (`parcel.tour.courier`): without them, what
 * depends on it could only be found on one side.
 */
export function* deriveRegarded(context: DerivationContext, entity: string): Cases {
  for (const field of regarded(context, entity)) {
    const [anyone] = beginnersOf(context, entity);
    if (anyone === undefined) return;
    const known = new Set(context.world.living(entity).map(({ values }) => plain(values[field.name])));
    const values = candidates(context.drafting(anyone), field).filter((value) => value !== null);
    const isOfPeople = field.type.kind === 'many' && field.type.entity === 'User';
    // Records that the document states differ where it matters, and few are easier to search among.
    const lacking =
      known.size > 1 ? onOtherSides(context, entity, field, values) : isOfPeople ? ofPeople(context) : spread(values);
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

/** Of comparisons with what is fixed (`service.fee > 0`) that all records of an entity answer alike: a value each that answers otherwise. */
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

/** Whether an expression says the same of every record, at any time. */
function isFixed(expression: Expression): boolean {
  let fixed = true;
  walk(expression, ({ kind }) => {
    fixed &&= kind === 'literal' || kind === 'constant' || kind === 'unary';
  });
  return fixed;
}

/** The fields of an entity that somebody may set, and that conditions read of a record which is not their own. */
function regarded(context: DerivationContext, entity: string): Field[] {
  const names = new Set<string>();
  const note = (of: Expression, field: string) => {
    if (isOfAnother(of, entity)) names.add(field);
  };
  for (const expression of expressionsOf(context.plan))
    walk(expression, (node) => {
      if (node.kind === 'field') note(node.of, node.field);
      if (node.kind === 'query' && node.source.kind === 'list') note(node.source.of, node.source.field);
    });
  const open = context.actors.flatMap((actor) => settable(context.drafting(actor), entity));
  const seen = new Set<string>();
  return open.filter(({ name, type }) => {
    return names.has(name) && KINDS.has(type.kind) && !seen.has(name) && seen.add(name);
  });
}

/** Whether an expression is a record of an entity, and not the one that its condition is about. */
function isOfAnother(of: Expression, entity: string): boolean {
  return of.type.kind === 'record' && of.type.entity === entity && (of.kind !== 'variable' || !OWN.has(of.name));
}

/** What conditions distinguish; of texts they ask whether they are those of the record itself, or there; a secret goes into a call. */
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

/** Nobody, and one of each kind of people: first whoever is nothing else. */
function ofPeople(context: DerivationContext): (readonly string[])[] {
  const people = context.accounts.toSorted((one, other) => one.roles.length - other.roles.length).map(({ id }) => id);
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

/** People of different roles and relations. */
export function unlike(context: DerivationContext, creators: readonly Actor[]): Actor[] {
  const seen = new Set<string>();
  const chosen = creators.filter((creator) => {
    const account = context.accounts.find(({ id }) => id === creator);
    const kind = `${account?.roles.join()} ${Object.keys(account?.fields ?? {}).join()}`;
    return !seen.has(kind) && seen.add(kind);
  });
  return chosen.slice(0, CREATORS);
}
