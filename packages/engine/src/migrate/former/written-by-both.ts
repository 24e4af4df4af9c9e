import { type Entity, type Expression, type Field, ownFields } from '@nonet/language';
import type { PlanIndex } from '../../plan-index.ts';
import { isFixed } from '../../run/known-default.ts';
import { compileConversion, compileKept } from '../../sql/kept.ts';
import { quote, SYSTEM_COLUMNS, shortName, storedTable, tableName } from '../../sql/identifiers.ts';
import { Parameters } from '../../sql/parameters.ts';
import type { NextColumn } from '../change.ts';
import { conversionColumns } from '../convert.ts';
import { compileWorth, contextOf, type Making, madeRows } from '../made/made-rows.ts';
import { type PlannedChange } from '../planned-change.ts';
import type { StoredRows } from '../stored-rows.ts';
import { convertedOneWay, forgetSince, noteSince } from './changed-since.ts';
import { formerValue, renamedValue } from './former-values.ts';
import { type FormerColumn, type FormerTable } from './former-parts.ts';
import { NO_PLACE } from './no-place.ts';
import { inline, literal } from './inline.ts';

/** Columns that say when and by whom: no value is worked out of them. */
const ABOUT_WRITING: ReadonlySet<string> = new Set([
  SYSTEM_COLUMNS.createdAt,
  SYSTEM_COLUMNS.createdBy,
  SYSTEM_COLUMNS.updatedAt,
  SYSTEM_COLUMNS.updatedBy,
  SYSTEM_COLUMNS.version,
  SYSTEM_COLUMNS.position,
]);

/**
 * The trigger that keeps a table's former columns and their successors in agreement, so that each version sees what the
 * other one writes. Null if there is nothing to keep in agreement.
 */
export function keepAlike(
  schema: string,
  behaviour: string,
  change: PlannedChange,
  table: FormerTable,
  rows: StoredRows,
  back: PlannedChange,
): string | null {
  const { changed, stored } = table;
  const forward = [
    ...refuseOneWay(change, table),
    ...madeByFormer(change, table, rows),
    ...changed.next.flatMap((next) => forwardOf(change, table, next, rows)),
  ];
  const backward = [
    ...changed.next.flatMap((next) => backwardOf(change, table, next)),
    ...table.columns.flatMap((column) => workedBack(back, table, column)),
    ...table.columns.flatMap((column) => givenBack(change, table, column)),
    ...convertedOneWay(change, changed).flatMap(noteSince),
  ];
  if (stored === null || forward.length + backward.length === 0) return null;
  const name = `${quote(schema)}.${quote(shortName(`_alike_${stored}`))}`;
  const body = `
#variable_conflict use_column
declare
  value_ record;
begin
  if nonet.behaviour() = ${literal(behaviour)} then
    ${forward.join('\n    ') || 'null;'}
  else
    ${backward.join('\n    ') || 'null;'}
  end if;
  return new;
end
`;
  return `create function ${name}() returns trigger language plpgsql as ${literal(body)};
create trigger _former_alike before insert or update on product.${quote(stored)} for each row execute function ${name}()`;
}

/**
 * A former process is the later version where an earlier one was put to use again. What it gives a field that a `from` without
 * `back` had filled has no place there.
 */
function refuseOneWay({ before }: PlannedChange, { changed, columns }: FormerTable): string[] {
  return changed.oneWays.flatMap(({ field }) => {
    const column = columns.find(({ renamed }) => renamed === field.name);
    if (column === undefined) return [];
    const { entity } = changed.old;
    const value = `new.${quote(column.stored)}`;
    const isGiven = field.type.kind === 'many' ? `${value} <> '{}'` : `${value} is not null`;
    const given = fixedDefault(before, entity, field);
    const isOwn = given === null ? isGiven : `${isGiven} and ${value} is distinct from (${given})`;
    return [
      `if (tg_op = 'INSERT' and ${isOwn}) or (tg_op = 'UPDATE' and ${value} is distinct from old.${quote(column.stored)}) then
      raise exception using errcode = '${NO_PLACE}', message = ${literal(`nothing says what \`${entity.name}.${column.name}\` is in the version in use`)}, detail = ${literal(field.clause)}; end if;`,
    ];
  });
}

/** A default that is the same for all records, as SQL; null if there is none. */
function fixedDefault(index: PlanIndex, entity: Entity, field: Field): string | null {
  if (field.default === null || !isFixed(field.default)) return null;
  const parameters = new Parameters();
  const context = { index, parameters, variables: new Map(), authority: null };
  const text = compileKept(field.default, entity.name, field, context);
  return inline({ text, values: parameters.values({ now: new Date().toISOString() }) });
}

/** The statements that compute a new column from a former process's writes. */
function forwardOf(change: PlannedChange, table: FormerTable, next: NextColumn, rows: StoredRows): string[] {
  const { column, value } = next;
  const target = `new.${quote(column.name)}`;
  const former = table.columns.find(({ renamed }) => renamed === column.name) ?? null;
  switch (value.kind) {
    case 'former': {
      if (former === null || column.field === null) return [];
      const now = renamedValue(change, next.entity, column.field, `new.${quote(former.stored)}`);
      return [`if ${isWritten([former])} then ${target} := (${now})::${column.type}; end if;`];
    }
    case 'conversion':
      return [convert(change, table, next, rows)];
    case 'default':
    case 'kept':
    case 'text': {
      const shared = value.kind === 'kept' ? rows.defaultOf(next) : rows.sharedValue(next);
      if (shared === null) return [];
      return [
        `if tg_op = 'INSERT' and ${target} is null then ${target} := ${literal(shared)}::${column.type}; end if;`,
      ];
    }
    case 'now':
      return [`if tg_op = 'INSERT' and ${target} is null then ${target} := now(); end if;`];
    case 'empty':
    case 'slug':
      return [];
  }
}

/** Works a `from` out of what a former process has written of the fields that it reads. */
function convert(change: PlannedChange, table: FormerTable, next: NextColumn, rows: StoredRows): string {
  const { entity, column } = next;
  const { name, field } = column;
  const conversion = change.conversions.pending.get(`${entity}.${name}`);
  if (conversion === undefined || conversion.expression === null || field === null) return '';
  const own = table.changed.old.entity.name;
  const parameters = new Parameters();
  const making = makingIn(change, parameters, rows);
  const worth = compileWorth(conversion, field, making, contextOf(change, own, parameters));
  const values = parameters.values({ now: new Date().toISOString() });
  const inputs = inputsOf(table, [conversion.expression]);
  const row = writtenRow(table);
  const worked = (text: string) => inline({ text, values });
  return `if ${isWritten(inputs)} then
      select ${worked(worth.value)} as worth, ${worked(worth.beyond)} as beyond into value_ from (select ${row}) t;
      if value_.beyond then raise exception using errcode = '${NO_PLACE}', message = ${literal(`\`from ${conversion.conversion.text}\` comes to more than \`${entity}.${name}\` takes`)}, detail = ${literal(field.clause)}; end if;
      new.${quote(name)} := value_.worth;
      ${convertedOneWay(change, table.changed).includes(next) ? forgetSince(next) : ''}
    end if;`;
}

/** The columns that expressions over a record read. */
function inputsOf({ columns }: FormerTable, expressions: readonly Expression[]): readonly FormerColumn[] {
  const read = new Set(expressions.flatMap((expression) => ownFields(expression)));
  const stored = columns.filter((column) => read.has(column.name));
  // Computed values and lists may depend on any column of the record.
  return stored.length === read.size ? stored : columns.filter(({ name }) => !ABOUT_WRITING.has(name));
}

/** The row that a former process has written, by the names that it knows. */
function writtenRow({ columns }: FormerTable): string {
  return columns.map((column) => `new.${quote(column.stored)} as ${quote(column.name)}`).join(', ');
}

function makingIn(change: PlannedChange, parameters: Parameters, rows: StoredRows): Making {
  return {
    change,
    parameters,
    sharedValue: (next) => rows.sharedValue(next),
    isMade: ({ entity }, id) => `exists (select from ${storedTable(entity.name)} m_ where m_."id" = ${id})`,
  };
}

/**
 * Makes records from a former process's writes (3, the setting `from`), before references to them are computed. If
 * there is one for each record, its values follow later writes.
 */
function madeByFormer(change: PlannedChange, table: FormerTable, rows: StoredRows): string[] {
  const own = table.changed.old.entity.name;
  return [...change.made.values()].flatMap((made) =>
    made.origins.flatMap((origin) => {
      if (origin.entity !== own) return [];
      const parameters = new Parameters();
      const source = `(select ${writtenRow(table)}) t`;
      const text = madeRows(made, origin, makingIn(change, parameters, rows), source);
      const written = inline({ text, values: parameters.values({ now: new Date().toISOString() }) });
      const conversions = [...origin.conversions.values()].flatMap(({ expression }) => expression ?? []);
      const columns = made.description.columns.map(({ name }) => quote(name)).join(', ');
      const follows = made.columns.flatMap(({ column: { name }, value }) =>
        value.kind === 'conversion' ? [`${quote(name)} = excluded.${quote(name)}`] : [],
      );
      const doesFollow = !made.isKeyed && follows.length > 0;
      const beyond = made.columns.flatMap(({ column: { name, field }, value }) =>
        value.kind === 'conversion' && field !== null
          ? [
              `if exists (select from (${written}) m_ where m_.${quote(conversionColumns(name).beyond)}) then raise exception using errcode = '${NO_PLACE}', message = ${literal(`\`from\` comes to more than \`${made.entity.name}.${name}\` takes`)}, detail = ${literal(field.clause)}; end if;`,
            ]
          : [],
      );
      const inputs = inputsOf(
        table,
        [origin.where, origin.key, ...conversions].filter((each) => each !== null),
      );
      return [
        `if ${isWritten(inputs)} then
      ${beyond.join('\n      ')}
      insert into product.${quote(tableName(made.entity.name))} (${columns}) select ${columns} from (${written}) m_
        on conflict ("id") do ${doesFollow ? `update set ${follows.join(', ')}` : 'nothing'};
    end if;`,
      ];
    }),
  );
}

/** The value of a former column when the new version writes. It stays as it was if the change does not determine it. */
function backwardOf(change: PlannedChange, table: FormerTable, { entity, column, value }: NextColumn): string[] {
  const former = table.columns.find(({ renamed }) => renamed === column.name) ?? null;
  if (former === null || column.field === null || value.kind !== 'former') return [];
  const { type } = table.changed.old.columns.find(({ name }) => name === former.name)?.field ?? {};
  const names = type?.kind === 'state' || type?.kind === 'enum' ? type.values.map((choice) => choice.name) : [];
  const [is, was] = [`new.${quote(column.name)}`, `new.${quote(former.stored)}`];
  const isAlike = `(${renamedValue(change, entity, column.field, was)})::${column.type} is not distinct from ${is}`;
  const back = formerValue(change, entity, column.field, is, new Set(names));
  return [`if not (${isAlike}) then ${was} := (${back})::${former.type}; end if;`];
}

/** The value that a `back` of the new document works out for a column that only the former version has. */
function workedBack(back: PlannedChange, { changed, stored }: FormerTable, column: FormerColumn): string[] {
  const { old, renamed, now } = changed;
  const field = old.columns.find(({ name }) => name === column.name)?.field ?? null;
  const conversion = back.conversions.pending.get(`${old.entity.name}.${column.name}`);
  const isKept = renamed.columns.some(({ name }) => name === column.stored);
  const expression = conversion?.expression ?? null;
  if (expression === null || field === null || now === null || stored === null || isKept) return [];
  const parameters = new Parameters();
  const worth = compileConversion(expression, field, back.after, {
    index: back.before,
    parameters,
    authority: null,
    variables: new Map([['this', { kind: 'row', entity: now.entity.name, alias: 't' }]] as const),
  });
  const values = parameters.values({ now: new Date().toISOString() });
  const read = ownFields(expression);
  const inputs = now.columns.filter(({ name }) => read.includes(name));
  const written = inputs.length === read.length ? inputs : now.columns.filter(({ name }) => !ABOUT_WRITING.has(name));
  const differs = written.map(({ name }) => `new.${quote(name)} is distinct from old.${quote(name)}`);
  const row = now.columns.map(({ name }) => `new.${quote(name)} as ${quote(name)}`).join(', ');
  return [
    `if ${["tg_op = 'INSERT'", ...differs].join(' or ')} then select ${inline({ text: worth.value, values })} as worth into value_ from (select ${row}) t; new.${quote(column.stored)} := value_.worth; end if;`,
  ];
}

/**
 * The value that a former process reads from a field that only its version has, in a record of the new version: no
 * value in a field of several, otherwise the default if it is constant.
 */
function givenBack(
  { before }: PlannedChange,
  { changed }: FormerTable,
  { name, stored, type }: FormerColumn,
): string[] {
  const { entity, columns } = changed.old;
  const field = columns.find((column) => column.name === name)?.field ?? null;
  const isOwn = changed.now !== null && !changed.now.columns.some((column) => column.name === stored);
  if (field === null || !isOwn || field.when !== null) return [];
  const target = `new.${quote(stored)}`;
  const give = (value: string) => [
    `if tg_op = 'INSERT' and ${target} is null then ${target} := (${value})::${type}; end if;`,
  ];
  if (field.type.kind === 'many' || field.type.kind === 'roles') return give("'{}'");
  const given = field.required ? fixedDefault(before, entity, field) : null;
  return given === null ? [] : give(given);
}

function isWritten(columns: readonly FormerColumn[]): string {
  const differs = columns.map(({ stored }) => `new.${quote(stored)} is distinct from old.${quote(stored)}`);
  return differs.length === 0 ? `tg_op = 'INSERT'` : `tg_op = 'INSERT' or ${differs.join(' or ')}`;
}
