import { isDeepStrictEqual } from 'node:util';
import type { Entity, Field } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { idSequence, nextNumberId, quote, table } from '../sql/identifiers.ts';
import { type Change, counting, has, plain, records } from './change.ts';
import { compareColumn, holdsValue } from './compare-column.ts';
import { describeTables, type ColumnDescription, type IndexDescription, type TableDescription } from './describe.ts';
import { addForeignKey, columnDefinition, createIndex, createTable } from './schema.ts';

/** The changes from one plan to the next, in the order of their doing. */
export function comparePlans(before: PlanIndex, after: PlanIndex): Change[] {
  const oldTables = new Map(describeTables(before).map((description) => [description.entity.name, description]));
  const newTables = new Map(describeTables(after).map((description) => [description.entity.name, description]));
  const changes: Change[] = [];
  const late: Change[] = [];
  for (const [name, description] of oldTables) if (!newTables.has(name)) changes.push(dropTable(description));
  for (const [name, description] of newTables) {
    const old = oldTables.get(name);
    if (old !== undefined) {
      changes.push(...compareTable(old, description, before, after));
    } else {
      changes.push(plain(`${name} is new`, createTable(description)));
    }
    for (const key of description.foreignKeys) {
      if (old?.foreignKeys.some((other) => isDeepStrictEqual(other, key))) continue;
      late.push(
        plain(`${name}.${key.column} refers to ${key.target}`, [
          dropConstraint(name, key.name),
          addForeignKey(name, key),
        ]),
      );
    }
    for (const item of description.indexes) {
      if (old?.indexes.some((other) => other.name === item.name && other.definition === item.definition)) continue;
      const statements = [`drop index if exists product.${quote(item.name)}`, createIndex(name, item)];
      const obstacle = item.unique === null || old === undefined ? null : sharedValues(old, description, item);
      late.push({ ...plain(`index ${item.name}`, statements), obstacle });
    }
    for (const item of old?.indexes ?? []) {
      if (!description.indexes.some((other) => other.name === item.name)) {
        late.push(plain(`index ${item.name} is gone`, [`drop index if exists product.${quote(item.name)}`]));
      }
    }
  }
  for (const role of before.plan.roles) {
    const now = after.findRole(role.name);
    if (role.given.kind !== 'assigned' || now?.given.kind === 'assigned') continue;
    const count = `select count(*) from ${table('User')} where '${quote(role.name).slice(1, -1)}' = any(${quote('roles')})`;
    late.push({
      ...plain(`role ${role.name} is no longer assigned`, []),
      obstacle: {
        count,
        words: (n) =>
          `the role \`${role.name}\` is no longer assigned: ${n === 1 ? 'one user holds' : `${n} users hold`} it`,
      },
    });
  }
  return [...changes, ...late];
}

/** Records whose values a unique index would not take: those that share them now, or would share a new default. */
function sharedValues(old: TableDescription, now: TableDescription, item: IndexDescription): Change['obstacle'] {
  const fields = item.unique?.fields ?? [];
  const name = now.entity.name;
  const what = fields.map((field) => `${name}.${field}`).join(', ');
  const words = (n: number) => `\`${what}\` is unique now: ${records(n)} share a value`;
  const added = fields.filter((field) => !old.columns.some((column) => column.name === field));
  if (added.some((field) => now.entity.fields.find((other) => other.name === field)?.default === null)) return null;
  if (added.length > 0)
    return { count: `select case when count(*) > 1 then count(*) else 0 end from ${table(name)}`, words };
  const columns = item.definition.replace(/^\(|\)( where .*)?$/g, '');
  const present = fields.map((field) => `${quote(field)} is not null`).join(' and ');
  return {
    count: `select coalesce(sum(n), 0) from (select count(*) as n from ${table(name)} where ${present} group by ${columns} having count(*) > 1) d`,
    words,
  };
}

function compareTable(old: TableDescription, now: TableDescription, before: PlanIndex, after: PlanIndex): Change[] {
  const entity = now.entity;
  const changes: Change[] = [];
  // The former plan comes from jsonb, which keeps no order of keys.
  if (!isDeepStrictEqual(old.entity.owner, entity.owner)) {
    const count = `select count(*) from ${table(entity.name)}`;
    changes.push({
      ...plain(`${entity.name} has another owner`, [`drop table ${table(entity.name)} cascade`, ...createTable(now)]),
      obstacle: { count, words: (n) => `\`${entity.name}\` is owned by another list now: there are ${records(n)}` },
    });
    return changes;
  }
  if (old.entity.delete === 'soft' && entity.delete !== 'soft') {
    const count = `select count(*) from ${table(entity.name)} where "_deleted_at" is not null`;
    changes.push({
      ...plain(`${entity.name} is no longer softly deleted`, []),
      obstacle: {
        count,
        words: (n) => `\`${entity.name}\` is no longer \`delete: soft\`: ${records(n)} that were deleted would be back`,
      },
    });
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
        count: `select count(*) from ${table(entity.name)}`,
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
    obstacle: needed
      ? {
          count: `select count(*) from ${table(entity.name)}`,
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
      count: counting(entity, holdsValue(column.field, column.name)),
      words: (n) => `\`${entity.name}.${column.name}\` is gone: ${records(n)} ${has(n)} a value`,
    },
  };
}

function dropTable(description: TableDescription): Change {
  const name = description.entity.name;
  return {
    ...plain(`${name} is gone`, [`drop table ${table(name)} cascade`, `drop sequence if exists ${idSequence(name)}`]),
    obstacle: {
      count: `select count(*) from ${table(name)}`,
      words: (n) => `\`${name}\` is gone: there ${n === 1 ? 'is one record' : `are ${n} records`}`,
    },
  };
}

function dropConstraint(entity: string, name: string): string {
  return `alter table ${table(entity)} drop constraint if exists ${quote(name)}`;
}
