import type { Entity, Field } from '@nonet/language';
import { beginTransaction } from '../../reference/transaction.ts';
import type { Body } from '../../reference/body.ts';
import type { Actor } from '../../reference/permissions.ts';
import { storedOf } from '../../reference/record-view.ts';
import { settabilityOf } from '../../reference/write.ts';
import { candidates, settable } from '../../search/draft.ts';
import { actorsOf } from './cells.ts';
import { creatorsOf, plainFixture } from '../records/plain-fixtures.ts';
import { reach } from '../records/reach.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** No document can have this field: a key begins with a letter. */
const UNKNOWN = '_no_such_field';

/**
 * Point 6, fields that a body may name: none, all that can be set, those that can't be set, and those that only some
 * actors may set, together with the others.
 */
export function* deriveBodies(context: DerivationContext): Cases {
  for (const entity of context.plan.entities.filter(({ owner }) => owner === null)) {
    yield* ofNew(context, entity);
    const states = context.lookup.workflow(entity.name)?.states.map(({ name }) => name) ?? [];
    for (const state of states.length === 0 ? [null] : states) yield* ofKnown(context, entity, state);
  }
}

function* ofNew(context: DerivationContext, entity: Entity): Cases {
  const clauses = [`6.${entity.name}.create`, entity.clause];
  for (const actor of creatorsOf(context, entity.name)) {
    const builder = new CaseBuilder(context);
    const create = (body: Body) => builder.act(actor, { kind: 'create', entity: entity.name, body }, clauses);
    const { draft } = plainFixture(context, entity.name, [], actor);
    create({ ...draft, ...unsettable(context, entity, actor, true) });
    const own = settable(context.drafting(actor), entity.name).filter(isPlain);
    create({ ...draft, ...values(context, actor, own, {}) });
    yield builder.done(`The fields of a new ${entity.name} that ${actor ?? 'nobody'} may set`, clauses);
  }
}

/** All actors' changes of one record, including the ones that are refused as a whole. */
function* ofKnown(context: DerivationContext, entity: Entity, state: string | null): Cases {
  const found = reach(context, { entity: entity.name, state, budget: 25 });
  if (found === null) return;
  const { builder, id } = found;
  // The time of a call's answer, which changes the record, is not known, so the record is not asked for meanwhile.
  if (builder.calls.some(({ call }) => isAnswered(context, call))) return;
  const clauses = [`6.${entity.name}.update`, entity.clause];
  for (const actor of actorsOf(context, () => builder.world, id)) {
    for (const body of changesBy(context, entity, actor, builder, id))
      builder.act(actor, { kind: 'update', entity: entity.name, id, body }, clauses);
    builder.see(actor, id, clauses);
  }
  yield builder.done(
    `The fields of a ${entity.name}${state === null ? '' : ` in ${state}`} that may be changed at once`,
    clauses,
  );
}

function isAnswered(context: DerivationContext, name: string): boolean {
  const call = context.plan.calls.find((one) => one.name === name);
  return call !== undefined && (call.then.length > 0 || (call.fails ?? []).length > 0);
}

/** Bodies by one person; each is made when those before it have been sent. */
function* changesBy(
  context: DerivationContext,
  entity: Entity,
  actor: Actor,
  builder: CaseBuilder,
  id: string,
): Generator<Body> {
  yield {};
  yield unsettable(context, entity, actor, false);
  const rows = context.lookup.permissions(entity.name)?.fields ?? {};
  const all = settable(context.drafting(actor, builder.world), entity.name, false).filter(isPlain);
  const narrowed = all.filter(({ name }) => rows[name]?.update !== undefined);
  const others = all.filter(({ name }) => rows[name]?.update === undefined);
  const former = () => storedOf(builder.world.view(id) ?? raise(id)).values;
  if (narrowed.length > 0) yield values(context, actor, narrowed, former());
  if (narrowed.length > 0 && others.length > 0)
    yield values(context, actor, [...narrowed, ...others.slice(0, 1)], former());
  if (others.length > 0) yield values(context, actor, others, former());
}

function raise(id: string): never {
  throw new Error(`${id} is not there.`);
}

/** All fields that this actor can't set, in one body. */
function unsettable(context: DerivationContext, entity: Entity, actor: Actor, creates: boolean): Body {
  const transaction = beginTransaction(context.world, actor);
  const names = entity.fields
    .filter(
      ({ name, type }) => type.kind !== 'open' && settabilityOf(transaction, entity.name, name, creates) !== 'settable',
    )
    .map(({ name }) => name);
  return Object.fromEntries([...names, UNKNOWN].map((name) => [name, 'x']));
}

/** Other values than there are, the plainest. */
function values(
  context: DerivationContext,
  actor: Actor,
  fields: readonly Field[],
  former: Readonly<Record<string, unknown>>,
): Body {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const value = candidates(context.drafting(actor), field).find(
        (one) => one !== null && one !== former[field.name],
      );
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

function isPlain({ type }: Field): boolean {
  return type.kind !== 'children' && type.kind !== 'file' && type.kind !== 'image' && type.kind !== 'open';
}
