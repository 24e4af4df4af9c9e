import { CANDIDATE, type Entity, type Expression, walk } from '@nonet/language';
import { evaluate, type View } from '../../reference/evaluate.ts';
import { couldRead } from '../../reference/could.ts';
import type { Actor } from '../../reference/permissions.ts';
import { type Refused, refuse } from '../../reference/refusal.ts';
import { seenBy } from '../../reference/seen.ts';
import type { Answer } from '../../run/case.ts';
import { possibilities } from '../roles/possibilities.ts';
import type { DerivationContext } from '../derivation-context.ts';

interface Asked {
  /** Behind the page's size: `&can=approve`. */
  readonly query: string;
  readonly answer: Answer | Refused;
  readonly clauses: readonly string[];
}

/**
 * The additional queries of a list: which actions are possible on each record, and which records a field may refer to.
 */
export function* askedOfList(
  context: DerivationContext,
  entity: Entity,
  actor: Actor,
  readable: readonly View[],
): Generator<Asked, void, void> {
  if (entity.owner === null) yield possible(context, entity.name, actor, readable);
  yield* picked(context, entity.name, actor, readable);
}

/** Which of its events are possible for each record now, and whether it may be deleted, as `/can` says it. */
function possible(context: DerivationContext, entity: string, actor: Actor, readable: readonly View[]): Asked {
  const verdicts = readable.map((record) => [record.id, possibilities(context, actor, record)] as const);
  const events = Object.keys(verdicts[0]?.[1].events ?? {});
  const asked = events.includes('delete') ? events : [...events, 'delete'];
  const can = verdicts.map(
    ([
      id,
      {
        events: known,
        delete: { may },
      },
    ]) => {
      return [id, asked.filter((name) => (name in known ? known[name]?.may : may))] as const;
    },
  );
  const ids = readable.map(({ id }) => id);
  return {
    query: `&can=${asked.join(',')}`,
    answer: { kind: 'page', entity, ids, can: Object.fromEntries(can) },
    clauses: [],
  };
}

/**
 * The records that a field of another entity may refer to, if its `among` reads nothing of the field's own record (3).
 */
function* picked(
  context: DerivationContext,
  entity: string,
  actor: Actor,
  readable: readonly View[],
): Generator<Asked, void, void> {
  const { world } = context;
  const seen = seenBy(world, actor);
  const user = world.view(actor);
  for (const owner of context.plan.entities)
    for (const { name, type, among, amongGap, clause } of owner.fields) {
      const refersHere = (type.kind === 'reference' || type.kind === 'many') && type.entity === entity;
      if (!refersHere || among === null || readsThis(among) || !couldRead(world, actor, owner.name, name)) continue;
      const query = `&for=${owner.name}.${name}`;
      if (amongGap !== undefined) {
        yield { query, answer: refuse(context.lookup, 'NOT_SPECIFIED', { clause: amongGap }), clauses: [clause] };
        continue;
      }
      const ids = readable
        .map(({ id }) => id)
        .filter((id) => evaluate(seen, among, { [CANDIDATE]: seen.view(id), user, this: null }) === true);
      yield { query, answer: { kind: 'page', entity, ids }, clauses: [clause] };
    }
}

/** A role may be one that is held on the record. */
function readsThis(expression: Expression): boolean {
  let reads = false;
  walk(expression, (node) => {
    reads ||= node.kind === 'role' || (node.kind === 'variable' && node.name === 'this');
  });
  return reads;
}
