import type { Entity, Field, NewNames } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { storedFields } from '../sql/identifiers.ts';
import { additive, type Change } from './change.ts';
import { compareLimits } from './compare-limits.ts';
import { compareRoles } from './compare-roles.ts';
import { compareTable } from './compare-table.ts';
import { sharedValues } from './compare-unique.ts';
import { convertedFields } from './convert.ts';
import { describeTables } from './describe.ts';
import { dropKeys, dropTable } from './drop-parts.ts';
import type { KeptOneWays } from './former/restore-converted.ts';
import type { KeptTable } from './former/finish-former.ts';
import { restoreTable } from './former/restored-tables.ts';
import { fieldsMadeFrom, type MadeEntity } from './made/made-entities.ts';
import { makeEntity } from './made/made-changes.ts';
import { type KeptMade, writtenSince } from './made/made-since.ts';
import { placeOfGone } from './place-of-gone.ts';
import type { PlannedConversion } from './planned-conversions.ts';
import { createTable } from './schema.ts';

interface Basis {
  readonly conversions: ReadonlyMap<string, PlannedConversion>;
  readonly names: NewNames;
  readonly made: ReadonlyMap<string, MadeEntity>;
  /** The column in which the storage keeps the values of a field that comes again; null if it keeps none. */
  readonly keptColumn: (entity: string, column: string) => string | null;
  readonly oneWays: KeptOneWays;
  /** The entities that were made from records which the document has again. */
  readonly madeSince: ReadonlyMap<string, KeptMade>;
  /** The entities whose tables the storage has kept. */
  readonly restored: ReadonlyMap<string, KeptTable>;
}

/**
 * The changes from one plan to the next: changes of tables and columns, judged on the present records (by their new
 * names), then new limits of their values, judged on the future records. Indexes and foreign keys are compared where
 * they are built.
 */
export function comparePlans(
  before: PlanIndex,
  after: PlanIndex,
  { conversions, names, made, keptColumn, oneWays, madeSince, restored }: Basis,
): readonly [tables: readonly Change[], demands: readonly Change[]] {
  const read = new Set([...convertedFields(conversions.values(), names), ...fieldsMadeFrom(made.values())]);
  const sources = new Set([...made.values()].flatMap(({ origins }) => origins.map(({ entity }) => entity)));
  const oldTables = new Map(describeTables(before).map((description) => [description.entity.name, description]));
  const newTables = new Map(describeTables(after).map((description) => [description.entity.name, description]));
  const tables: Change[] = [];
  const demands: Change[] = [];
  for (const [name, description] of oldTables) {
    if (newTables.has(name)) continue;
    const place = placeOfGone(description, before, sources, read);
    const dropped = dropTable(description, after.plan, place);
    const since = madeSince.get(name);
    if (since === undefined) tables.push(dropped);
    else tables.push({ ...dropped, obstacle: null }, ...writtenSince(description, since, place));
  }
  for (const [name, description] of newTables) {
    const old = oldTables.get(name);
    const makes = made.get(name);
    if (makes !== undefined) {
      const { moves, demands: asked } = makeEntity(makes, before, after);
      tables.push(...moves);
      demands.push(...asked);
      for (const { unique } of description.indexes)
        if (unique !== null) demands.push(sharedValues(description, unique, false));
      continue;
    }
    const kept = restored.get(name);
    if (kept !== undefined) {
      tables.push(restoreTable(description, restored, kept));
      continue;
    }
    if (old === undefined) {
      tables.push(additive(description.entity, `${name} is new`, createTable(description)));
      continue;
    }
    tables.push(...compareTable(old, description, before, after, { conversions, read, keptColumn, oneWays }));
    const former = new Map(limitedFields(old.entity).map((field) => [field.name, field]));
    for (const field of limitedFields(description.entity)) {
      const wasComputed = (before.findField(name, field.name)?.computed ?? null) !== null;
      const conversion = conversions.get(`${name}.${field.name}`) ?? null;
      const isKept = (oneWays.get(`${name}.${field.name}`)?.kept ?? null) !== null;
      const previous = conversion === null && !isKept ? (former.get(field.name) ?? null) : null;
      const origin = conversion !== null ? 'conversion' : wasComputed ? 'computed' : 'other';
      demands.push(...compareLimits(description.entity, previous, field, after, origin));
    }
    for (const dropped of dropKeys(old, description)) tables.unshift(dropped);
    for (const item of description.indexes) {
      if (item.unique === null) continue;
      const isConverted = item.unique.fields.some((field) => conversions.has(`${name}.${field}`));
      if (!isConverted && old.indexes.some((other) => other.definition === item.definition && other.unique)) continue;
      const isNew = item.unique.fields.some((field) => !former.has(field));
      demands.push(sharedValues(description, item.unique, isNew));
    }
  }
  const roles = compareRoles(before, after);
  return [
    [...tables, ...roles.moves],
    [...demands, ...roles.demands],
  ];
}

/** All stored fields of an entity, including those in tables of their own. */
function limitedFields(entity: Entity): readonly Field[] {
  return [...storedFields(entity), ...entity.fields.filter(({ type }) => type.kind === 'children')];
}
