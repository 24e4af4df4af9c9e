import type { PlanIndex } from '../../plan-index.ts';
import { column, quote, SYSTEM_COLUMNS } from '../../sql/identifiers.ts';
import { insertEntriesOfChanged, insertEntriesOfNew } from '../write-history.ts';
import { OLD } from '../write.ts';
import type { StatementPart, StatementRequest } from './statement-step.ts';

/** The history entry, of the record as it was saved; an update still has its former values at hand. */
export const HISTORY: StatementPart = {
  judged: (write) => {
    const { draft, scope } = write;
    if (!keepsHistory(write) || draft.isNew) return [];
    return [`${stateOf(scope.index, draft.entity, OLD)} as "_from"`, `to_jsonb(${OLD}) as "_before"`];
  },
  saved: (write) => {
    const { draft, scope } = write;
    if (!keepsHistory(write)) return [];
    return [
      `t.${quote(SYSTEM_COLUMNS.updatedAt)} as "_at"`,
      `t.${quote(SYSTEM_COLUMNS.updatedBy)} as "_by"`,
      ...(draft.isNew ? [] : ['judged_."_from"', 'judged_."_before"']),
      `${stateOf(scope.index, draft.entity, 't')} as "_to"`,
      'to_jsonb(t) as "_after"',
    ];
  },
  after: (write) => {
    const { draft, parameters } = write;
    if (!keepsHistory(write)) return null;
    const noted = {
      entity: parameters.bind(draft.entity, 'text'),
      record: 'saved_."id"',
      at: '"_at"',
      by: '"_by"',
      action: parameters.bind(draft.change.action, 'text'),
      clause: parameters.bind(draft.change.clause, 'text'),
      to_state: '"_to"',
      after: '"_after"',
    };
    const entry = draft.isNew
      ? insertEntriesOfNew(noted, 'from saved_')
      : insertEntriesOfChanged({ ...noted, from_state: '"_from"', before: '"_before"' }, 'from saved_');
    return `entry_ as (${entry})`;
  },
};

function keepsHistory({ scope, draft }: StatementRequest): boolean {
  return scope.index.entity(draft.entity).history === 'kept';
}

function stateOf(index: PlanIndex, entity: string, alias: string): string {
  const state = index.stateField(entity);
  return state === null ? 'null::text' : column(alias, state);
}
