import { isView, type View, evaluate, type Records } from '../../reference/evaluate.ts';
import {
  type Column,
  type Expression,
  type Screen,
  type ScreenAction,
  type Tile,
  isWithinClause,
  fieldsRead,
  walk,
} from '@nonet/language';
import { beginTransaction } from '../../reference/transaction.ts';
import { moneyPlaces } from '../../reference/digits.ts';
import { refusedExport } from '../../reference/export.ts';
import { couldBeShown, couldRead, referredBy } from '../../reference/could.ts';
import type { Actor } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import { seenBy } from '../../reference/seen.ts';
import { isSettable } from '../../reference/settable.ts';
import { toScale } from '../../reference/assigned.ts';
import type { Answer, ExpectedScreen } from '../../run/case.ts';
import { settable } from '../../search/draft.ts';
import { unlikeActors } from '../roles/cells.ts';
import { deriveFilled } from './filled.ts';
import { deriveRecordVariants } from '../records/record-variants.ts';
import { subscribed } from './subscribed.ts';
import { lists, movedByHand, unlikeInOrder } from './listed.ts';
import { nameOf } from '../name.ts';
import { enteredOnNew, may, mayCause, mayNow, opens } from '../roles/possible.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

const PROSE = ['users', 'goals', 'out_of_scope'];

/** Point 2: the screens that each reader may open, their content, and the records of their lists and tiles. */
export function* deriveScreens(context: DerivationContext): Cases {
  context.cannot('prose', ...PROSE.map((part) => `1.${part}`));
  for (const screen of context.plan.screens.filter(({ for: audience }) => audience === null))
    context.cannot('open', ...below(context, screen));
  yield* deriveRecordVariants(context);
  yield* deriveFilled(context);
  yield* unlikeInOrder(context);
  yield* movedByHand(context);
  const actors = new Set(context.plan.entities.flatMap(({ name }) => unlikeActors(context, name)));
  for (const actor of actors) {
    const builder = new CaseBuilder(context);
    const screens = context.plan.screens.filter((screen) => opens(context, screen, actor));
    const clauses = new Set<string>();
    const look = (answer: Answer, of: readonly string[]) => {
      for (const clause of of) clauses.add(clause);
      builder.look(actor, '/api/-/product', answer, of);
    };
    const audiences = context.plan.screens.flatMap((screen) => [screen.clause, `${screen.clause}.for`]);
    look({ kind: 'slugs', slugs: screens.map(({ slug }) => slug) }, audiences);
    for (const screen of screens) {
      look({ kind: 'screen', screen: viewOf(context, screen, actor) }, [screen.clause, ...below(context, screen)]);
      lists(builder, screen, actor);
      subscribed(builder, screen, actor);
      tiles(builder, screen, actor);
    }
    const name = nameOf(context, actor);
    const stated = [...clauses].filter((clause) => clause in context.plan.clauses);
    const drawn = new Set(screens.flatMap((screen) => drawnOn(context, screen)));
    yield {
      ...builder.done(
        `The screens of ${name}`,
        stated.filter((clause) => !drawn.has(clause)),
      ),
      about: stated,
    };
  }
}

/** Clauses that only a browser can show: a screen's columns, fields and actions, and what a given page asks for. */
const DRAWN = /^(?:columns|fields|actions|related|kind|reads|does)(?:\.|$)/;

/** The clauses of a screen that only a browser proves: the API merely says what to draw. */
export function drawnOn(context: DerivationContext, screen: Screen): string[] {
  const parts = below(context, screen);
  return [screen.clause, ...parts.filter((clause) => DRAWN.test(clause.slice(screen.clause.length + 1)))];
}

export function below({ plan }: DerivationContext, screen: Screen): string[] {
  return Object.keys(plan.clauses).filter(
    (clause) => clause !== screen.clause && isWithinClause(clause, screen.clause),
  );
}

export function viewOf(context: DerivationContext, screen: Screen, actor: Actor): ExpectedScreen {
  const { entity } = screen;
  const shown = (columns: readonly Column[], of: string | null) =>
    columns.filter((column) => of !== null && readsPath(context, actor, of, column.path)).map(({ clause }) => clause);
  const entered = ({ path: [name], path }: Column) => {
    if (entity === null || path.length !== 1) return false;
    // A person who signs up has no account yet.
    if (screen.kind === 'sign up') {
      const isSettable = settable(context.drafting(null), entity).some((field) => field.name === name);
      return name === 'email' || (isSettable && may(context, null, entity, 'create'));
    }
    const isSettableHere = enteredOnNew(context, actor, entity).some((field) => field.name === name);
    return screen.kind === 'form' && isSettableHere && may(context, actor, entity, 'create');
  };
  const columns = screen.groups.flatMap((group) =>
    group.columns.filter((column) => entered(column) || shown([column], entity).length > 0).map(({ clause }) => clause),
  );
  if (screen.kind === 'sign up' && screen.groups.length === 0) columns.push(...askedBySignUp(context));
  const related = screen.related
    .filter(({ field }) => entity !== null && couldBeShown(context.world, actor, entity, field))
    .flatMap((part) => shown(part.columns, part.entity));
  return {
    slug: screen.slug,
    route: screen.route,
    kind: screen.kind,
    columns: [...columns, ...related],
    filters: shown(screen.filters, entity),
    actions: screen.actions.filter((action) => acts(context, screen, action, actor)).map(({ clause }) => clause),
    tiles: screen.tiles.filter((tile) => mightShow(context, actor, tile)).map(({ clause }) => clause),
    search: shown(screen.search, entity).length > 0,
    pageSize: screen.pageSize ?? context.plan.settings.pageSize,
    empty: screen.empty,
  };
}

/** By default a sign-up asks for the e-mail address and all required fields (2). */
function askedBySignUp(context: DerivationContext): string[] {
  const transaction = beginTransaction(context.world, null);
  const mayJoin = may(context, null, 'User', 'create');
  return context.lookup
    .entity('User')
    .fields.filter((field) => {
      if (field.name === 'email') return true;
      const isGiven = !field.required || field.default !== null || field.when !== null;
      return !isGiven && mayJoin && isSettable(transaction, 'User', field, true);
    })
    .map(({ clause }) => clause);
}

function readsPath(context: DerivationContext, actor: Actor, entity: string, path: readonly string[]): boolean {
  let at: string | null = entity;
  for (const name of path) {
    if (at === null || !couldBeShown(context.world, actor, at, name)) return false;
    const type: { kind: string; entity?: string } | undefined = context.lookup.field(at, name)?.type;
    at = referredBy(context.lookup, at, name) ?? type?.entity ?? null;
  }
  return true;
}

function acts(context: DerivationContext, screen: Screen, action: ScreenAction, actor: Actor): boolean {
  const { entity } = screen;
  if (action.kind === 'link') return true;
  if (action.kind === 'create from') return mayNow(context, actor, action.entity, 'create');
  if (entity === null) return false;
  if (action.kind === 'event') {
    const rows = context.lookup.event(entity, action.event)?.transitions ?? [];
    return rows.some((row) => mayCause(context, actor, entity, row));
  }
  if (action.kind === 'create') return mayNow(context, actor, entity, 'create');
  if (action.kind === 'copy') return may(context, actor, entity, 'read') && mayNow(context, actor, entity, 'create');
  if (action.kind === 'import')
    return (['create', 'import'] as const).every((each) => mayNow(context, actor, entity, each));
  if (action.kind === 'export') return refusedExport(context.world, actor, entity) === null;
  if (action.kind === 'subscribe') return may(context, actor, entity, 'read');
  if (action.kind !== 'edit') return may(context, actor, entity, action.kind);
  const own = context.lookup.permissions(entity)?.fields ?? {};
  return settable(context.drafting(actor), entity, false).some((field) => {
    if (!may(context, actor, entity, 'read')) return false;
    return own[field.name]?.update === undefined ? may(context, actor, entity, 'update') : true;
  });
}

function mightShow(context: DerivationContext, actor: Actor, tile: Tile): boolean {
  return [tile.shows, tile.by, tile.target].every((part) => {
    if (part === null) return true;
    let readable = fieldsRead(part).every(({ entity, field }) => couldRead(context.world, actor, entity, field));
    walk(part, (node) => {
      if (node.kind === 'query') readable &&= may(context, actor, node.source.entity, 'read');
    });
    return readable;
  });
}

/** The tiles of a dashboard count what their reader may read. */
function tiles(builder: CaseBuilder, screen: Screen, actor: Actor): void {
  if (screen.kind !== 'dashboard') return;
  const shown = screen.tiles.filter((tile) => mightShow(builder.context, actor, tile));
  const parts = shown.map((tile) => {
    const { shows, by, clause } = tile;
    if (shows === null) return { clause };
    const reached = tile.target === null ? {} : { target: targetOf(builder, tile.target, actor) };
    const seen = seenBy(builder.world, actor);
    const user = builder.world.view(actor);
    if (by === null || shows.kind !== 'query')
      return { clause, ...reached, value: wire(builder.context, shows, evaluate(seen, shows, { user })) };
    return { clause, ...reached, groups: grouped(builder, seen, user, shows, by) };
  });
  const clauses = [screen.clause, ...shown.map(({ clause }) => clause)];
  builder.look(actor, `/api/-/dashboards/${screen.slug}`, { kind: 'tiles', tiles: parts }, clauses);
  for (const tile of shown) behindTile(builder, tile, actor);
}

function targetOf(builder: CaseBuilder, target: Expression, actor: Actor): unknown {
  const { context, world } = builder;
  return wire(context, target, evaluate(seenBy(world, actor), target, { user: world.view(actor) }));
}

/** The records that a tile counts, as the list behind it has them. */
function behindTile(builder: CaseBuilder, { shows, clause }: Tile, actor: Actor): void {
  const { context, world } = builder;
  if (shows?.kind !== 'query' || context.lookup.entity(shows.source.entity).owner !== null) return;
  const { source, variable, where } = shows;
  const seen = seenBy(world, actor);
  const user = world.view(actor);
  const ids = seen
    .living(source.entity)
    .map(({ id }) => id)
    .filter((id) => where === null || evaluate(seen, where, { user, [variable]: seen.view(id) }) === true);
  if (ids.length > context.mostListed) return;
  const path = `${context.listOf(source.entity)}&tile=${clause}`;
  builder.look(actor, path, { kind: 'page', entity: source.entity, ids }, [clause]);
}

/** The value of each group, by the group's key. */
function grouped(
  builder: CaseBuilder,
  seen: Records,
  user: View | null,
  shows: Extract<Expression, { kind: 'query' }>,
  by: Expression,
): Record<string, unknown> {
  const { entity } = shows.source;
  const groups = new Map<string, string[]>();
  for (const { id } of seen.living(entity)) {
    const names = { user, [shows.variable]: seen.view(id) };
    if (shows.where !== null && evaluate(seen, shows.where, names) !== true) continue;
    const key = evaluate(seen, by, names);
    const text = isView(key) ? key.id : String(key);
    groups.set(text, [...(groups.get(text) ?? []), id]);
  }
  return Object.fromEntries(
    [...groups].map(([key, ids]) => {
      const part: Records = {
        ...seen,
        living: (name) => seen.living(name).filter(({ id }) => name !== entity || ids.includes(id)),
      };
      return [key, wire(builder.context, shows, evaluate(part, shows, { user }))];
    }),
  );
}

function wire(context: DerivationContext, { type }: Expression, value: unknown): unknown {
  if (type.kind !== 'money' || value === null) return value;
  return toScale(plain(value), moneyPlaces(type.currency, context.plan.settings));
}
