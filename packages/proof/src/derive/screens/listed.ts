import {
  type Column,
  type Expression,
  type Field,
  hasTerms,
  type Screen,
  type ScreenSortKey,
  screenShows,
  searchTerms,
} from '@nonet/language';
import { evaluate } from '../../reference/evaluate.ts';
import { couldRead, referredBy } from '../../reference/could.ts';
import type { Actor } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import { seenBy, selected } from '../../reference/seen.ts';
import { candidates, settable } from '../../search/draft.ts';
import { hasOrder, inOrder, type OrderKey } from '../api/order.ts';
import { searchesFor } from '../api/searches-for.ts';
import { CaseBuilder, collection } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { creatorsOf, plainFixture } from '../records/plain-fixtures.ts';
import { may } from '../roles/possible.ts';
import { valueAt as columnValue } from './columns.ts';
import { reports } from './reported.ts';

/** Point 2: what a list, board or calendar holds, by its `where` as the reader sees it, in its order, and found by its search. */
export function lists(builder: CaseBuilder, screen: Screen, actor: Actor): void {
  const { context, world } = builder;
  const { entity, kind } = screen;
  if (entity === null || !screenShows(kind, 'records', 'record') || screen.parameters.length > 0) return;
  const ids = selected(world, actor, entity, screen.where);
  if (ids.length > Math.min(95, context.mostListed) || !may(context, actor, entity, 'read')) return;
  const path = `${collection(context, entity)}?screen=${screen.slug}&limit=${context.mostListed}&fields=id`;
  const groups = inOrder(ids, keysOf(builder, screen, entity, actor));
  const clauses = ['where', 'order'].map((part) => `${screen.clause}.${part}`);
  builder.look(actor, path, { kind: 'page', entity, ids, groups }, [screen.clause, ...clauses]);
  reports(builder, screen, actor, ids);
  const columns = screen.search.filter((column) => reads(context, actor, entity, column.path));
  const textsOf = (id: string, of: readonly Column[]): string[] =>
    of.flatMap(({ path: at }) =>
      [valueAt(builder, actor, id, at)].flat().flatMap((value) => (typeof value === 'string' ? [plain(value)] : [])),
    );
  const ask = (search: string, about: readonly string[]): void => {
    const terms = searchTerms(search);
    const found = ids.filter((id) => hasTerms(textsOf(id, columns), terms));
    builder.look(actor, `${path}&q=${encodeURIComponent(search)}`, { kind: 'page', entity, ids: found }, [
      screen.clause,
      `${screen.clause}.search`,
      ...about,
    ]);
  };
  for (const column of columns) {
    const text = ids.flatMap((id) => textsOf(id, [column])).find((one) => searchesFor(one, 0).length > 0);
    const [search] = text === undefined ? [] : searchesFor(text, context.serial());
    if (search !== undefined) ask(search, [column.clause]);
  }
  // Each word may be found in another field.
  for (const id of ids) {
    const words = columns.flatMap((column) => textsOf(id, [column])[0]?.split(/\s+/)[0] ?? []);
    if (words.length < 2 || words.some((word) => searchesFor(word, 0).length === 0)) continue;
    ask(
      words.toReversed().join(' '),
      columns.map(({ clause }) => clause),
    );
    break;
  }
}

/** The context of the tests, and the world in which a list is looked at. */
type Standing = Pick<CaseBuilder, 'context' | 'world'>;

/** The records of a list that are certainly on its first page, as far as the tests know its order. */
export function onFirstPage(builder: Standing, screen: Screen, actor: Actor, ids: readonly string[]): string[] {
  const { entity } = screen;
  const size = screen.pageSize ?? builder.context.plan.settings.pageSize;
  if (entity === null || ids.length <= size) return [...ids];
  const page: string[] = [];
  for (const group of inOrder(ids, keysOf(builder, screen, entity, actor))) {
    if (page.length + group.length > size) break;
    page.push(...group);
  }
  return page;
}

/** The maximum number of values that are tried for a screen's first sort key. */
const MOST_VALUES = 3;

/** Records that differ in the first key of a screen's order: else it could not be distinguished from any other. */
export function* unlikeInOrder(context: DerivationContext): Cases {
  for (const { entity, order, clause } of context.plan.screens) {
    const [key] = order;
    const field = entity === null || key?.path.length !== 1 ? null : context.lookup.field(entity, key.path[0] ?? '');
    if (entity === null || field === null || !hasOrder(field)) continue;
    const builder = new CaseBuilder(context);
    for (const as of creatorsOf(context, entity).slice(0, 1)) {
      if (!settable(context.drafting(as), entity).includes(field)) continue;
      for (const value of candidates(context.drafting(as), field).toReversed().slice(0, MOST_VALUES)) {
        const body = { ...plainFixture(context, entity, [], as).draft, [field.name]: value };
        builder.act(as, { kind: 'create', entity, body }, [`${clause}.order`]);
      }
    }
    if (builder.steps.length > 0)
      yield builder.prepared(`Records of ${entity} in the order of ${clause}`, [`${clause}.order`]);
  }
}

/** A record that somebody moves behind another one, where people order the records by hand: lists have it there then. */
export function* movedByHand(context: DerivationContext): Cases {
  for (const { name: entity, orderByHand, clause } of context.plan.entities) {
    const field = orderByHand === null ? null : context.lookup.field(entity, orderByHand);
    if (field === null) continue;
    const builder = new CaseBuilder(context);
    const about = [`${clause}.settings.order_by_hand`];
    for (const as of creatorsOf(context, entity).slice(0, 1)) {
      const values = candidates(context.drafting(as), field).filter((value) => value !== null);
      const [moved = null, passed = null, behind = null] = values;
      if (behind === null || !settable(context.drafting(as), entity).includes(field)) continue;
      const made = [moved, passed].map((value) => {
        const body = { ...plainFixture(context, entity, [], as).draft, [field.name]: value };
        return builder.act(as, { kind: 'create', entity, body }, about);
      });
      const id = made[0]?.refused === null ? made[0].id : null;
      if (id === null || id === undefined) continue;
      builder.act(as, { kind: 'update', entity, id, body: { [field.name]: behind } }, about);
    }
    if (builder.steps.length > 0) yield builder.prepared(`A record of ${entity} is moved by hand`, about);
  }
}

/** The keys of a screen's order, or of its entity's, up to the first one that the tests can't know. */
export function keysOf(builder: Standing, screen: Screen, entity: string, actor: Actor): OrderKey[] {
  const { context } = builder;
  const stated: readonly ScreenSortKey[] = screen.order.length > 0 ? screen.order : context.lookup.entity(entity).order;
  // A field that this reader can never read does not order the list for them.
  const known = stated.filter(({ path, by }) => by !== undefined || reads(context, actor, entity, path));
  const unclear = known.findIndex(({ path, by }) => {
    if (by !== undefined) return false;
    const field = fieldAt(context, entity, path);
    return field === null || !hasOrder(field);
  });
  return (unclear < 0 ? known : known.slice(0, unclear)).map(({ path, descending, by }) => ({
    descending,
    valueOf: (id) => (by === undefined ? valueAt(builder, actor, id, path) : holds(builder, actor, id, by)),
  }));
}

/** Whether a condition of an order holds, as its reader sees the record. */
function holds({ world }: Standing, actor: Actor, id: string, by: Expression): boolean {
  const seen = seenBy(world, actor);
  return evaluate(seen, by, { user: world.view(actor), this: seen.view(id) }) === true;
}

function fieldAt(context: DerivationContext, entity: string, path: readonly string[]): Field | null {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return context.lookup.field(entity, name);
  const next = referredBy(context.lookup, entity, name);
  return next === null ? null : fieldAt(context, next, rest);
}

/** Whether an actor could ever read the value at the end of a path. */
function reads(context: DerivationContext, actor: Actor, entity: string, path: Column['path']): boolean {
  const [name = '', ...rest] = path;
  if (!couldRead(context.world, actor, entity, name)) return false;
  if (rest.length === 0) return true;
  const type = context.lookup.field(entity, name)?.type;
  const next = referredBy(context.lookup, entity, name) ?? (type?.kind === 'many' ? type.entity : null);
  return next !== null && reads(context, actor, next, rest);
}

function valueAt({ world }: Standing, actor: Actor, id: string, path: readonly string[]): unknown {
  return columnValue(seenBy(world, actor).view(id), path);
}
