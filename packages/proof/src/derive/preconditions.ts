import { mayDo, type Actor } from '../reference/permissions.ts';
import { refuse } from '../reference/refusal.ts';
import type { AskStep } from '../run/case.ts';
import { candidates, settable } from '../search/draft.ts';
import { creatorsOf } from './plots.ts';
import { reach } from './reach.ts';
import { refusal, Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** What the derived API asks of every write: the version that is changed, and one effect of a request sent twice. */
export function* derivePreconditions(stage: Stage): Cases {
  for (const { name, owner } of stage.plan.entities) {
    if (owner !== null || creatorsOf(stage, name).length === 0) continue;
    yield* stale(stage, name);
    yield* twice(stage, name);
  }
}

/** A change without the version that it is about, and with another one than there is. */
function* stale(stage: Stage, entity: string): Cases {
  const found = reach(stage, { entity, state: null, budget: 40 });
  if (found === null) return;
  const { scene, id } = found;
  const view = scene.world.view(id);
  const as = stage.actors.find((actor) => view !== null && mayDo(actor, 'read', view) && mayDo(actor, 'update', view));
  if (as === undefined) return;
  const field = settable(stage.drafting(as), entity, false).find(({ type }) => type.kind === 'text');
  const value = field === undefined ? undefined : candidates(stage.drafting(as), field)[0];
  const clauses = [`6.${entity}.update`];
  const path = `/api/${stage.lookup.entity(entity).path}/${id}`;
  const body = field === undefined ? {} : { [field.name]: value };
  const step = { as, method: 'PATCH', path, body, clauses } as const;
  scene.ask({ ...step, expect: refusal(refuse(stage.lookup, 'PRECONDITION_REQUIRED')) });
  scene.ask({ ...step, headers: { 'if-match': '"another"' }, expect: refusal(refuse(stage.lookup, 'STALE')) });
  scene.see(as, id, clauses);
  yield scene.done(`Changing ${entity} as somebody who has not seen how it stands`, clauses);
}

/** The same request with the same key is carried out once; another one with it is refused, and somebody else's is their own. */
function* twice(stage: Stage, entity: string): Cases {
  const scene = new Scene(stage);
  const made = reach(stage, { entity, state: null, budget: 40 });
  if (made === null) return;
  const { plot } = made;
  const clauses = [`6.${entity}.create`];
  const key = { 'idempotency-key': `proof-${stage.serial()}` };
  const keyed = (as: Actor): AskStep | null => {
    const from = scene.steps.length;
    const { refused } = scene.act(as, { kind: 'create', entity, body: plot.draft });
    const steps = scene.steps.splice(from);
    const asked = steps.find((step) => step.kind === 'ask');
    scene.steps.push(...steps.filter(({ kind }) => kind === 'upload'));
    return asked === undefined || (as === plot.creator && refused !== null)
      ? null
      : { ...asked, headers: key, clauses };
  };
  const first = plot.creator === null ? null : keyed(plot.creator);
  if (first === null) return;
  scene.steps.push(first, first);
  // Where nothing is entered there is no other request.
  if (Object.keys(first.body as object).length > 0)
    scene.steps.push({ ...first, body: {}, expect: refusal(refuse(stage.lookup, 'IDEMPOTENCY_CONFLICT')) });
  const stranger = stage.accounts.find(({ id }) => id !== plot.creator);
  const own = stranger === undefined ? null : keyed(stranger.id);
  if (own !== null) scene.steps.push({ ...own, body: first.body });
  yield scene.done(`Creating ${entity} once by a request that comes twice`, clauses);
}
