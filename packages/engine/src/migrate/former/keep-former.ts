import { idSequence, quote, shortName, storedTable, tableName } from '../../sql/identifiers.ts';
import type { Change } from '../change.ts';
import { type PlannedChange, planChange } from '../planned-change.ts';
import type { StoredRows } from '../stored-rows.ts';
import { type FormerParts, formerSchema, type FormerTable } from './former-parts.ts';
import { formerName } from './kept-column.ts';
import { refuseWithoutPlace } from './former-limits.ts';
import { formerView, judgedView } from './former-views.ts';
import { literal } from './inline.ts';
import { translateKept } from './kept-names.ts';
import { NO_PLACE } from './no-place.ts';
import { keepAlike } from './written-by-both.ts';
import { addSince } from './changed-since.ts';
import { madeOneWay, noteMadeSince } from '../made/note-made-since.ts';

export interface KeptFormer {
  /** The hash of what the former version does. */
  readonly behaviour: string;
  readonly parts: FormerParts;
}

/** Instead of dropping a column: it continues for processes of the former version. `table`: as it is in statements. */
export function keepColumn(
  table: string,
  { foreignKeys }: { readonly foreignKeys: readonly { readonly name: string; readonly column: string }[] },
  column: string,
): string[] {
  const name = quote(formerName(column));
  return [
    ...foreignKeys
      .filter((key) => key.column === column)
      .map((key) => `alter table ${table} drop constraint if exists ${quote(key.name)}`),
    `alter table ${table} rename column ${quote(column)} to ${name}`,
    // Records that the new version adds have no value in it.
    `alter table ${table} alter column ${name} drop not null`,
  ];
}

interface GoneTable {
  /** Whether the document names it as gone, or nothing is stored in it. */
  readonly isStated: boolean;
  /** Whether the records of another one are made from its own. */
  readonly isSource: boolean;
  /** The names of all tables that are gone. */
  readonly gone: readonly string[];
}

/**
 * Instead of dropping a table: it continues for processes of the former version, and holds back nothing that it
 * referred to.
 */
export function keepTable(
  behaviour: string,
  { name, changed }: FormerTable,
  { isStated, isSource, gone }: GoneTable,
): string[] {
  const schema = quote(formerSchema(behaviour));
  const own = `product.${quote(name)}`;
  const refuse = `${schema}.${quote(shortName(`_limits_${name}`))}`;
  return [
    // Keys between tables that are gone stay: their records go together, and come again together.
    `do $keys$ declare key record; begin
  for key in select conrelid::regclass::text as of, conname from pg_constraint where contype = 'f' and ${literal(own)}::regclass in (conrelid, confrelid)
    and exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid in (conrelid, confrelid)
      and not (n.oid in ('product'::regnamespace, to_regnamespace(${literal(formerSchema(behaviour))})) and c.relname = any(array[${gone.map(literal).join(', ')}]::text[]))) loop
    execute format('alter table %s drop constraint %I', key.of, key.conname);
  end loop;
end $keys$`,
    `alter table ${own} set schema ${schema}`,
    ...(changed.renamed.entity.fields.some(({ type }) => type.kind === 'serial')
      ? [`alter sequence ${idSequence(changed.renamed.entity.name)} set schema ${schema}`]
      : []),
    ...(isStated
      ? []
      : [
          `create function ${refuse}() returns trigger language plpgsql as ${literal(`begin
  raise exception using errcode = '${NO_PLACE}', message = ${literal(`\`${changed.renamed.entity.name}\` is gone`)}, detail = ${literal(changed.renamed.entity.clause)};
end`)}`,
          // Records that were made from its records do not follow their changes.
          `create trigger _former_limits before insert${isSource ? ' or update' : ''} on ${schema}.${quote(name)} for each row execute function ${refuse}()`,
        ]),
  ];
}

/** The tables that are gone, as far as only processes of the former version know them. */
export function keepTables({ behaviour, parts }: KeptFormer, { made }: PlannedChange): string[] {
  const sources = new Set([...made.values()].flatMap(({ origins }) => origins.map(({ entity }) => entity)));
  const gone = parts.tables.flatMap(({ name, stored }) => (stored === null ? [name] : []));
  return parts.tables.flatMap((table) =>
    table.stored === null
      ? keepTable(behaviour, table, {
          isStated: table.limits[0].every(({ obstacle }) => obstacle === null),
          isSource: sources.has(table.changed.old.entity.name),
          gone,
        })
      : [],
  );
}

/** The statements of a change without those that drop what processes of the former version continue with. */
export function statementsBeside({ tables }: PlannedChange, { drops, statements }: Change): readonly string[] {
  if (drops === undefined) return statements;
  const changed = tables.get(drops.entity);
  return drops.column === null || changed === undefined
    ? []
    : keepColumn(storedTable(drops.entity), changed.renamed, drops.column);
}

/** The statements that make, once all is renamed, what processes of the former version continue with. */
export function keepFormer({ behaviour, parts }: KeptFormer, change: PlannedChange, rows: StoredRows): string[] {
  const schema = formerSchema(behaviour);
  // Plans the way back as if the former document were put to use next: conversions before this change are not taken
  // back.
  const done = change.conversions.doneIn(Number.MAX_SAFE_INTEGER);
  const back = planChange(change.after.plan, change.before, { done, backTo: Number.MAX_SAFE_INTEGER - 1 });
  return [
    ...parts.tables.flatMap((each) => {
      if (each.stored === null) return [];
      const table = { ...each, stored: each.stored };
      const alike = keepAlike(schema, behaviour, change, table, rows, back);
      const limits = refuseWithoutPlace(schema, behaviour, table);
      return [
        ...(table.hasView ? [formerView(schema, table)] : []),
        ...addSince(change, table.changed),
        ...(limits === null ? [] : [judgedView(schema, change, table), limits]),
        ...(alike === null ? [] : [alike]),
        ...(table.name === table.stored ? [] : notifyByFormerName(table)),
      ];
    }),
    ...[...change.made.values()].flatMap(({ entity }) => {
      const stored = tableName(entity.name);
      const demands = change.steps[1]?.filter(({ obstacle }) => obstacle?.records?.entity === entity.name) ?? [];
      const limits = refuseWithoutPlace(schema, behaviour, { stored, limits: [[], demands] });
      return limits === null ? [] : [limits];
    }),
    ...madeOneWay(change).flatMap((made) => noteMadeSince(schema, behaviour, made)),
    ...translateKept(schema, behaviour, change, parts),
  ];
}

const CHANGES = { insert: 'new', update: 'new', delete: 'old' } as const;

/** Processes of the former version are notified of changes under the name that they know. */
function notifyByFormerName({ name, stored }: { readonly name: string; readonly stored: string }): string[] {
  return Object.entries(CHANGES).map(
    ([done, seen]) =>
      `create trigger _former_tells_${done} after ${done} on product.${quote(stored)} referencing ${seen} table as changed_ for each statement execute function nonet.tell_change(${literal(name)})`,
  );
}
