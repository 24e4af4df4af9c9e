import { isDeepStrictEqual } from 'node:util';
import type { Clause, Entity, Field, ResolvedConversion } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { idSequence, nextNumberId, quote, storedFields, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import { additive, type Change, forbidden, has, type NextValue, plain, records, where } from './change.ts';
import { compareColumn, enteredNow, holdsValue } from './compare-column.ts';
import { convertColumn, convertedFields } from './convert.ts';
import { storeComputed } from './store-computed.ts';
import { compareLimits } from './compare-limits.ts';
import { describeTables, type ColumnDescription, type IndexDescription, type TableDescription } from './describe.ts';
import { createTable } from './schema.ts';

/**
 * The changes from one plan to the next: what becomes of tables and columns, judged on the records as they are (by their
 * new names), then what the new plan asks of what is in them, judged on the records as they will be. Indexes and foreign
 * keys are compared where they are built.
 */
export function comparePlans(
  before: PlanIndex,
  after: PlanIndex,
  conversions: ReadonlyMap<string, ResolvedConversion> = new Map(),
): readonly (readonly Change[])[] {
  const read = convertedFields(conversions.values());
  const oldTables = new Map(describeTables(before).map((description) => [description.entity.name, description]));
  const newTables = new Map(describeTables(after).map((description) => [description.entity.name, description]));
  const tables: Change[] = [];
  const demands: Change[] = [];
  for (const [name, description] of oldTables) if (!newTables.has(name)) tables.push(dropTable(description));
  for (const [name, description] of newTables) {
    const old = oldTables.get(name);
    if (old === undefined) {
      tables.push(additive(description.entity, `${name} is new`, createTable(description)));
      continue;
    }
    tables.push(...compareTable(old, description, before, after, conversions, read));
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
        tables.unshift(
          additive(clauseOf(old, key.column), `${name}.${key.column} refers to ${key.target} no more`, [
            dropConstraint(name, key.name),
          ]),
        );
    for (const item of description.indexes) {
      if (item.unique === null) continue;
      const isConverted = item.unique.fields.some((field) => conversions.has(`${name}.${field}`));
      if (!isConverted && old.indexes.some((other) => other.definition === item.definition && other.unique)) continue;
      demands.push(sharedValues(description, item.unique));
    }
  }
  for (const role of before.plan.roles) {
    const now = after.findRole(role.name);
    if (role.given.kind !== 'assigned' || now?.given.kind === 'assigned') continue;
    demands.push(
      forbidden(
        role,
        `role ${role.name} is no longer assigned`,
        where(
          after.entity('User'),
          (n) =>
            `the role \`${role.name}\` is no longer assigned: ${n === 1 ? 'one user holds' : `${n} users hold`} it`,
          `keep it assigned, state \`was ${role.name}\` at the role that takes its place, or take it from them first`,
          (parameters) => `${parameters.bind(role.name, 'text')} = any(${quote('roles')})`,
        ),
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
  const condition = [...present, ...(unique.where === null ? [] : [unique.where])].join(' and ');
  const shared = `select count(*) as n from ${table(entity.name)} where ${condition} group by ${unique.columns} having count(*) > 1`;
  return forbidden(unique, `${what} is unique`, {
    count: { text: `select coalesce(sum(n), 0) as count from (${shared}) shared`, values: [] },
    which: {
      text: `select id::text as id from ${table(entity.name)} where ${condition} and (${unique.columns}) in (select ${unique.columns} from ${table(entity.name)} where ${condition} group by ${unique.columns} having count(*) > 1) order by ${unique.columns}, id`,
      values: [],
    },
    entity: null,
    words: (n) => `\`${what}\` is unique now: ${records(n)} share a value`,
    remedy: 'change all but one of those that are alike first',
  });
}

function compareTable(
  old: TableDescription,
  now: TableDescription,
  before: PlanIndex,
  after: PlanIndex,
  conversions: ReadonlyMap<string, ResolvedConversion>,
  read: ReadonlySet<string>,
): Change[] {
  const entity = now.entity;
  const changes: Change[] = [];
  // The former plan comes from jsonb, which keeps no order of keys.
  if (!isDeepStrictEqual(old.entity.owner, entity.owner)) {
    return [
      {
        ...plain(entity, `${entity.name} has another owner`, [...dropTable(old).statements, ...createTable(now)]),
        obstacle: where(
          entity,
          (n) => `\`${entity.name}\` is owned by another list now: there are ${records(n)}`,
          'keep the list, and state an entity of its own for the other one',
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
      ...plain(entity, `${entity.name} has other ids`, [
        `create sequence if not exists ${idSequence(entity.name)}`,
        `alter table ${table(entity.name)} alter column id set default ${next}`,
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
    if (column.field !== null && !newColumns.has(column.name)) changes.push(dropColumn(entity, column, read));
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
      if (former === null || former.computed === null) changes.push(addColumn(entity, column, column.field, after));
      else changes.push(...storeComputed(entity, former, column, before, after));
    } else {
      changes.push(...compareColumn(entity, previous, column, before, after));
    }
  }
  return changes;
}

function addColumn(entity: Entity, column: ColumnDescription, field: Field, after: PlanIndex): Change {
  const initial = after.workflow(entity.name)?.states.find(({ kind }) => kind === 'initial') ?? null;
  const value = firstValue(field, initial);
  // A number is given on create: records that are there already have none.
  const needed = field.required && value.kind === 'empty' && field.when === null && field.type.kind !== 'many';
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
          field.type.kind === 'state'
            ? 'state an `initial` state, or add `from …`: the state of records that are there'
            : 'add `from …`, the value of records that are there; or state a `default`, or `optional`',
        )
      : null,
  };
}

/** What the records that are there already have in a new field. */
function firstValue(field: Field, initial: { readonly name: string } | null): NextValue {
  if (field.type.kind === 'slug') return { kind: 'slug', of: field.type.of };
  if (field.default !== null) return { kind: 'default', field };
  if (field.type.kind === 'state' && initial !== null) return { kind: 'text', text: initial.name };
  return { kind: 'empty' };
}

function dropColumn(entity: Entity, column: ColumnDescription, read: ReadonlySet<string>): Change {
  return {
    ...plain(column.field ?? entity, `${entity.name}.${column.name} is gone`, [
      `alter table ${table(entity.name)} drop column ${quote(column.name)}`,
    ]),
    // Where a `from` reads it, what it held is in that one's field.
    obstacle: read.has(`${entity.name}.${column.name}`)
      ? null
      : where(
          entity,
          (n) => `\`${entity.name}.${column.name}\` is gone: ${records(n)} ${has(n)} a value`,
          `state \`was ${column.name}\` at the field that has its values now, add a \`from …\` that reads it to the field that they go into, or keep it until no record has one`,
          () => holdsValue(column.field, column.name),
        ),
  };
}

function dropTable(description: TableDescription): Change {
  const name = description.entity.name;
  return {
    ...plain(description.entity, `${name} is gone`, [
      `drop table ${table(name)} cascade`,
      `drop sequence if exists ${idSequence(name)}`,
    ]),
    obstacle: where(
      description.entity,
      (n) => `\`${name}\` is gone: there ${n === 1 ? 'is one record' : `are ${n} records`}`,
      `state \`was ${name}\` at the entity that has them now, or keep it until there are none`,
    ),
  };
}

/** The field that a column stores, or the entity where it is one of the engine's own. */
function clauseOf({ entity, columns }: TableDescription, name: string): Clause {
  return columns.find((column) => column.name === name)?.field ?? entity;
}

function dropConstraint(entity: string, name: string): string {
  return `alter table ${table(entity)} drop constraint if exists ${quote(name)}`;
}
