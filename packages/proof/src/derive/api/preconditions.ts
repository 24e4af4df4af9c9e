import { isObject } from '@nonet/language';
import { mayDo, type Actor } from '../../reference/permissions.ts';
import { perform } from '../../reference/perform.ts';
import { refuse } from '../../reference/refusal.ts';
import type { AskStep, Step } from '../../run/case.ts';
import { candidates, settable } from '../../search/draft.ts';
import { creatorsOf } from '../records/plain-fixtures.ts';
import { reach } from '../records/reach.ts';
import { refusal, CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/**
 * The preconditions that the derived API checks for every write: the version that is changed, and a single effect of a
 * request that is sent twice.
 */
export function* derivePreconditions(context: DerivationContext): Cases {
  for (const { name, owner } of context.plan.entities) {
    if (owner !== null || creatorsOf(context, name).length === 0) continue;
    yield* stale(context, name);
    yield* twice(context, name);
  }
}

/** A change without the version that it is about, and with another one than there is. */
function* stale(context: DerivationContext, entity: string): Cases {
  const found = reach(context, { entity, state: null, budget: 40 });
  if (found === null) return;
  const { builder, id } = found;
  const view = builder.world.view(id);
  // The effects of its own creation may have deleted it.
  const as = context.actors.find((actor) => view !== null && builder.reads(actor, id) && mayDo(actor, 'update', view));
  if (as === undefined) return;
  // A value that this actor may not set is refused before the version is asked for.
  const bodies = settable(context.drafting(as), entity, false)
    .filter(({ type }) => type.kind === 'text')
    .map((field) => ({ [field.name]: candidates(context.drafting(as), field)[0] }));
  const body =
    bodies.find((each) => perform(builder.world, as, { kind: 'update', entity, id, body: each }).refused === null) ??
    {};
  const clauses = [`6.${entity}.update`];
  const path = `/api/${context.lookup.entity(entity).path}/${id}`;
  const step = { as, method: 'PATCH', path, body, clauses } as const;
  builder.ask({ ...step, expect: refusal(refuse(context.lookup, 'PRECONDITION_REQUIRED')) });
  builder.ask({ ...step, headers: { 'if-match': '"another"' }, expect: refusal(refuse(context.lookup, 'STALE')) });
  builder.see(as, id, clauses);
  yield builder.done(`Changing ${entity} as somebody who has not read its present version`, clauses);
}

/**
 * A request with a key is carried out once. Another request with the same key is refused, and the same key of another
 * actor is independent.
 */
function* twice(context: DerivationContext, entity: string): Cases {
  const builder = new CaseBuilder(context);
  const made = reach(context, { entity, state: null, budget: 40 });
  if (made === null) return;
  const { fixture } = made;
  const clauses = [`6.${entity}.create`];
  const key = { 'idempotency-key': `proof-${context.serial()}` };
  const keyed = (as: Actor): KeyedRequest | null => {
    const from = builder.steps.length;
    const { refused } = builder.act(as, { kind: 'create', entity, body: fixture.draft });
    const { before, asked, after } = builder.takeRequest(from);
    builder.steps.push(...before);
    if (asked === null || (as === fixture.creator && refused !== null)) return null;
    // A timer may change the record before anybody else sends a request.
    const waits = after.filter(({ kind }) => kind === 'wait');
    return {
      asked: { ...asked, headers: key, clauses },
      waits,
      hasFiles: before.some(({ kind }) => kind === 'upload'),
    };
  };
  const first = fixture.creator === null ? null : keyed(fixture.creator);
  if (first === null) return;
  builder.steps.push(first.asked, ...first.waits, first.asked);
  const { body } = first.asked;
  // An empty first body leaves no other body to send.
  if (isObject(body) && Object.keys(body).length > 0)
    builder.steps.push({ ...first.asked, body: {}, expect: refusal(refuse(context.lookup, 'IDEMPOTENCY_CONFLICT')) });
  const stranger = context.accounts.find(({ id }) => id !== fixture.creator);
  const own = stranger === undefined ? null : keyed(stranger.id);
  // Only the actor who uploaded a file can name it, so this request uploads files of its own.
  if (own !== null) builder.steps.push(own.hasFiles ? own.asked : { ...own.asked, body }, ...own.waits);
  yield builder.done(`Creating ${entity} once by a request that comes twice`, clauses);
}

/** A request with a key, and the waits for what it makes due at once. */
interface KeyedRequest {
  readonly asked: AskStep;
  readonly waits: readonly Step[];
  readonly hasFiles: boolean;
}
