import { mayDo, type Actor } from '../../reference/permissions.ts';
import { refuse } from '../../reference/refusal.ts';
import type { AskStep } from '../../run/case.ts';
import { candidates, settable } from '../../search/draft.ts';
import { creatorsOf } from '../records/plain-fixtures.ts';
import { reach } from '../records/reach.ts';
import { refusal, CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** What the derived API asks of every write: the version that is changed, and one effect of a request sent twice. */
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
  const as = context.actors.find(
    (actor) => view !== null && mayDo(actor, 'read', view) && mayDo(actor, 'update', view),
  );
  if (as === undefined) return;
  const field = settable(context.drafting(as), entity, false).find(({ type }) => type.kind === 'text');
  const value = field === undefined ? undefined : candidates(context.drafting(as), field)[0];
  const clauses = [`6.${entity}.update`];
  const path = `/api/${context.lookup.entity(entity).path}/${id}`;
  const body = field === undefined ? {} : { [field.name]: value };
  const step = { as, method: 'PATCH', path, body, clauses } as const;
  builder.ask({ ...step, expect: refusal(refuse(context.lookup, 'PRECONDITION_REQUIRED')) });
  builder.ask({ ...step, headers: { 'if-match': '"another"' }, expect: refusal(refuse(context.lookup, 'STALE')) });
  builder.see(as, id, clauses);
  yield builder.done(`Changing ${entity} as somebody who has not seen how it stands`, clauses);
}

/** The same request with the same key is carried out once; another one with it is refused, and somebody else's is their own. */
function* twice(context: DerivationContext, entity: string): Cases {
  const builder = new CaseBuilder(context);
  const made = reach(context, { entity, state: null, budget: 40 });
  if (made === null) return;
  const { fixture } = made;
  const clauses = [`6.${entity}.create`];
  const key = { 'idempotency-key': `proof-${context.serial()}` };
  const keyed = (as: Actor): AskStep | null => {
    const from = builder.steps.length;
    const { refused } = builder.act(as, { kind: 'create', entity, body: fixture.draft });
    const steps = builder.steps.splice(from);
    const asked = steps.find((step) => step.kind === 'ask');
    builder.steps.push(...steps.filter(({ kind }) => kind === 'upload'));
    return asked === undefined || (as === fixture.creator && refused !== null)
      ? null
      : { ...asked, headers: key, clauses };
  };
  const first = fixture.creator === null ? null : keyed(fixture.creator);
  if (first === null) return;
  builder.steps.push(first, first);
  // Where nothing is entered there is no other request.
  if (Object.keys(first.body as object).length > 0)
    builder.steps.push({ ...first, body: {}, expect: refusal(refuse(context.lookup, 'IDEMPOTENCY_CONFLICT')) });
  const stranger = context.accounts.find(({ id }) => id !== fixture.creator);
  const own = stranger === undefined ? null : keyed(stranger.id);
  if (own !== null) builder.steps.push({ ...own, body: first.body });
  yield builder.done(`Creating ${entity} once by a request that comes twice`, clauses);
}
