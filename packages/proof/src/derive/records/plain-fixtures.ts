import { type Expression, type Field, type Transition, walk } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { couldEver } from '../../reference/could.ts';
import { holds } from '../../reference/evaluate.ts';
import { fits } from '../../reference/fire.ts';
import { type Actor, mayDo } from '../../reference/permissions.ts';
import { numberOf, Remembered } from '../../reference/remembered.ts';
import type { World } from '../../reference/world.ts';
import { candidates, plainDraft } from '../../search/draft.ts';
import { focusOf } from '../../search/focus.ts';
import { type Route, routesTo } from '../../search/routes.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { answersTo } from './answers.ts';
import type { Fixture } from './fixture.ts';

/**
 * An actor who may cause a row of an event on a record, and read the record. If the row's guard distinguishes people,
 * an actor for whom it holds.
 */
export function actorFor(context: DerivationContext, world: World, id: string, row: Transition): Actor | undefined {
  const key = `${id} ${numberOf(row)} ${numberOf(context)} ${context.accounts.length}`;
  return ACTORS.of(world, key, () => chosenFor(context, world, id, row));
}

const ACTORS = new Remembered<Actor | undefined>();

function chosenFor(context: DerivationContext, world: World, id: string, row: Transition): Actor | undefined {
  const actors = actorsFor(context, world, id, row);
  const { when } = row;
  if (when === null || actors.length < 2 || !readsUser(when)) return actors[0];
  const record = world.view(id);
  const names = { this: record, old: record, input: {} };
  return actors.find((actor) => holds(world, when, { ...names, user: world.view(actor) })) ?? actors[0];
}

function readsUser(condition: Expression): boolean {
  let reads = false;
  walk(condition, (node) => {
    reads ||= node.kind === 'role' || (node.kind === 'variable' && node.name === 'user');
  });
  return reads;
}

export function actorsFor(context: DerivationContext, world: World, id: string, row: Transition): Actor[] {
  const record = world.view(id);
  if (record === null) return [];
  return context.actors.filter(
    (actor) => fits({ world, lookup: context.lookup, actor }, row, record) && mayDo(actor, 'read', record),
  );
}

/** The relationships that decide who may take a row on a record (4, 6). */
export function relationsOf(context: DerivationContext, entity: string, row: Transition): Expression[] {
  return row.by.flatMap((trigger) => {
    const given = trigger.kind === 'role' ? context.lookup.role(trigger.role)?.given : undefined;
    return given?.kind === 'relationship' ? (given.of[entity] ?? []) : [];
  });
}

/** The actors who might create a record of an entity. */
export function creatorsOf(context: DerivationContext, entity: string): Actor[] {
  const grants = context.lookup.permissions(entity)?.actions?.create ?? [];
  return context.actors.filter((actor) => couldEver(context.world, actor, entity, grants));
}

/**
 * The actors who might begin a record of an entity: by creating it, or by an event that does; on one route, or on any.
 */
export function beginnersOf(context: DerivationContext, entity: string, route: Route | null = null): Actor[] {
  const begins = (row: Transition | undefined) =>
    row?.from === 'new'
      ? context.actors.filter((actor) => fits({ world: context.world, lookup: context.lookup, actor }, row, null))
      : creatorsOf(context, entity);
  if (route !== null) return begins(route[0]?.row);
  const able = new Set(routesTo(context.lookup, entity, null).flatMap(([first]) => begins(first?.row)));
  return context.actors.filter((actor) => able.has(actor));
}

/** The number of actors who make records of one entity. */
const CREATORS = 3;

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

export function plainFixture(
  context: DerivationContext,
  entity: string,
  route: Route,
  creator: Actor,
  given: Body = {},
): Fixture {
  const drafting = context.drafting(creator);
  const asked = Object.fromEntries(
    route.map(({ event, row }) => [event, { ...plainBody(context, entity, row, creator), ...whatIsAsked(row, given) }]),
  );
  return { entity, route, creator, draft: { ...plainDraft(drafting, entity), ...given }, asked };
}

/** A fixture that refers to the latest records: a limit or a unique value may have used up the earlier ones. */
export function latestFixture(
  context: DerivationContext,
  entity: string,
  route: Route,
  creator: Actor,
  given: Body = {},
): Fixture {
  const plain = plainFixture(context, entity, route, creator, given);
  const first = route[0]?.row.from === 'new' ? plain.asked[route[0].event] : plain.draft;
  const latest = Object.keys(first ?? {}).flatMap((name): [string, unknown][] => {
    const field = context.lookup.field(entity, name);
    const last =
      field?.type.kind === 'reference' ? candidates(context.drafting(creator), field).findLast(Boolean) : null;
    return last ? [[name, last]] : [];
  });
  return plainFixture(context, entity, route, creator, { ...Object.fromEntries(latest), ...given });
}

function whatIsAsked(row: Transition, given: Body): Body {
  const names = new Set(row.asks.flatMap((ask) => (ask.kind === 'field' ? [ask.field] : [])));
  return Object.fromEntries(Object.entries(given).filter(([name]) => row.from === 'new' && names.has(name)));
}

/** The plainest answers to what a row asks. */
export function plainBody(context: DerivationContext, entity: string, row: Transition, actor: Actor): Body {
  return Object.fromEntries(
    row.asks.flatMap((ask): [string, unknown][] => {
      const field = ask.kind === 'field' ? context.lookup.field(entity, ask.field) : null;
      if (!ask.required && !isAskedAtTimes(field)) return [];
      if (ask.kind === 'child') return [[ask.field, plainChild(context, ask, actor)]];
      const name = ask.kind === 'field' ? ask.field : ask.name;
      const value = answersTo(context, entity, row, ask, actor).find((one) => one !== null);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Whether a field must be filled under a condition (3: `when`). Where it is not asked for, what is sent stays empty. */
function isAskedAtTimes(field: Field | null): boolean {
  return field !== null && field.required && field.when !== null;
}

/** The plainest child that a row asks for. */
export function plainChild(
  context: DerivationContext,
  ask: Extract<Transition['asks'][number], { kind: 'child' }>,
  actor: Actor,
): Body {
  const drafting = context.drafting(actor);
  return Object.fromEntries(
    ask.fields.flatMap(({ field, required }) => {
      const inner = context.lookup.field(ask.entity, field);
      const value =
        inner === null || !(required || isAskedAtTimes(inner))
          ? undefined
          : candidates(drafting, inner).find((one) => one !== null);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/**
 * The maximum number of values that are tried for one input: values on both sides of those that the document compares
 * with.
 */
const MOST_VALUES = 60;

/**
 * Answers to what a row asks: the plainest, and others of what these conditions read, one at a time.
 *
 * @param plainest Other answers to begin with.
 */
export function bodiesFor(
  context: DerivationContext,
  entity: string,
  row: Transition,
  actor: Actor,
  conditions: readonly (Expression | null)[],
  plainest: Body = plainBody(context, entity, row, actor),
): Body[] {
  const read = new Set<string>();
  const note = (node: Expression) => {
    if (node.kind === 'field') read.add(node.field);
    if (node.kind === 'variable') read.add(node.name);
  };
  for (const condition of conditions) if (condition !== null) walk(condition, note);
  // Through computed fields, too: `total >= taken` reads `new_days`.
  const through = focusOf(context.lookup, conditions);
  const isRead = (of: string, name: string) => read.has(name) || through.has(`${of}.${name}`);
  const valuesOf = (of: string, field: Field | null) =>
    field !== null && isRead(of, field.name) ? candidates(context.drafting(actor), field).slice(0, MOST_VALUES) : [];
  const others = row.asks.flatMap((ask): Body[] => {
    if (ask.kind === 'child') {
      const child = plainChild(context, ask, actor);
      const varied = ask.fields.flatMap(({ field }) =>
        valuesOf(ask.entity, context.lookup.field(ask.entity, field)).map((value) => ({ ...child, [field]: value })),
      );
      return (ask.required ? varied : [child, ...varied]).map((one) => ({ ...plainest, [ask.field]: one }));
    }
    const name = ask.kind === 'field' ? ask.field : ask.name;
    if (!isRead(entity, name)) return [];
    const values = answersTo(context, entity, row, ask, actor).slice(0, MOST_VALUES);
    return values.map((value) => ({ ...plainest, [name]: value }));
  });
  return [plainest, ...others];
}
