import { isDeepStrictEqual } from 'node:util';
import type { Entity, Field, FieldType } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { idSequence, nextNumberId, quote, table, tableName } from '../sql/identifiers.ts';
import { describeTables, type ColumnDescription, type IndexDescription, type TableDescription } from './describe.ts';
import { addForeignKey, columnDefinition, createIndex, createTable } from './schema.ts';

/** What a changed document asks of the storage. */
export interface Change {
  /** Counts what forbids the change: with any, the whole migration is refused in these words. */
  readonly obstacle: { readonly count: string; readonly words: (count: number) => string } | null;
  readonly statements: readonly string[];
  /** A new field whose records take its default (or a state field, whose records take the initial state). */
  readonly fill: { readonly entity: string; readonly field: Field } | null;
  readonly summary: string;
}

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
      changes.push(addColumn(entity, column, column.field));
    } else {
      changes.push(...compareColumn(entity, previous, column, before, after));
    }
  }
  return changes;
}

function addColumn(entity: Entity, column: ColumnDescription, field: Field): Change {
  const words = `${entity.name}.${field.name} is new`;
  const fills = field.default !== null || field.type.kind === 'state' || field.type.kind === 'slug';
  // A number is given on create: records that are there already have none.
  const needed = field.required && !fills && field.when === null && field.type.kind !== 'many';
  return {
    ...plain(words, [`alter table ${table(entity.name)} add column ${columnDefinition(column)}`]),
    fill: fills ? { entity: entity.name, field } : null,
    obstacle: needed
      ? {
          count: `select count(*) from ${table(entity.name)}`,
          words: (n) =>
            `\`${entity.name}.${field.name}\` is new, required and has no default: ${records(n)} would lack it`,
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

function compareColumn(
  entity: Entity,
  old: ColumnDescription,
  now: ColumnDescription,
  before: PlanIndex,
  after: PlanIndex,
): Change[] {
  const field = now.field as Field;
  const previous = old.field as Field;
  const name = `${entity.name}.${field.name}`;
  const value = quote(field.name);
  const changes: Change[] = [];
  const refuseWhere = (condition: string, words: (count: number) => string, statements: string[] = []) =>
    changes.push({ ...plain(`${name} changed`, statements), obstacle: { count: counting(entity, condition), words } });

  if (meaningOf(previous.type, before) !== meaningOf(field.type, after) && !widens(previous.type, field.type)) {
    const replace = [
      `alter table ${table(entity.name)} drop column ${value}`,
      `alter table ${table(entity.name)} add column ${columnDefinition(now)}`,
    ];
    refuseWhere(
      holdsValue(previous, field.name),
      (n) => `\`${name}\` is of another type now: ${records(n)} ${has(n)} a value`,
      replace,
    );
    return changes;
  }
  if (old.type !== now.type) {
    const exact = `${value} is not null and ${value}::numeric is distinct from round(${value}::numeric, ${scaleOf(now.type)})`;
    refuseWhere(exact, (n) => `\`${name}\` has fewer places now: ${records(n)} would be rounded`, [
      `alter table ${table(entity.name)} alter column ${value} type ${now.type}`,
    ]);
  }
  if (field.type.kind === 'enum' || field.type.kind === 'state') {
    const values = field.type.values.map((choice) => `'${quote(choice.name).slice(1, -1)}'`).join(', ');
    refuseWhere(
      `${value} not in (${values || "''"})`,
      (n) => `a value of \`${name}\` is gone: ${records(n)} ${has(n)} it`,
    );
  }
  if (field.required && field.when === null && !(previous.required && previous.when === null)) {
    refuseWhere(
      `${value} is null`,
      (n) => `\`${name}\` is required now: ${records(n)} ${n === 1 ? 'lacks' : 'lack'} it`,
    );
  }
  const measured = measure(field.type, value);
  for (const [bound, beyond] of [
    [field.minimum, '<'],
    [field.maximum, '>'],
  ] as const) {
    const former = bound === field.minimum ? previous.minimum : previous.maximum;
    if (measured === null || bound === null || former?.value === bound.value || !/^-?\d+(\.\d+)?$/.test(bound.value))
      continue;
    refuseWhere(
      `${measured} ${beyond} ${bound.value}`,
      (n) => `\`${name}\` is limited more tightly now: ${records(n)} ${n === 1 ? 'is' : 'are'} beyond it`,
    );
  }
  return changes;
}

const TEXTS = new Set(['text', 'long text', 'markdown', 'email', 'url', 'phone', 'enum', 'state', 'number', 'slug']);

/** What a stored value means; two types with one meaning hold the same data. */
function meaningOf(type: FieldType, index: PlanIndex): string {
  if (type.kind === 'enum' || type.kind === 'state') return 'choice';
  if (type.kind === 'reference') return `reference ${tableName(type.entity)}`;
  if (type.kind === 'many') return `many ${tableName(type.entity)}`;
  if (type.kind === 'money') return `money ${type.currency ?? index.plan.settings.currency}`;
  if (type.kind === 'file' || type.kind === 'image') return 'file';
  return type.kind;
}

/** Whether every value of the one type is the same value of the other (the counts of `compareColumn` apart). */
function widens(old: FieldType, now: FieldType): boolean {
  if (
    TEXTS.has(old.kind) &&
    (now.kind === 'text' || now.kind === 'long text' || now.kind === 'markdown' || now.kind === 'enum')
  )
    return true;
  return old.kind === 'integer' && now.kind === 'decimal';
}

/** The condition that a record has a value in a field: a list that is empty is none. */
function holdsValue(field: Field | null, column: string): string {
  return field?.type.kind === 'many' ? `${quote(column)} <> '{}'` : `${quote(column)} is not null`;
}

function measure(type: FieldType, value: string): string | null {
  if (TEXTS.has(type.kind)) return `char_length(${value})`;
  if (type.kind === 'many') return `cardinality(${value})`;
  return type.kind === 'integer' || type.kind === 'decimal' || type.kind === 'money' || type.kind === 'percent'
    ? value
    : null;
}

function scaleOf(type: string): number {
  return Number(/, (\d+)\)$/.exec(type)?.[1] ?? 0);
}

function counting(entity: Entity, condition: string): string {
  return `select count(*) from ${table(entity.name)} where ${condition}`;
}

function dropConstraint(entity: string, name: string): string {
  return `alter table ${table(entity)} drop constraint if exists ${quote(name)}`;
}

function plain(summary: string, statements: readonly string[]): Change {
  return { summary, statements, obstacle: null, fill: null };
}

function records(count: number): string {
  return count === 1 ? 'one record' : `${count} records`;
}

function has(count: number): string {
  return count === 1 ? 'has' : 'have';
}
