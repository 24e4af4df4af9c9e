import type { Plan, Rename } from '@nonet/language';
import type { Change } from '../change.ts';
import { isFilledByRecord, placeOf, type PlannedChange } from '../planned-change.ts';
import { wordsOfRename } from '../rename.ts';
import type { RefusedChange } from '../refusals.ts';
import type { PlannedClause } from './migration-plan.ts';
import type { TableSize } from './sizes.ts';

/** The changes of the storage by the clause that requires them, in the order of comparison. */
export function plannedClauses(
  change: PlannedChange,
  refused: readonly RefusedChange[],
  losses: ReadonlyMap<Change, string>,
  sizes: ReadonlyMap<string, TableSize>,
): PlannedClause[] {
  const clauses = new Map<string, { does: string[]; records: number; keepsFormer: boolean }>();
  const add = (clause: string, does: string | null, records: number, keepsFormer: boolean) => {
    const own = clauses.get(clause) ?? { does: [], records: 0, keepsFormer: true };
    clauses.set(clause, {
      does: does === null || own.does.includes(does) ? own.does : [...own.does, does],
      records: Math.max(own.records, records),
      keepsFormer: own.keepsFormer && keepsFormer,
    });
  };
  for (const rename of change.renames)
    add(
      clauseOfRename(change.after.plan, rename),
      wordsOfRename(rename),
      recordsOfRename(change, rename, sizes),
      false,
    );
  const forbidding = new Set(refused.map(({ clause }) => clause));
  for (const each of change.steps.flat()) {
    const { clause, summary, statements, restores = [], next, keepsFormer } = each;
    const lost = losses.get(each);
    const isDone = statements.length + next.length + restores.length > 0 || lost !== undefined;
    if (!isDone && !forbidding.has(clause)) continue;
    const records = next
      .filter(isFilledByRecord)
      .map(({ entity }) => sizes.get(tableInUse(change, entity) ?? '')?.records ?? 0);
    add(clause, isDone ? (lost ?? summary) : null, Math.max(0, ...records), keepsFormer);
  }
  return [...clauses].map(([clause, own]) => ({
    clause,
    ...own,
    refusals: refused
      .filter((each) => each.clause === clause)
      .map(({ words, count, ids, remedy, correctable = [] }) => ({ words, count, ids, remedy, correctable })),
  }));
}

function tableInUse(change: PlannedChange, entity: string): string | null {
  const changed = change.tables.get(entity);
  return changed === undefined ? null : (placeOf(changed)?.table ?? null);
}

/** Names of states and roles are in records; others in the catalogue alone. */
function recordsOfRename(change: PlannedChange, rename: Rename, sizes: ReadonlyMap<string, TableSize>): number {
  if (rename.kind !== 'state' && rename.kind !== 'role') return 0;
  const entity = rename.kind === 'state' ? rename.entity : 'User';
  return sizes.get(tableInUse(change, entity) ?? '')?.records ?? 0;
}

/** The clause that states a rename. */
function clauseOfRename(plan: Plan, rename: Rename): string {
  const { name } = rename;
  switch (rename.kind) {
    case 'entity':
      return plan.entities.find((entity) => entity.name === name)?.clause ?? `3.${name}`;
    case 'role':
      return plan.roles.find((role) => role.name === name)?.clause ?? `6.${name}`;
    case 'field': {
      const entity = plan.entities.find((each) => each.name === rename.entity);
      return entity?.fields.find((field) => field.name === name)?.clause ?? `3.${rename.entity}.${name}`;
    }
    case 'screen':
      return `2.${name}`;
    case 'call':
      return `7.${name}`;
    case 'constant':
      return `9.${name}`;
    case 'choice':
      return `3.${rename.entity}.${rename.field}`;
    case 'state':
    case 'event': {
      const field = plan.states.find(({ entity }) => entity === rename.entity)?.field ?? null;
      return ['4', rename.entity, ...(field === null ? [] : [field]), name].join('.');
    }
  }
}
