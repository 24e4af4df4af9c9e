import type { ExactCallAction, RequestValue } from '@nonet/language';
import type { ExactRequest } from '../../reference/exact/request.ts';
import type { Actor } from '../../reference/permissions.ts';
import { Scene } from '../scene.ts';
import type { Cases, Stage } from '../stage.ts';
import { ask, clausesOf, type Door, errorless, trial, withValue } from './door.ts';
import { admitted, callsThat, type Tried } from './doors.ts';
import { poolOf } from './requests.ts';

type List = Extract<ExactCallAction, { kind: 'list' }>;

/** Point 7's lists: each filter with a value that finds some and one that finds none, the search, and the pages. */
export function* deriveExactLists(stage: Stage): Cases {
  for (const tried of callsThat(stage, 'list')) {
    const { does } = tried.call;
    const able = admitted(stage, tried);
    if (does?.kind !== 'list' || able === null) continue;
    yield* filtered(stage, tried, does, able);
    yield* searched(stage, tried, does, able);
    yield* paged(stage, tried, does, able);
  }
}

interface Able {
  readonly as: Actor;
  readonly request: ExactRequest;
}

function* filtered(stage: Stage, { door, call }: Tried, does: List, { as, request }: Able): Cases {
  if (does.filters.length === 0) return;
  const scene = new Scene(stage);
  const clauses = [...clausesOf(stage, call), `${call.clause}.filters`];
  const pool = poolOf(scene, as);
  const all = sizeOf(scene, as, door, request);
  for (const { needs } of does.filters) {
    const found = telling(scene, as, door, request, needs, pool, all);
    for (const asked of found) ask(scene, as, door, asked, clauses);
    const none = needs.reduce((filled, need) => withValue(filled, need, 'nothing-of-this-name'), request);
    ask(scene, as, door, none, clauses);
    // What is given empty is not given.
    ask(
      scene,
      as,
      door,
      needs.reduce((filled, need) => withValue(filled, need, ''), request),
      clauses,
    );
  }
  yield scene.done(`${door.method} ${door.path}, narrowed by what it filters`, clauses);
}

/** Requests whose filter leaves some records and not all; of several values the same one is tried for each. */
function telling(
  scene: Scene,
  as: Actor,
  door: Door,
  request: ExactRequest,
  needs: readonly RequestValue[],
  pool: readonly unknown[],
  all: number,
): ExactRequest[] {
  const found: ExactRequest[] = [];
  const sizes = new Set<number>();
  for (const value of pool) {
    const asked = needs.reduce((filled, need) => withValue(filled, need, value), request);
    const size = sizeOf(scene, as, door, asked);
    if (size <= 0 || size >= all || sizes.has(size)) continue;
    sizes.add(size);
    found.push(asked);
    if (found.length === 2) break;
  }
  return found;
}

/** How many records an answer shows, in its longest list; -1 where it is refused. */
function sizeOf(scene: Scene, as: Actor, door: Door, request: ExactRequest): number {
  const outcome = trial(scene, as, door, request);
  return errorless(outcome) ? longest(outcome.body) : -1;
}

function longest(body: unknown): number {
  if (Array.isArray(body)) return body.length;
  if (typeof body !== 'object' || body === null) return 0;
  return Math.max(0, ...Object.values(body).map(longest));
}

function* searched(stage: Stage, { door, call }: Tried, does: List, { as, request }: Able): Cases {
  const { search } = does;
  if (search === null) return;
  const scene = new Scene(stage);
  const clauses = clausesOf(stage, call);
  const words = poolOf(scene, as).filter(
    (value): value is string => typeof value === 'string' && /^[\w-]{4,}$/.test(value),
  );
  for (const asked of telling(scene, as, door, request, [search.text], words, sizeOf(scene, as, door, request)))
    ask(scene, as, door, asked, clauses);
  ask(scene, as, door, withValue(request, search.text, 'nothing-of-this-name'), clauses);
  yield scene.done(`${door.method} ${door.path}, searched`, clauses);
}

/** The first page, the next, the largest, and what is no page. */
function* paged(stage: Stage, { door, call }: Tried, does: List, { as, request }: Able): Cases {
  const { paging } = does;
  if (paging === null) return;
  const scene = new Scene(stage);
  const clauses = [...clausesOf(stage, call), '9.MAX_PAGE_SIZE'].filter((clause) => clause in stage.plan.clauses);
  const size = paging.kind === 'offset' ? paging.limit : paging.size;
  const most = Math.max(stage.plan.settings.maximumPageSize, size.standard ?? 0);
  const place = paging.kind === 'offset' ? paging.offset : paging.page;
  const first = paging.kind === 'offset' ? 0 : paging.first;
  const set = (value: RequestValue | null, given: unknown, on: ExactRequest) =>
    value === null ? on : withValue(on, value, given);
  const sizes = size.value === null ? [] : [1, 2, most, most + 1, 0, -1, 'x'];
  for (const one of sizes) ask(scene, as, door, set(size.value, one, request), clauses);
  for (const one of place === null ? [] : [first, first + 1, first - 1, 'x', 500])
    ask(scene, as, door, set(place, one, set(size.value, 1, request)), clauses);
  if (scene.steps.length > 0) yield scene.done(`${door.method} ${door.path}, page by page`, clauses);
}
