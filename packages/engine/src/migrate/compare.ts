import { isDeepStrictEqual } from 'node:util';
import type { Entity, Field } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { idSequence, nextNumberId, quote, storedFields, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import { additive, type Change, counting, forbidden, has, plain, records } from './change.ts';
import { compareColumn, holdsValue } from './compare-column.ts';
import { compareLimits } from './compare-limits.ts';
import { describeTables, type ColumnDescription, type IndexDescription, type TableDescription } from './describe.ts';
import { columnDefinition, createTable } from './schema.ts';

/**
 * The changes from one plan to the next, in the order of their doing: what becomes of tables and columns, then what the new
 * plan asks of what is in them. The obstacles of each step are judged when those before it are done. Constraints and
 * indexes that are missing then are made by the migration (`addMissingParts`).
 */
export function comparePlans(before: PlanIndex, after: PlanIndex): readonly (readonly Change[])[] {
  const oldTables = new Map(describeTables(before).map((description) => [description.entity.name, description]));
  const newTables = new Map(describeTables(after).map((description) => [description.entity.name, description]));
  const tables: Change[] = [];
  const demands: Change[] = [];
  for (const [name, description] of oldTables) if (!newTables.has(name)) tables.push(dropTable(description));
  for (const [name, description] of newTables) {
    const old = oldTables.get(name);
    if (old === undefined) {
      tables.push(additive(`${name} is new`, createTable(description)));
      continue;
    }
    tables.push(...compareTable(old, description, before, after));
    const former = new Map(limitedFields(old.entity).map((field) => [field.name, field]));
    for (const field of limitedFields(description.entity))
      demands.push(...compareLimits(description.entity, former.get(field.name) ?? null, field, after));
    for (const key of old.foreignKeys)
      if (!description.foreignKeys.some((other) => isDeepStrictEqual(other, key)))
        tables.unshift(
          additive(`${name}.${key.column} refers to ${key.target} no more`, [dropConstraint(name, key.name)]),
        );
    for (const item of old.indexes)
      if (!description.indexes.some((other) => other.name === item.name && other.definition === item.definition))
        tables.unshift(additive(`index ${item.name} is gone`, [`drop index if exists product.${quote(item.name)}`]));
    for (const item of description.indexes) {
      if (item.unique === null || old.indexes.some((other) => other.definition === item.definition && other.unique))
        continue;
      demands.push(sharedValues(description, item.unique));
    }
  }
  for (const role of before.plan.roles) {
    const now = after.findRole(role.name);
    if (role.given.kind !== 'assigned' || now?.given.kind === 'assigned') continue;
    demands.push(
      forbidden(
        `role ${role.name} is no longer assigned`,
        counting(
          after.entity('User'),
          (parameters) => `${parameters.bind(role.name, 'text')} = any(${quote('roles')})`,
        ),
        (n) => `the role \`${role.name}\` is no longer assigned: ${n === 1 ? 'one user holds' : `${n} users hold`} it`,
      ),
    );
  }
  return [tables, demands];
}

/** Whatever of an entity is stored, be it in tables of its own. */
function limitedFields(entity: Entity): readonly Field[] {
  return [...storedFields(entity), ...entity.fields.filter(({ type }) => type.kind === 'children')];
}

/** Records whose values a unique index would not take. */
function sharedValues({ entity }: TableDescription, unique: NonNullable<IndexDescription['unique']>): Change {
  const what = unique.fields.map((field) => `${entity.name}.${field}`).join(', ');
  const present = unique.fields.map((field) => `${quote(field)} is not null`);
  const where = [...present, ...(unique.where === null ? [] : [unique.where])].join(' and ');
  const shared = `select count(*) as n from ${table(entity.name)} where ${where} group by ${unique.columns} having count(*) > 1`;
  return forbidden(
    `${what} is unique`,
    { text: `select coalesce(sum(n), 0) as count from (${shared}) shared`, values: [] },
    (n) => `\`${what}\` is unique now: ${records(n)} share a value`,
  );
}

function compareTable(old: TableDescription, now: TableDescription, before: PlanIndex, after: PlanIndex): Change[] {
  const entity = now.entity;
  const changes: Change[] = [];
  // The former plan comes from jsonb, which keeps no order of keys.
  if (!isDeepStrictEqual(old.entity.owner, entity.owner)) {
    return [
      {
        ...plain(`${entity.name} has another owner`, [...dropTable(old).statements, ...createTable(now)]),
        obstacle: {
          count: counting(entity),
          words: (n) => `\`${entity.name}\` is owned by another list now: there are ${records(n)}`,
        },
      },
    ];
  }
  if (old.entity.delete === 'soft' && entity.delete !== 'soft') {
    changes.push(
      forbidden(
        `${entity.name} is no longer softly deleted`,
        counting(entity, () => `${quote(SYSTEM_COLUMNS.deletedAt)} is not null`),
        (n) => `\`${entity.name}\` is no longer \`delete: soft\`: ${records(n)} that were deleted would be back`,
      ),
    );
  }
  const wholeIds = after.hasWholeIds(entity.name);
  if (before.hasWholeIds(entity.name) !== wholeIds) {
    const next = wholeIds ? nextNumberId(entity.name) : 'nonet.uuid()';
    changes.push({
      ...plain(`${entity.name} has other ids`, [
        `create sequence if not exists ${idSequence(entity.name)}`,
        `alter table ${table(entity.name)} alter column id set default ${next}`,
      ]),
      obstacle: {
        count: counting(entity),
        words: (n) => `the \`id\` of \`${entity.name}\` is of another kind now: ${records(n)} ${has(n)} one`,
      },
    });
  }
  const oldColumns = new Map(old.columns.map((column) => [column.name, column]));
  const newColumns = new Map(now.columns.map((column) => [column.name, column]));
  for (const column of old.columns) {
    if (column.field !== null && !newColumns.has(column.name)) changes.push(dropColumn(entity, column));
  }
  for (const column of now.columns) {
    if (column.field === null) continue;
    const previous = oldColumns.get(column.name);
    if (previous === undefined || previous.field === null) {
      changes.push(addColumn(entity, column, column.field, after));
    } else {
      changes.push(...compareColumn(entity, previous, column, before, after));
    }
  }
  return changes;
}

function addColumn(entity: Entity, column: ColumnDescription, field: Field, after: PlanIndex): Change {
  const words = `${entity.name}.${field.name} is new`;
  const starts = after.workflow(entity.name)?.states.some(({ kind }) => kind === 'initial') === true;
  const fills = field.default !== null || (field.type.kind === 'state' && starts) || field.type.kind === 'slug';
  // A number is given on create: records that are there already have none.
  const needed = field.required && !fills && field.when === null && field.type.kind !== 'many';
  return {
    ...plain(words, [`alter table ${table(entity.name)} add column ${columnDefinition(column)}`]),
    fill: fills ? { entity: entity.name, field } : null,
    // Records that the former version adds have none.
    keepsFormer: !field.required,
    obstacle: needed
      ? {
          count: counting(entity),
          words: (n) =>
            `\`${entity.name}.${field.name}\` is new, required and has no ${field.type.kind === 'state' ? 'initial state' : 'default'}: ${records(n)} would lack it`,
        }
      : null,
  };
}

function dropColumn(entity: Entity, column: ColumnDescription): Change {
  return {
    ...plain(`${entity.name}.${column.name} is gone`, [
      `alter table ${table(entity.name)} drop column ${quote(column.name)}`,
    ]),
    obstacle: {
      count: counting(entity, () => holdsValue(column.field, column.name)),
      words: (n) => `\`${entity.name}.${column.name}\` is gone: ${records(n)} ${has(n)} a value`,
    },
  };
}

function dropTable(description: TableDescription): Change {
  const name = description.entity.name;
  return {
    ...plain(`${name} is gone`, [`drop table ${table(name)} cascade`, `drop sequence if exists ${idSequence(name)}`]),
    obstacle: {
      count: counting(description.entity),
      words: (n) => `\`${name}\` is gone: there ${n === 1 ? 'is one record' : `are ${n} records`}`,
    },
  };
}

function dropConstraint(entity: string, name: string): string {
  return `alter table ${table(entity)} drop constraint if exists ${quote(name)}`;
}
