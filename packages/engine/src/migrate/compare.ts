import { isDeepStrictEqual } from 'node:util';
import {
  type Clause,
  type Entity,
  type Field,
  isStatedAsGone,
  type NewNames,
  type Plan,
  takesFrom,
} from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { THIS } from '../run/write.ts';
import { keyOfRecords, textOf } from '../seed/later-records.ts';
import {
  column,
  columnOf,
  idSequence,
  nextNumberId,
  quote,
  storedFields,
  SYSTEM_COLUMNS,
  storedTable,
  table,
} from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';
import {
  additive,
  altering,
  type Change,
  forbidden,
  has,
  type NextValue,
  type Obstacle,
  plain,
  records,
  where,
} from './change.ts';
import { compareColumn, enteredNow } from './compare-column.ts';
import { compareLimits } from './compare-limits.ts';
import { computeStored } from './compute-stored.ts';
import { convertColumn, convertedFields } from './convert.ts';
import {
  type ColumnDescription,
  describeTables,
  type IndexDescription,
  type TableDescription,
  targetName,
} from './describe.ts';
import { canBeKept, keptValue } from './former/kept-column.ts';
import { goneRemedy } from './gone.ts';
import { holdsValue, knownDefault } from '../run/known-default.ts';
import { fieldsMadeFrom, type MadeEntity } from './made/made-entities.ts';
import { makeEntity } from './made/made-changes.ts';
import { NOWHERE, type PlaceOfGone, placeOfGone } from './place-of-gone.ts';
import type { PlannedConversion } from './planned-conversions.ts';
import { createTable } from './schema.ts';
import { storeComputed } from './store-computed.ts';

interface Basis {
  readonly conversions: ReadonlyMap<string, PlannedConversion>;
  readonly names: NewNames;
  readonly made: ReadonlyMap<string, MadeEntity>;
  /** The column in which the storage keeps the values of a field that comes again; null if it keeps none. */
  readonly keptColumn: (entity: string, column: string) => string | null;
}

/**
 * The changes from one plan to the next: changes of tables and columns, judged on the present records (by their new
 * names), then new limits of their values, judged on the future records. Indexes and foreign keys are compared where
 * they are built.
 */
export function comparePlans(
  before: PlanIndex,
  after: PlanIndex,
  { conversions, names, made, keptColumn }: Basis,
): readonly [tables: readonly Change[], demands: readonly Change[]] {
  const read = new Set([...convertedFields(conversions.values(), names), ...fieldsMadeFrom(made.values())]);
  const sources = new Set([...made.values()].flatMap(({ origins }) => origins.map(({ entity }) => entity)));
  const oldTables = new Map(describeTables(before).map((description) => [description.entity.name, description]));
  const newTables = new Map(describeTables(after).map((description) => [description.entity.name, description]));
  const tables: Change[] = [];
  const demands: Change[] = [];
  for (const [name, description] of oldTables)
    if (!newTables.has(name))
      tables.push(dropTable(description, after.plan, placeOfGone(description, before, sources, read)));
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
    if (old === undefined) {
      tables.push(additive(description.entity, `${name} is new`, createTable(description)));
      continue;
    }
    tables.push(...compareTable(old, description, before, after, { conversions, read, keptColumn }));
    const former = new Map(limitedFields(old.entity).map((field) => [field.name, field]));
    for (const field of limitedFields(description.entity)) {
      const wasComputed = (before.findField(name, field.name)?.computed ?? null) !== null;
      const conversion = conversions.get(`${name}.${field.name}`) ?? null;
      const previous = conversion === null ? (former.get(field.name) ?? null) : null;
      const origin = conversion !== null ? 'conversion' : wasComputed ? 'computed' : 'other';
      demands.push(...compareLimits(description.entity, previous, field, after, origin));
    }
    for (const key of old.foreignKeys)
      if (!description.foreignKeys.some((other) => isDeepStrictEqual(other, key)))
        tables.unshift({
          ...additive(clauseOf(old, key.column), `${name}.${key.column} refers to ${targetName(key.target)} no more`, [
            dropConstraint(name, key.name),
          ]),
          alters: name,
        });
    for (const item of description.indexes) {
      if (item.unique === null) continue;
      const isConverted = item.unique.fields.some((field) => conversions.has(`${name}.${field}`));
      if (!isConverted && old.indexes.some((other) => other.definition === item.definition && other.unique)) continue;
      const isNew = item.unique.fields.some((field) => !former.has(field));
      demands.push(sharedValues(description, item.unique, isNew));
    }
  }
  for (const role of before.plan.roles) {
    const now = after.findRole(role.name);
    if (role.given.kind !== 'assigned' || now?.given.kind === 'assigned') continue;
    const isHeld = (parameters: Parameters) => `${parameters.bind(role.name, 'text')} = any(${quote('roles')})`;
    if (isStatedAsGone(after.plan, 'role', role.name)) {
      const what = now === null ? 'is gone' : 'is no longer assigned';
      const words = (n: number) => `role ${role.name} ${what}: ${n === 1 ? 'one user loses' : `${n} users lose`} it`;
      tables.push({
        ...plain(role, `role ${role.name} ${what}`, []),
        loses: { ...where(after.entity('User'), words, null, isHeld), isKept: true },
      });
      continue;
    }
    demands.push(
      forbidden(
        role,
        `role ${role.name} is no longer assigned`,
        where(
          after.entity('User'),
          (n) =>
            `the role \`${role.name}\` is no longer assigned: ${n === 1 ? 'one user holds' : `${n} users hold`} it`,
          `keep it assigned, state \`was ${role.name}\` at the role that takes its place, take it from them first; or ${goneRemedy('role', role.name, null, now !== null)}`,
          isHeld,
        ),
      ),
    );
  }
  return [tables, demands];
}

/** All stored fields of an entity, including those in tables of their own. */
function limitedFields(entity: Entity): readonly Field[] {
  return [...storedFields(entity), ...entity.fields.filter(({ type }) => type.kind === 'children')];
}

/** Records whose values a unique index would not take. */
function sharedValues(
  { entity }: TableDescription,
  unique: NonNullable<IndexDescription['unique']>,
  isNew: boolean,
): Change {
  const what = unique.fields.map((field) => `${entity.name}.${field}`).join(', ');
  const isWorkedOut = entity.fields.some(({ name, type }) => unique.fields.includes(name) && takesFrom(type));
  const from = isWorkedOut ? 'add `from …` that gives each its own value, or ' : '';
  const present = unique.fields.map((field) => `${quote(field)} is not null`);
  const condition = [...present, ...(unique.where === null ? [] : [unique.where])].join(' and ');
  const shared = `select count(*) as n from ${table(entity.name)} where ${condition} group by ${unique.columns} having count(*) > 1`;
  return forbidden(unique, `${what} is unique`, {
    count: { text: `select coalesce(sum(n), 0) as count from (${shared}) shared`, values: [] },
    which: {
      text: `select id::text as id from ${table(entity.name)} where ${condition} and (${unique.columns}) in (select ${unique.columns} from ${table(entity.name)} where ${condition} group by ${unique.columns} having count(*) > 1) order by ${unique.columns}, id`,
      values: [],
    },
    records: null,
    fields: unique.fields,
    words: (n) => `\`${what}\` is unique now: ${records(n)} share a value`,
    remedy: isNew
      ? `${from}state \`optional\` and no \`default\``
      : `${from}change all but one of those that are alike first`,
  });
}

function compareTable(
  old: TableDescription,
  now: TableDescription,
  before: PlanIndex,
  after: PlanIndex,
  { conversions, read, keptColumn }: Pick<Basis, 'conversions' | 'keptColumn'> & { readonly read: ReadonlySet<string> },
): Change[] {
  const entity = now.entity;
  const changes: Change[] = [];
  // The former plan comes from jsonb, which keeps no order of keys.
  if (!isDeepStrictEqual(old.entity.owner, entity.owner)) {
    return [
      {
        ...altering(entity, `${entity.name} has another owner`, entity.name, [
          ...dropTable(old, after.plan).statements,
          ...createTable(now),
        ]),
        obstacle: where(
          entity,
          (n) =>
            entity.owner === null
              ? `\`${entity.name}\` is a list of \`${old.entity.owner?.entity}\` no more: there are ${records(n)}`
              : `\`${entity.name}\` is owned by ${old.entity.owner === null ? 'a list' : 'another list'} now: there are ${records(n)}`,
          ownerRemedy(old.entity, entity),
        ),
      },
    ];
  }
  if (old.entity.delete === 'soft' && entity.delete !== 'soft') {
    changes.push(
      forbidden(
        entity,
        `${entity.name} is no longer softly deleted`,
        where(
          entity,
          (n) => `\`${entity.name}\` is no longer \`delete: soft\`: ${records(n)} that were deleted would be back`,
          'keep `delete: soft`',
          () => `${quote(SYSTEM_COLUMNS.deletedAt)} is not null`,
        ),
      ),
    );
  }
  const wholeIds = after.hasWholeIds(entity.name);
  if (before.hasWholeIds(entity.name) !== wholeIds) {
    const next = wholeIds ? nextNumberId(entity.name) : 'nonet.uuid()';
    changes.push({
      ...altering(entity, `${entity.name} has other ids`, entity.name, [
        `create sequence if not exists ${idSequence(entity.name)}`,
        `alter table ${storedTable(entity.name)} alter column id set default ${next}`,
      ]),
      obstacle: where(
        entity,
        (n) => `the \`id\` of \`${entity.name}\` is of another kind now: ${records(n)} ${has(n)} one`,
        'keep the former kind',
      ),
    });
  }
  const oldColumns = new Map(old.columns.map((column) => [column.name, column]));
  const newColumns = new Map(now.columns.map((column) => [column.name, column]));
  for (const column of old.columns) {
    if (column.field !== null && !newColumns.has(column.name))
      changes.push(dropColumn(entity, column, read, before, after));
  }
  for (const column of now.columns) {
    if (column.field === null) continue;
    const conversion = conversions.get(`${entity.name}.${column.name}`);
    if (conversion !== undefined) {
      changes.push(...convertColumn(entity, column, column.field, conversion, before));
      continue;
    }
    const previous = oldColumns.get(column.name);
    if (previous === undefined || previous.field === null) {
      const former = before.findField(entity.name, column.field.name);
      if (former === null || former.computed === null)
        changes.push(addColumn(entity, column, column.field, after, keptColumn(entity.name, column.name)));
      else changes.push(...storeComputed(entity, former, column, before, after));
    } else {
      changes.push(...compareColumn(entity, previous, column, before, after));
    }
  }
  return changes;
}

/** What to write instead if existing records would belong to another record, or to none. */
function ownerRemedy(old: Entity, now: Entity): string {
  if (now.owner === null)
    return `state an entity by another name that is made from them: \`| from | ${old.name} |\` among its settings, with a \`from\` for each of its fields (\`from parent\` for the record that the list belonged to)`;
  if (old.owner === null)
    return `keep \`${now.name}\` an entity of its own, and list its records by \`all ${now.name} by …\` of \`${now.owner.entity}\``;
  return 'keep the list, and state an entity of its own for the other one';
}

/** `kept`: the column in which the storage keeps what a former version, which is put to use again, has in it. */
function addColumn(
  entity: Entity,
  column: ColumnDescription,
  field: Field,
  after: PlanIndex,
  kept: string | null,
): Change {
  const initial = after.workflow(entity.name)?.states.find(({ kind }) => kind === 'initial') ?? null;
  const first = firstValue(field, initial);
  const value = kept !== null && canBeKept(field) ? keptValue(field, kept) : first;
  // A number is given on create: records that are there already have none.
  const needed = field.required && first.kind === 'empty' && field.when === null && field.type.kind !== 'many';
  const isState = value.kind === 'text';
  return {
    ...plain(field, `${entity.name}.${field.name} is new`, []),
    next: [{ entity: entity.name, column, value }, ...(isState ? [enteredNow(entity)] : [])],
    // Records that the former version adds have none.
    keepsFormer: !field.required,
    obstacle: needed
      ? where(
          entity,
          (n) =>
            `\`${entity.name}.${field.name}\` is new, required and has no ${field.type.kind === 'state' ? 'initial state' : 'default'}: ${records(n)} would lack it`,
          field.type.kind === 'number'
            ? 'numbers are given on create alone: state it as `text` and `optional`, for records that are there'
            : field.type.kind === 'state'
              ? 'state an `initial` state, or add `from …`: the state of records that are there'
              : `${takesFrom(field.type) ? 'add `from …`, the value of records that are there; or ' : ''}state a \`default\`, or \`optional\``,
          value.kind === 'kept' ? () => `${THIS}.${quote(value.column)} is null` : undefined,
        )
      : null,
  };
}

/** The value of a new field in existing records. */
function firstValue(field: Field, initial: { readonly name: string } | null): NextValue {
  if (field.type.kind === 'slug') return { kind: 'slug', of: field.type.of };
  if (field.default !== null) return { kind: 'default', field };
  if (field.type.kind === 'state' && initial !== null) return { kind: 'text', text: initial.name };
  return { kind: 'empty' };
}

function dropColumn(
  entity: Entity,
  column: ColumnDescription,
  read: ReadonlySet<string>,
  before: PlanIndex,
  after: PlanIndex,
): Change {
  const isStated = isStatedAsGone(after.plan, 'field', column.name, entity.name);
  const computed = column.field === null || isStated ? null : computeStored(entity, column.field, before, after);
  if (computed !== null) return computed;
  const isDefault = column.field === null ? null : knownDefault(entity, column.field, before);
  const held = (words: Obstacle['words'], remedy: string | null) =>
    where(
      entity,
      words,
      remedy,
      (parameters) =>
        `${holdsValue(column.field, column.name)}${isDefault === null ? '' : ` and ${isDefault(parameters)} is not true`}`,
    );
  const lost = held(
    (n) => `${entity.name}.${column.name} is gone: ${records(n)} ${n === 1 ? 'loses its' : 'lose their'} value`,
    null,
  );
  const isComputed = (after.findField(entity.name, column.name)?.computed ?? null) !== null;
  return {
    ...altering(column.field ?? entity, `${entity.name}.${column.name} is gone`, entity.name, [
      `alter table ${storedTable(entity.name)} drop column ${quote(column.name)}`,
    ]),
    drops: { entity: entity.name, column: column.name },
    // If a `from` reads it, its values are kept in that field.
    ...(isStated ? { loses: lost } : {}),
    obstacle:
      isStated || read.has(`${entity.name}.${column.name}`)
        ? null
        : held(
            (n) =>
              `\`${entity.name}.${column.name}\` is gone: ${records(n)} ${has(n)} a value${isDefault === null ? '' : ' other than its default'}`,
            `state \`was ${column.name}\` at the field that has its values now, add a \`from …\` that reads it to the field that they go into; or ${goneRemedy('field', column.name, entity.name, isComputed)}`,
          ),
  };
}

function dropTable(description: TableDescription, plan: Plan, place: PlaceOfGone = NOWHERE): Change {
  const name = description.entity.name;
  const isStated = isStatedAsGone(plan, 'entity', name);
  const lost = where(description.entity, (n) => `${name} is gone with ${records(n)}`, null);
  return {
    ...altering(description.entity, `${name} is gone`, name, [
      `drop table ${storedTable(name)} cascade`,
      `drop sequence if exists ${idSequence(name)}`,
    ]),
    drops: { entity: name, column: null },
    ...(isStated ? { loses: lost } : {}),
    obstacle: isStated
      ? null
      : where(
          description.entity,
          (n) =>
            place.lost === null
              ? `\`${name}\` is gone: there ${n === 1 ? 'is one record' : `are ${n} records`}`
              : `\`${name}\` is gone: what ${records(n)} ${n === 1 ? 'holds has' : 'hold has'} no place elsewhere`,
          `state \`(was: ${name})\` at the entity that has them now, or \`| from | ${name} |\` among the settings of a new one that is made from them; or ${goneRemedy('entity', name)}`,
          (parameters) =>
            [isOfPeople(description.entity)(parameters), ...(place.lost === null ? [] : [`(${place.lost})`])].join(
              ' and ',
            ),
        ),
  };
}

/**
 * A condition that a record is not one of the document's own `Records` in its original form (3): nobody has entered
 * such a record, so nothing is lost with it.
 */
function isOfPeople(entity: Entity): (parameters: Parameters) => string {
  const key = keyOfRecords(entity);
  if (key === null || entity.records.length === 0) return () => 'true';
  return (parameters) => {
    const names = entity.records.map((record) => parameters.bind(textOf(record, key), 'text'));
    const isPutIn = `${column(THIS, SYSTEM_COLUMNS.version)} = 1 and ${column(THIS, SYSTEM_COLUMNS.createdBy)} is null`;
    return `not (${isPutIn} and ${column(THIS, columnOf(key))} in (${names.join(', ')}))`;
  };
}

/** The field that a column stores, or the entity where it is one of the engine's own. */
function clauseOf({ entity, columns }: TableDescription, name: string): Clause {
  return columns.find((column) => column.name === name)?.field ?? entity;
}

function dropConstraint(entity: string, name: string): string {
  return `alter table ${storedTable(entity)} drop constraint if exists ${quote(name)}`;
}
