import { isDeepStrictEqual } from 'node:util';
import { type Field, itemAt, type NewNames, type Plan, type Rename } from '@nonet/language';
import { indexPlan, type PlanIndex } from '../plan-index.ts';
import { quote, SYSTEM_COLUMNS, storedFields, tableName } from '../sql/identifiers.ts';
import type { Change, NextColumn } from './change.ts';
import { comparePlans } from './compare.ts';
import { planConversions } from './conversions.ts';
import { describeTables, type TableDescription } from './describe.ts';
import type { IndexDescription } from './describe-indexes.ts';
import type { KeptOneWay } from './former/restore-converted.ts';
import { formerName, sinceName } from './former/kept-column.ts';
import { restoredTables } from './former/restored-tables.ts';
import type { KeptTable } from './former/finish-former.ts';
import { compareKept, goneRoles } from './gone.ts';
import { type MadeEntity, planMade } from './made/made-entities.ts';
import { type KeptMade, madeSince } from './made/made-since.ts';
import { nextName } from './next-name.ts';
import { pairVersions } from './pair-versions.ts';
import type { ConversionBasis, PlannedConversion, PlannedConversions } from './planned-conversions.ts';
import { renamedPlan } from './renamed-plan.ts';

/** A table that exists before the change, by its former and its new names, and its changes. */
export interface ChangedTable {
  readonly old: TableDescription;
  /** The former columns and keys under their new names, in the same order. */
  readonly renamed: TableDescription;
  /** Null if the entity is gone. */
  readonly now: TableDescription | null;
  readonly next: readonly NextColumn[];
  /** Its fields that a `from` without `back` has filled, each with the column of `sinceName`. */
  readonly oneWays: readonly { readonly field: Field; readonly since: string }[];
  /** Whether it is dropped and made again, empty. */
  readonly isRebuilt: boolean;
}

/** The change from the stored document to another one. */
export interface PlannedChange {
  readonly before: PlanIndex;
  /** `before` by its new names, as far as the storage follows from it. */
  readonly renamed: PlanIndex;
  readonly after: PlanIndex;
  readonly names: NewNames;
  readonly renames: readonly Rename[];
  readonly conversions: PlannedConversions;
  /** The roles of the former document that are no more. */
  readonly goneRoles: readonly string[];
  /** The entities that are made from others' records, by name. */
  readonly made: ReadonlyMap<string, MadeEntity>;
  /** The entities that were made from records of the version that is put to use again, by name. */
  readonly madeSince: ReadonlyMap<string, KeptMade>;
  readonly steps: readonly (readonly Change[])[];
  /** The tables by the entity's new name. */
  readonly tables: ReadonlyMap<string, ChangedTable>;
  /** The entities that come again with the records that were kept of them, each with the table's place. */
  readonly restored: ReadonlyMap<string, KeptTable>;
  /** Whether a former version is put to use again. */
  readonly isBack: boolean;
}

const NOTHING_DONE: ConversionBasis = { done: [], backTo: null };

/** @param basis What of the document's conversions was carried out before. */
export function planChange(stored: Plan, after: PlanIndex, basis: ConversionBasis = NOTHING_DONE): PlannedChange {
  const before = indexPlan(stored, after.environment);
  const { renames, names } = pairVersions(stored, after.plan, basis.backTo !== null);
  const renamed = renames.length === 0 ? before : indexPlan(renamedPlan(stored, names), after.environment);
  const conversions = planConversions(stored, after.plan, names, basis);
  const made = planMade(after, conversions);
  const formerTables = describeTables(before);
  const tableOf = new Map(
    describeTables(renamed).map(({ entity }, place) => [entity.name, formerTables[place]?.entity.name ?? entity.name]),
  );
  // The version in use has nothing of such a field, so that its values are those that people saw last.
  const isKept = (entity: string, column: string) =>
    basis.kept?.has(`${tableName(tableOf.get(entity) ?? entity)}.${column}`) === true;
  const keptColumn = (entity: string, column: string) => {
    const name = formerName(column);
    return isKept(entity, name) ? name : null;
  };
  const oneWays = new Map<string, KeptOneWay>();
  for (const { name, fields } of stored.entities)
    for (const field of fields) {
      const [entity, since, kept] = [names.entity(name), sinceName(field.name), formerName(field.name)];
      if (isKept(entity, since))
        oneWays.set(`${entity}.${names.field(name, field.name)}`, { since, kept: isKept(entity, kept) ? kept : null });
    }
  const restored = restoredTables(after, renamed, basis);
  const since = madeSince(before, basis);
  const [moves, demands] = comparePlans(renamed, after, {
    conversions: conversions.pending,
    names,
    made,
    keptColumn,
    oneWays,
    madeSince: since,
    restored,
  });
  // A former version that is put to use again does not know the changes after it: they wait for the later one.
  const kept = basis.backTo === null ? compareKept(stored, after.plan, names) : [];
  const steps = [[...moves, ...kept], demands];
  const goneNow = goneRoles(stored, after.plan);
  const now = new Map(describeTables(after).map((description) => [description.entity.name, description]));
  const stated = steps.flat().flatMap(({ next }) => next);
  const tables = describeTables(renamed).map((description, place): [string, ChangedTable] => {
    const { name } = description.entity;
    const becomes = now.get(name) ?? null;
    const isRebuilt = becomes !== null && !isDeepStrictEqual(description.entity.owner, becomes.entity.owner);
    const own = isRebuilt || becomes === null ? [] : stated.filter(({ entity }) => entity === name);
    const taken = new Set(own.map(({ column }) => column.name));
    const revalued = isRebuilt ? [] : renamedValues(renames, goneNow, name, becomes, description);
    const next = [...own, ...revalued.filter(({ column }) => !taken.has(column.name))];
    const ways = renamed.entity(name).fields.flatMap((field) => {
      const since = oneWays.get(`${name}.${field.name}`)?.since;
      return since === undefined ? [] : [{ field, since }];
    });
    return [
      name,
      { old: itemAt(formerTables, place), renamed: description, now: becomes, next, oneWays: ways, isRebuilt },
    ];
  });
  return {
    before,
    renamed,
    after,
    names,
    renames,
    conversions,
    made,
    madeSince: since,
    steps,
    goneRoles: goneNow,
    tables: new Map(tables),
    restored,
    isBack: basis.backTo !== null,
  };
}

/** The columns that contain changed names: of states, choices, and roles. */
function renamedValues(
  renames: readonly Rename[],
  gone: readonly string[],
  entity: string,
  now: TableDescription | null,
  renamed: TableDescription,
): NextColumn[] {
  const hasStates = renames.some((rename) => rename.kind === 'state' && rename.entity === entity);
  const hasRoles = gone.length > 0 || renames.some(({ kind }) => kind === 'role');
  const hasChoices = (field: string) =>
    renames.some((rename) => rename.kind === 'choice' && rename.entity === entity && rename.field === field);
  return (now?.columns ?? []).flatMap((column): NextColumn[] => {
    const kind = renamed.columns.find(({ name }) => name === column.name)?.field?.type.kind;
    const isRenamed =
      (kind === 'state' && hasStates) || (kind === 'roles' && hasRoles) || (kind === 'enum' && hasChoices(column.name));
    return isRenamed ? [{ entity, column, value: { kind: 'former' } }] : [];
  });
}

/** The place of an entity's parts (by its new name) until the change is done; null if it does not exist yet. */
export interface Place {
  readonly table: string;
  /** A column by its new name; null if it only comes with the change. */
  column(name: string): string | null;
  /** An index's definition on the storage in use; null if one of its columns only comes with the change. */
  define(index: Pick<IndexDescription, 'columns' | 'define'>): string | null;
}

export function placeOf({ old, renamed, next, isRebuilt }: ChangedTable): Place | null {
  if (isRebuilt) return null;
  const columns = new Map<string, string>(
    renamed.columns.map(({ name }, place) => [name, old.columns[place]?.name ?? name]),
  );
  for (const { column } of next) columns.set(column.name, nextName(column.name));
  const column = (name: string) => columns.get(name) ?? null;
  return {
    table: tableName(old.entity.name),
    column,
    define: (index) =>
      index.columns.some((name) => column(name) === null) ? null : index.define((name) => quote(column(name) ?? name)),
  };
}

/** Whether the records of a table have to be read and written one by one for its new columns. */
export function isFilledByRecord({ value }: NextColumn): boolean {
  if (value.kind === 'conversion' || value.kind === 'kept') return true;
  return value.kind === 'former' || value.kind === 'slug' || (value.kind === 'default' && value.field.when !== null);
}

/** The conversions of an entity (by its new name), with the columns that they fill. */
export function conversionsOf(
  { conversions }: PlannedChange,
  { next }: ChangedTable,
): readonly { readonly column: NextColumn['column']; readonly conversion: PlannedConversion }[] {
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

/**
 * Whether a change only adds: processes of the former version find everything that they know, and their writes have a
 * place.
 */
export function keepsFormer({ renames, steps }: PlannedChange): boolean {
  return renames.length === 0 && steps.flat().every((each) => each.keepsFormer);
}
