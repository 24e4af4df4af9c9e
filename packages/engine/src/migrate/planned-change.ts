import { isDeepStrictEqual } from 'node:util';
import type { Plan, Rename, ResolvedConversion } from '@nonet/language';
import { indexPlan, type PlanIndex } from '../plan-index.ts';
import { quote, shortName, storedFields, SYSTEM_COLUMNS, tableName } from '../sql/identifiers.ts';
import type { Change, NextColumn } from './change.ts';
import { comparePlans } from './compare.ts';
import { type ConversionBasis, planConversions, type PlannedConversions } from './conversions.ts';
import { describeTables, type TableDescription } from './describe.ts';
import { newNames, type NewNames, pendingRenames, renamedPlan } from './renamed-plan.ts';

/** A table that is there before the change, by its former and its new names, and what the new document makes of it. */
export interface ChangedTable {
  readonly old: TableDescription;
  /** The same columns and keys in the same order. */
  readonly renamed: TableDescription;
  /** Null where the entity is gone. */
  readonly now: TableDescription | null;
  readonly next: readonly NextColumn[];
  /** Whether it is dropped and made anew, empty. */
  readonly isRemade: boolean;
}

/** What leads from the stored document to another one. */
export interface PlannedChange {
  readonly before: PlanIndex;
  /** `before` by its new names, as far as the storage follows from it. */
  readonly renamed: PlanIndex;
  readonly after: PlanIndex;
  readonly names: NewNames;
  readonly renames: readonly Rename[];
  readonly conversions: PlannedConversions;
  readonly steps: readonly (readonly Change[])[];
  /** By the entity's new name. */
  readonly tables: ReadonlyMap<string, ChangedTable>;
}

const NOTHING_DONE: ConversionBasis = { done: [], backTo: null };

/** @param basis What of the document's conversions was carried out before. */
export function planChange(stored: Plan, after: PlanIndex, basis: ConversionBasis = NOTHING_DONE): PlannedChange {
  const before = indexPlan(stored, after.environment);
  const renames = pendingRenames(stored, after.plan.renames);
  const names = newNames(stored, renames);
  const renamed = renames.length === 0 ? before : indexPlan(renamedPlan(stored, names), after.environment);
  const conversions = planConversions(stored, after.plan, names, basis);
  const steps = comparePlans(renamed, after, conversions.pending);
  const now = new Map(describeTables(after).map((description) => [description.entity.name, description]));
  const stated = steps.flat().flatMap(({ next }) => next);
  const formerTables = describeTables(before);
  const tables = describeTables(renamed).map((description, place): [string, ChangedTable] => {
    const { name } = description.entity;
    const becomes = now.get(name) ?? null;
    const isRemade = becomes !== null && !isDeepStrictEqual(description.entity.owner, becomes.entity.owner);
    const own = isRemade || becomes === null ? [] : stated.filter(({ entity }) => entity === name);
    const taken = new Set(own.map(({ column }) => column.name));
    const revalued = isRemade ? [] : renamedValues(renames, name, becomes, description);
    const next = [...own, ...revalued.filter(({ column }) => !taken.has(column.name))];
    return [name, { old: formerTables[place] as TableDescription, renamed: description, now: becomes, next, isRemade }];
  });
  return { before, renamed, after, names, renames, conversions, steps, tables: new Map(tables) };
}

/** The columns in which names stand that are called otherwise: states, and roles. */
function renamedValues(
  renames: readonly Rename[],
  entity: string,
  now: TableDescription | null,
  renamed: TableDescription,
): NextColumn[] {
  const hasStates = renames.some((rename) => rename.kind === 'state' && rename.entity === entity);
  const hasRoles = renames.some(({ kind }) => kind === 'role');
  return (now?.columns ?? []).flatMap((column): NextColumn[] => {
    const kind = renamed.columns.find(({ name }) => name === column.name)?.field?.type.kind;
    const isRenamed = (kind === 'state' && hasStates) || (kind === 'roles' && hasRoles);
    return isRenamed ? [{ entity, column, value: { kind: 'former' } }] : [];
  });
}

/** What is made beside the storage in use is called so until the change is done. */
export function nextName(name: string): string {
  return shortName(`_next_${name}`);
}

/** Where the parts of an entity (by its new name) are as long as the change is not done; null where it is not there yet. */
export interface Place {
  readonly table: string;
  /** A column by its new name; null where it only comes with the change. */
  column(name: string): string | null;
  /** SQL text that names columns by their new names alone, quoted; null where one of them only comes with the change. */
  translate(text: string): string | null;
}

export function placeOf({ old, renamed, next, isRemade }: ChangedTable): Place | null {
  if (isRemade) return null;
  const columns = new Map(
    renamed.columns.map(({ name }, place) => [name as string, old.columns[place]?.name as string]),
  );
  for (const { column } of next) columns.set(column.name, nextName(column.name));
  const column = (name: string) => columns.get(name) ?? null;
  return {
    table: tableName(old.entity.name),
    column,
    translate(text) {
      const isMissing = [...text.matchAll(/"([^"]+)"/g)].some(([, name = '']) => column(name) === null);
      return isMissing ? null : text.replaceAll(/"([^"]+)"/g, (_match, name: string) => quote(column(name) ?? name));
    },
  };
}

/** Whether the records of a table have to be read and written for its new columns, one by one. */
export function isFilledByRecord({ value }: NextColumn): boolean {
  if (value.kind === 'conversion') return true;
  return value.kind === 'former' || value.kind === 'slug' || (value.kind === 'default' && value.field.when !== null);
}

/** The conversions of an entity (by its new name), with the columns that they fill. */
export function conversionsOf(
  { conversions }: PlannedChange,
  { next }: ChangedTable,
): readonly { readonly column: NextColumn['column']; readonly conversion: ResolvedConversion }[] {
  return next.flatMap(({ entity, column, value }) => {
    const conversion = value.kind === 'conversion' ? conversions.pending.get(`${entity}.${column.name}`) : undefined;
    return conversion === undefined ? [] : [{ column, conversion }];
  });
}

/** The fields of an entity that were computed and are stored now, by their new names. */
export function storedNow({ renamed, next }: ChangedTable): string[] {
  const known = new Set<string>(storedFields(renamed.entity).map(({ name }) => name));
  return next.flatMap(({ column, value }) =>
    value.kind === 'former' && !known.has(column.name) && column.name !== SYSTEM_COLUMNS.enteredAt ? [column.name] : [],
  );
}
