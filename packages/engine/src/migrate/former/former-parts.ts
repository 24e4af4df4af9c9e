import { itemAt } from '@nonet/language';
import type { PlanIndex } from '../../plan-index.ts';
import { type ColumnName, quote, SYSTEM_COLUMNS, tableName } from '../../sql/identifiers.ts';
import type { Change } from '../change.ts';
import { type ChangedTable, type PlannedChange, storedNow } from '../planned-change.ts';
import { convertedOneWay } from './changed-since.ts';
import { formerName, sinceName } from './kept-column.ts';

/**
 * The schema in which processes find the names that they know, by their behaviour (`nonet.former_schema`,
 * 0024-versions-at-once.sql).
 */
export function formerSchema(behaviour: string): string {
  return `former_${behaviour.slice(0, 12)}`;
}

/** A column as the former version knows it, and where it is from now on. */
export interface FormerColumn {
  /** The column's name in the former document. */
  readonly name: ColumnName;
  /** The column's name in the new document. */
  readonly renamed: ColumnName;
  /** Its name in the storage once the new document is in use. */
  readonly stored: string;
  readonly type: string;
}

/** A table that processes of the former version continue with. */
export interface FormerTable {
  readonly changed: ChangedTable;
  /** The table's name in the former document. */
  readonly name: string;
  /** Its name once the new document is in use; null if only the former version has it. */
  readonly stored: string | null;
  readonly columns: readonly FormerColumn[];
  /** Whether former processes can't find it under the names that they know. */
  readonly hasView: boolean;
  /** The changes that stored records must not violate, in the two stages in which the document is judged. */
  readonly limits: readonly [moves: readonly Change[], demands: readonly Change[]];
}

export interface FormerParts {
  readonly tables: readonly FormerTable[];
  /** Why processes of the former version can't continue, a line each; none if they can. */
  readonly closedBy: readonly string[];
}

/**
 * The parts that processes of the former version need to continue beside the new one: a view of each table under the
 * names that they know. The storage of the new document keeps the replaced columns until `nonet finish`.
 */
export function formerParts(change: PlannedChange): FormerParts {
  const tables = [...change.tables.values()].map((changed) => formerTable(change, changed));
  return {
    tables,
    closedBy: [...change.tables.values()]
      .flatMap((changed) => obstaclesOf(change, changed))
      .concat(obstaclesOfKept(change)),
  };
}

/**
 * The columns that a change keeps for processes of the former version beside those of the new document, with their
 * values in the records by the new names (`r`).
 */
export function keptColumns(
  change: PlannedChange,
  changed: ChangedTable,
): readonly { readonly name: string; readonly value: string }[] {
  const { stored, columns } = formerTable(change, changed);
  if (stored === null) return [];
  return [
    ...columns.flatMap((column) =>
      column.stored === formerName(column.renamed)
        ? [{ name: column.stored, value: `r.${quote(column.renamed)}` }]
        : [],
    ),
    ...convertedOneWay(change, changed).map(({ column }) => ({ name: sinceName(column.name), value: 'null::text' })),
  ];
}

function formerTable(change: PlannedChange, changed: ChangedTable): FormerTable {
  const { old, renamed, now, next } = changed;
  const replaced = new Set<string>(next.map(({ column }) => column.name));
  const there = new Set<string>(now?.columns.map(({ name }) => name));
  const columns = renamed.columns.map((column, place): FormerColumn => {
    const isKept = replaced.has(column.name) || (now !== null && !there.has(column.name));
    const { name, type } = itemAt(old.columns, place);
    return { name, type, renamed: column.name, stored: isKept ? formerName(column.name) : column.name };
  });
  const name = tableName(old.entity.name);
  const stored = now === null ? null : tableName(now.entity.name);
  const own = (changes: readonly Change[] = []) =>
    changes.filter(
      ({ obstacle }) => obstacle?.records?.entity === renamed.entity.name && obstacle.isOfPresent !== true,
    );
  return {
    changed,
    name,
    stored,
    columns,
    hasView: stored !== null && (name !== stored || columns.some((column) => column.name !== column.stored)),
    limits: [own(change.steps[0]), own(change.steps[1])],
  };
}

function obstaclesOf(change: PlannedChange, changed: ChangedTable): string[] {
  const { renamed, now, next, isRebuilt } = changed;
  if (now === null) return [];
  const entity = now.entity.name;
  const { before, after } = change;
  if (isRebuilt) return [`\`${entity}\` has another owner`];
  const computed = renamed.columns.filter(({ name, field }) => field !== null && isComputed(after, entity, name));
  return [
    ...storedNow(changed).map((name) => `\`${entity}.${name}\` was computed and is stored`),
    ...computed.map(({ name }) => `\`${entity}.${name}\` was stored and is computed`),
    ...next.flatMap(({ column: { name, field }, value }) => {
      if (value.kind === 'slug') return [`\`${entity}.${name}\` is made of other fields`];
      if (value.kind === 'conversion' && (field?.when ?? null) !== null)
        return [`\`${entity}.${name}\` is not asked for of all`];
      return [];
    }),
    ...(before.hasWholeIds(changed.old.entity.name) === after.hasWholeIds(entity)
      ? []
      : [`\`${entity}\` has other ids`]),
  ];
}

function isComputed(after: PlanIndex, entity: string, name: string): boolean {
  return name !== SYSTEM_COLUMNS.enteredAt && (after.findField(entity, name)?.computed ?? null) !== null;
}

/** Data that the engine keeps by names of the document, and that processes of both versions would have to find. */
function obstaclesOfKept({ before, after, names, renames }: PlannedChange): string[] {
  const calls = before.plan.calls.filter(({ name }) => {
    const now = names.call(name);
    return now !== name || !after.plan.calls.some((call) => call.name === now);
  });
  const roles = renames.filter(({ kind }) => kind === 'role');
  return [
    ...calls.map(({ name }) => `the call \`${name}\` has another name, or is gone`),
    ...roles.map(({ name }) => `the role \`${name}\` had another name`),
  ];
}
