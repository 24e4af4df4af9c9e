import { type Expression, type Field, looseField, type Transition, walk } from '@nonet/language';
import type { Body } from '../reference/body.ts';
import { holds } from '../reference/evaluate.ts';
import { fits } from '../reference/fire.ts';
import { couldEver, mayDo, type Actor } from '../reference/permissions.ts';
import type { World } from '../reference/world.ts';
import { candidates, plainDraft } from '../search/draft.ts';
import { type Route, routesTo } from '../search/routes.ts';
import type { Plot } from './plot.ts';
import type { Stage } from './stage.ts';

/** Somebody who may cause a row of an event on a record, and read it: where its guard tells people apart, whom it lets. */
export function actorFor(stage: Stage, world: World, id: string, row: Transition): Actor | undefined {
  const actors = actorsFor(stage, world, id, row);
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

export function actorsFor(stage: Stage, world: World, id: string, row: Transition): Actor[] {
  const record = world.view(id);
  if (record === null) return [];
  return stage.actors.filter(
    (actor) => fits({ world, lookup: stage.lookup, actor }, row, record) && mayDo(actor, 'read', record),
  );
}

/** What decides who may take a row on a record: the relationships among those who may cause it (4, 6). */
export function relationsOf(stage: Stage, entity: string, row: Transition): Expression[] {
  return row.by.flatMap((trigger) => {
    const given = trigger.kind === 'role' ? stage.lookup.role(trigger.role)?.given : undefined;
    return given?.kind === 'relationship' ? (given.of[entity] ?? []) : [];
  });
}

/** Those who might create a record of an entity. */
export function creatorsOf(stage: Stage, entity: string): Actor[] {
  const grants = stage.lookup.permissions(entity)?.actions?.create ?? [];
  return stage.actors.filter((actor) => couldEver(stage.world, actor, grants));
}

/** Those who might begin a record of an entity: by creating it, or by an event that does; on one way, or on any. */
export function beginnersOf(stage: Stage, entity: string, route: Route | null = null): Actor[] {
  const begins = (row: Transition | undefined) =>
    row?.from === 'new'
      ? stage.actors.filter((actor) => fits({ world: stage.world, lookup: stage.lookup, actor }, row, null))
      : creatorsOf(stage, entity);
  if (route !== null) return begins(route[0]?.row);
  const able = new Set(routesTo(stage.lookup, entity, null).flatMap(([first]) => begins(first?.row)));
  return stage.actors.filter((actor) => able.has(actor));
}

export function plainPlot(stage: Stage, entity: string, route: Route, creator: Actor, given: Body = {}): Plot {
  const drafting = stage.drafting(creator);
  const asked = Object.fromEntries(
    route.map(({ event, row }) => [event, { ...plainBody(stage, entity, row, creator), ...whatIsAsked(row, given) }]),
  );
  return { entity, route, creator, draft: { ...plainDraft(drafting, entity), ...given }, asked };
}

/** The same with the latest of what it refers to: what came first may be used up, by a limit or by what is unique. */
export function latestPlot(stage: Stage, entity: string, route: Route, creator: Actor, given: Body = {}): Plot {
  const plain = plainPlot(stage, entity, route, creator, given);
  const first = route[0]?.row.from === 'new' ? plain.asked[route[0].event] : plain.draft;
  const latest = Object.keys(first ?? {}).flatMap((name): [string, unknown][] => {
    const field = stage.lookup.field(entity, name);
    const last = field?.type.kind === 'reference' ? candidates(stage.drafting(creator), field).findLast(Boolean) : null;
    return last ? [[name, last]] : [];
  });
  return plainPlot(stage, entity, route, creator, { ...Object.fromEntries(latest), ...given });
}

function whatIsAsked(row: Transition, given: Body): Body {
  const names = new Set(row.asks.flatMap((ask) => (ask.kind === 'field' ? [ask.field] : [])));
  return Object.fromEntries(Object.entries(given).filter(([name]) => row.from === 'new' && names.has(name)));
}

/** The plainest answers to what a row asks. */
export function plainBody(stage: Stage, entity: string, row: Transition, actor: Actor): Body {
  const drafting = stage.drafting(actor);
  return Object.fromEntries(
    row.asks.flatMap((ask): [string, unknown][] => {
      if (!ask.required) return [];
      if (ask.kind === 'child') return [[ask.field, plainChild(stage, ask, actor)]];
      const field = ask.kind === 'field' ? stage.lookup.field(entity, ask.field) : inputField(ask);
      const name = ask.kind === 'field' ? ask.field : ask.name;
      const value = field === null ? null : candidates(drafting, field).find((one) => one !== null);
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
}

/** The plainest child that a row asks for. */
export function plainChild(
  stage: Stage,
  ask: Extract<Transition['asks'][number], { kind: 'child' }>,
  actor: Actor,
): Body {
  const drafting = stage.drafting(actor);
  return Object.fromEntries(
    ask.fields.flatMap(({ field, required }) => {
      const inner = required ? stage.lookup.field(ask.entity, field) : null;
      const value = inner === null ? undefined : candidates(drafting, inner).find((one) => one !== null);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/** As many values of one input are tried: each side of what a document compares with. */
const MOST_VALUES = 60;

/** Answers to what a row asks: the plainest, and others of what these conditions read. */
export function bodiesFor(
  stage: Stage,
  entity: string,
  row: Transition,
  actor: Actor,
  conditions: readonly (Expression | null)[],
): Body[] {
  const plainest = plainBody(stage, entity, row, actor);
  const read = new Set<string>();
  const note = (node: Expression) => {
    if (node.kind === 'field') read.add(node.field);
    if (node.kind === 'variable') read.add(node.name);
  };
  for (const condition of conditions) if (condition !== null) walk(condition, note);
  const valuesOf = (field: Field | null) =>
    field !== null && read.has(field.name) ? candidates(stage.drafting(actor), field).slice(0, MOST_VALUES) : [];
  const others = row.asks.flatMap((ask): Body[] => {
    if (ask.kind === 'child') {
      const child = plainChild(stage, ask, actor);
      const varied = ask.fields.flatMap(({ field }) =>
        valuesOf(stage.lookup.field(ask.entity, field)).map((value) => ({ ...child, [field]: value })),
      );
      return (ask.required ? varied : [child, ...varied]).map((one) => ({ ...plainest, [ask.field]: one }));
    }
    const field = ask.kind === 'field' ? stage.lookup.field(entity, ask.field) : inputField(ask);
    return valuesOf(field).map((value) => ({ ...plainest, [ask.kind === 'field' ? ask.field : ask.name]: value }));
  });
  return [plainest, ...others];
}

/** An input that is not stored, as a field. */
export function inputField({
  name,
  label,
  type,
  required,
}: Extract<Transition['asks'][number], { kind: 'input' }>): Field {
  return looseField(name, label, type, required, '');
}
