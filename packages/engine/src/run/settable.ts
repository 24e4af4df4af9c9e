import type { Field } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { fieldGapClause, fieldPredicate, NO_GAP } from '../sql/permissions.ts';
import { FALSE } from '../sql/logic.ts';
import { Parameters } from '../sql/parameters.ts';
import { isWritable, type Settable } from './body.ts';
import { thisRecord } from './cells.ts';
import { type ActorContext, authorityKey, clauseContext } from './write.ts';

/** The fields that the caller may ever set, without a look at a record; an unreadable field answers as an unknown one (6). */
export function settableFor(write: ActorContext): (entity: string, field: Field, creates: boolean) => Settable {
  let byRights = settables.get(write.index);
  if (byRights === undefined) settables.set(write.index, (byRights = new Map()));
  const rights = write.system ? 'system' : authorityKey(write);
  let known = byRights.get(rights);
  if (known === undefined) {
    if (byRights.size >= MOST_KEPT) byRights.clear();
    byRights.set(rights, (known = new Map()));
  }
  const answers = known;
  return (entity, field, creates) => {
    const key = `${entity} ${field.name} ${creates}`;
    let settable = answers.get(key);
    if (settable === undefined) answers.set(key, (settable = judgeSettable(write, entity, field, creates)));
    return settable;
  };
}

/** By plan and by roles held: the result depends on nothing else. */
const settables = new WeakMap<PlanIndex, Map<string, Map<string, Settable>>>();
const MOST_KEPT = 1_000;

/** Whether any role of the caller could let them read the field of some record. */
export function mayEverRead(write: ActorContext, entity: string, field: Field): boolean {
  const context = clauseContext(write, new Parameters(), entity);
  return fieldPredicate(context, write.authority, field.name, 'read', thisRecord(entity)) !== FALSE;
}

function judgeSettable(write: ActorContext, entity: string, field: Field, creates: boolean): Settable {
  const writable = isWritable(write.index, entity, field, creates);
  if (write.system) return writable ? 'yes' : 'no';
  const context = clauseContext(write, new Parameters(), entity);
  const record = thisRecord(entity);
  const hasRow = write.index.permissions(entity)?.fields[field.name]?.update !== undefined;
  const mayUpdate = () => fieldPredicate(context, write.authority, field.name, 'update', record) !== FALSE;
  if (writable && (!hasRow || mayUpdate())) return 'yes';
  if (!mayEverRead(write, entity, field)) return 'unknown';
  if (!writable || fieldGapClause(context, write.authority, field.name, 'update', record) === NO_GAP) return 'no';
  const grants = write.index.permissions(entity)?.fields[field.name]?.update ?? [];
  const sure = grants.find(
    ({ cell, role, states }) => cell.kind === 'gap' && states === null && write.authority.held.has(role),
  );
  // If a gap may decide, the check of the record answers NOT_SPECIFIED.
  return sure === undefined ? 'yes' : { gap: sure.clause };
}
