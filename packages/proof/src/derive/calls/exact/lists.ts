import type { ExactCallAction, RequestValue } from '@nonet/language';
import type { ExactRequest } from '../../../reference/exact/request.ts';
import type { Actor } from '../../../reference/permissions.ts';
import { CaseBuilder } from '../../case-builder.ts';
import type { Cases, DerivationContext } from '../../derivation-context.ts';
import { ask, clausesOf, type Endpoint, errorless, trial, withValue } from './endpoint.ts';
import { admitted, callsThat, type Tried } from './endpoints.ts';
import { poolOf } from './requests.ts';

type List = Extract<ExactCallAction, { kind: 'list' }>;

/** Point 7's lists: each filter with a value that finds some and one that finds none, the search, and the pages. */
export function* deriveExactLists(context: DerivationContext): Cases {
  for (const tried of callsThat(context, 'list')) {
    const { does } = tried.call;
    const able = admitted(context, tried);
    if (does?.kind !== 'list' || able === null) continue;
    yield* filtered(context, tried, does, able);
    yield* searched(context, tried, does, able);
    yield* paged(context, tried, does, able);
  }
}

interface Able {
  readonly as: Actor;
  readonly request: ExactRequest;
}

function* filtered(context: DerivationContext, { endpoint, call }: Tried, does: List, { as, request }: Able): Cases {
  if (does.filters.length === 0) return;
  const builder = new CaseBuilder(context);
  const clauses = [...clausesOf(context, call), `${call.clause}.filters`];
  const pool = poolOf(builder, as);
  const all = sizeOf(builder, as, endpoint, request);
  for (const { needs } of does.filters) {
    const found = distinguishing(builder, as, endpoint, request, needs, pool, all);
    for (const asked of found) ask(builder, as, endpoint, asked, clauses);
    const none = needs.reduce((filled, need) => withValue(filled, need, 'nothing-of-this-name'), request);
    ask(builder, as, endpoint, none, clauses);
    // An empty query parameter counts as not given.
    ask(
      builder,
      as,
      endpoint,
      needs.reduce((filled, need) => withValue(filled, need, ''), request),
      clauses,
    );
  }
  yield builder.done(`${endpoint.method} ${endpoint.path}, with its filters`, clauses);
}

/** Requests whose filter leaves some records and not all; of several values the same one is tried for each. */
function distinguishing(
  builder: CaseBuilder,
  as: Actor,
  endpoint: Endpoint,
  request: ExactRequest,
  needs: readonly RequestValue[],
  pool: readonly unknown[],
  all: number,
): ExactRequest[] {
  const found: ExactRequest[] = [];
  const sizes = new Set<number>();
  for (const value of pool) {
    const asked = needs.reduce((filled, need) => withValue(filled, need, value), request);
    const size = sizeOf(builder, as, endpoint, asked);
    if (size <= 0 || size >= all || sizes.has(size)) continue;
    sizes.add(size);
    found.push(asked);
    if (found.length === 2) break;
  }
  return found;
}

/** The number of records in the longest list of an answer; -1 if the answer is a refusal. */
function sizeOf(builder: CaseBuilder, as: Actor, endpoint: Endpoint, request: ExactRequest): number {
  const outcome = trial(builder, as, endpoint, request);
  return errorless(outcome) ? longest(outcome.body) : -1;
}

function longest(body: unknown): number {
  if (Array.isArray(body)) return body.length;
  if (typeof body !== 'object' || body === null) return 0;
  return Math.max(0, ...Object.values(body).map(longest));
}

function* searched(context: DerivationContext, { endpoint, call }: Tried, does: List, { as, request }: Able): Cases {
  const { search } = does;
  if (search === null) return;
  const builder = new CaseBuilder(context);
  const clauses = clausesOf(context, call);
  const words = poolOf(builder, as).filter(
    (value): value is string => typeof value === 'string' && /^[\w-]{4,}$/.test(value),
  );
  for (const asked of distinguishing(
    builder,
    as,
    endpoint,
    request,
    [search.text],
    words,
    sizeOf(builder, as, endpoint, request),
  ))
    ask(builder, as, endpoint, asked, clauses);
  ask(builder, as, endpoint, withValue(request, search.text, 'nothing-of-this-name'), clauses);
  yield builder.done(`${endpoint.method} ${endpoint.path}, searched`, clauses);
}

/** The first page, the next, the largest, and what is no page. */
function* paged(context: DerivationContext, { endpoint, call }: Tried, does: List, { as, request }: Able): Cases {
  const { paging } = does;
  if (paging === null) return;
  const builder = new CaseBuilder(context);
  const clauses = [...clausesOf(context, call), '9.MAX_PAGE_SIZE'].filter((clause) => clause in context.plan.clauses);
  const size = paging.kind === 'offset' ? paging.limit : paging.size;
  const most = Math.max(context.plan.settings.maximumPageSize, size.standard ?? 0);
  const place = paging.kind === 'offset' ? paging.offset : paging.page;
  const first = paging.kind === 'offset' ? 0 : paging.first;
  const set = (value: RequestValue | null, given: unknown, on: ExactRequest) =>
    value === null ? on : withValue(on, value, given);
  const sizes = size.value === null ? [] : [1, 2, most, most + 1, 0, -1, 'x'];
  for (const one of sizes) ask(builder, as, endpoint, set(size.value, one, request), clauses);
  for (const one of place === null ? [] : [first, first + 1, first - 1, 'x', 500])
    ask(builder, as, endpoint, set(place, one, set(size.value, 1, request)), clauses);
  if (builder.steps.length > 0) yield builder.done(`${endpoint.method} ${endpoint.path}, page by page`, clauses);
}
