import type { Column, Field, Screen } from '@nonet/language';
import type { View } from '../reference/evaluate.ts';
import { couldRead, type Actor } from '../reference/permissions.ts';
import { plain } from '../reference/plain.ts';
import { seenBy, selected } from '../reference/seen.ts';
import { hasOrder, inOrder, type OrderKey } from './order.ts';
import { may } from './possible.ts';
import { creatorsOf, plainPlot } from './plots.ts';
import { candidates, settable } from '../search/draft.ts';
import { collection, Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** Point 2: what a list, board or calendar holds, by its `where` as the reader sees it, in its order, and found by its search. */
export function lists(scene: Scene, screen: Screen, actor: Actor): void {
  const { stage, world } = scene;
  const { entity, kind } = screen;
  if (entity === null || kind === null || !['list', 'board', 'calendar'].includes(kind) || screen.parameters.length > 0)
    return;
  const ids = selected(world, actor, entity, screen.where);
  if (ids.length > Math.min(95, stage.mostListed) || !may(stage, actor, entity, 'read')) return;
  const path = `${collection(stage, entity)}?screen=${screen.slug}&limit=${stage.mostListed}&fields=id`;
  const groups = inOrder(ids, keysOf(scene, screen, entity, actor));
  const clauses = ['where', 'order'].map((part) => `${screen.clause}.${part}`);
  scene.look(actor, path, { kind: 'page', entity, ids, groups }, [screen.clause, ...clauses]);
  const columns = screen.search.filter((column) => reads(stage, actor, entity, column.path));
  for (const column of columns) {
    const text = ids.map((id) => valueAt(scene, actor, id, column.path)).find(isWord);
    if (text === undefined) continue;
    const found = ids.filter((id) => columns.some((one) => holds(valueAt(scene, actor, id, one.path), text)));
    const about = [screen.clause, `${screen.clause}.search`, column.clause];
    scene.look(actor, `${path}&q=${encodeURIComponent(text)}`, { kind: 'page', entity, ids: found }, about);
  }
}

/** As many values of a screen's first key are put in. */
const MOST_VALUES = 3;

/** Records that differ in the first key of a screen's order: else it could not be told from any other. */
export function* unlikeInOrder(stage: Stage): Cases {
  for (const { entity, order, clause } of stage.plan.screens) {
    const [key] = order;
    const field = entity === null || key?.path.length !== 1 ? null : stage.lookup.field(entity, key.path[0] ?? '');
    if (entity === null || field === null || !hasOrder(field)) continue;
    const scene = new Scene(stage);
    for (const as of creatorsOf(stage, entity).slice(0, 1)) {
      if (!settable(stage.drafting(as), entity).includes(field)) continue;
      for (const value of candidates(stage.drafting(as), field).toReversed().slice(0, MOST_VALUES)) {
        const body = { ...plainPlot(stage, entity, [], as).draft, [field.name]: value };
        scene.act(as, { kind: 'create', entity, body }, [`${clause}.order`]);
      }
    }
    if (scene.steps.length > 0)
      yield scene.prepared(`Records of ${entity} in the order of ${clause}`, [`${clause}.order`]);
  }
}

/** The keys of a screen's order, else of its entity's, up to the first that nobody tells beforehand. */
function keysOf(scene: Scene, screen: Screen, entity: string, actor: Actor): OrderKey[] {
  const { stage } = scene;
  const stated = screen.order.length > 0 ? screen.order : stage.lookup.entity(entity).order;
  // What this reader can never read orders nothing for them.
  const known = stated.filter(({ path }) => reads(stage, actor, entity, path));
  const unclear = known.findIndex(({ path }) => {
    const field = fieldAt(stage, entity, path);
    return field === null || !hasOrder(field);
  });
  return (unclear < 0 ? known : known.slice(0, unclear)).map(({ path, descending }) => ({
    descending,
    valueOf: (id) => valueAt(scene, actor, id, path),
  }));
}

function fieldAt(stage: Stage, entity: string, path: readonly string[]): Field | null {
  const [name = '', ...rest] = path;
  const field = stage.lookup.field(entity, name);
  if (rest.length === 0 || field === null) return field;
  return field.type.kind === 'reference' ? fieldAt(stage, field.type.entity, rest) : null;
}

/** Whether a reader could ever read what a path leads to. */
function reads(stage: Stage, actor: Actor, entity: string, path: Column['path']): boolean {
  const [name = '', ...rest] = path;
  if (!couldRead(stage.world, actor, entity, name)) return false;
  const type = stage.lookup.field(entity, name)?.type;
  return rest.length === 0 || (type?.kind === 'reference' && reads(stage, actor, type.entity, rest));
}

function valueAt({ world }: Scene, actor: Actor, id: string, path: readonly string[]): unknown {
  let at: unknown = seenBy(world, actor).view(id);
  for (const name of path) at = at === null || at === undefined ? null : (at as View)[name];
  return at ?? null;
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^\S{4,}$/.test(value);
}

function holds(value: unknown, text: string): boolean {
  return value !== null && plain(value).toLowerCase().includes(text.toLowerCase());
}
