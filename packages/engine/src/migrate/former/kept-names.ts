import { keyOf } from '../../calls/schedule.ts';
import { quote } from '../../sql/identifiers.ts';
import type { PlannedChange } from '../planned-change.ts';
import { foreignKeyFields, uniqueIndexes } from '../schema.ts';
import type { FormerParts } from './former-parts.ts';
import { convertedOneWay } from './changed-since.ts';
import { formerName, sinceName } from './kept-column.ts';
import { literal } from './inline.ts';

/**
 * The columns of the engine's own tables that hold names of the document and that a former process writes, each with
 * the new names.
 */
function writtenNames({
  before,
  names,
}: PlannedChange): ReadonlyMap<string, Readonly<Record<string, readonly Pair[]>>> {
  const { entities, states, screens } = before.plan;
  const entity = pairs(entities.map(({ name }) => [name, names.entity(name)]));
  const clause = pairs(
    states.flatMap(({ events }) =>
      events.flatMap(({ transitions }) => transitions.map((each): Pair => [each.clause, names.clause(each.clause)])),
    ),
  );
  const calls = pairs(before.plan.calls.map((call): Pair => [call.clause, names.clause(call.clause)]));
  const named = pairs(before.plan.calls.map(({ name }): Pair => [name, names.call(name)]));
  const counters = pairs(
    entities.flatMap(({ name, fields }) =>
      fields
        .filter(({ type }) => type.kind === 'number')
        .map((field): Pair => [`${name}.${field.name}`, `${names.entity(name)}.${names.field(name, field.name)}`]),
    ),
  );
  const fields = pairs(
    entities.flatMap(({ name, fields: own }) =>
      own
        .filter(({ type }) => type.kind === 'reference')
        .map((field): Pair => [`${name}.${field.name}`, `${names.entity(name)}.${names.field(name, field.name)}`]),
    ),
  );
  const scheduled = before.plan.calls.flatMap(({ when }) => when.filter(({ schedule }) => schedule !== null));
  const schedules = pairs(
    scheduled.map((cause): Pair => [keyOf(cause), keyOf({ ...cause, entity: names.entity(cause.entity) })]),
  );
  return new Map([
    // A field is told from those of other entities.
    ['hidden_with', { field: fields, entity }],
    ['notice', { entity, call: named }],
    ['notice_way', { call: named }],
    ['number_counter', { field: counters }],
    ['outbound_call', { entity, clause: calls }],
    ['repeated_timer', { clause }],
    ['scheduled_call', { clause: calls, schedule: schedules }],
    ['saved_view', { screen: pairs(screens.map(({ slug }): Pair => [slug, names.screen(slug)])) }],
  ]);
}

type Pair = readonly [was: string, name: string];

function pairs(all: readonly Pair[]): readonly Pair[] {
  return all.filter(([was, name]) => was !== name);
}

/**
 * The names of unique indexes and foreign keys in both versions, by which a refusal of the database tells which fields
 * it is about.
 */
function constraints({ before, after, names }: PlannedChange): readonly Pair[] {
  const place = (entity: string, fields: readonly string[]): string => [entity, ...fields].join(' ');
  const later = new Map([
    ...[...uniqueIndexes(after)].map(
      ([name, { entity, fields }]) => [`unique ${place(entity, fields)}`, name] as const,
    ),
    ...[...foreignKeyFields(after)].map(([name, { entity, field }]) => [place(entity, [field]), name] as const),
  ]);
  const renamedIn = (entity: string) => (field: string) => names.field(entity, field);
  const found = [
    ...[...uniqueIndexes(before)].map(
      ([was, { entity, fields }]) =>
        [was, later.get(`unique ${place(names.entity(entity), fields.map(renamedIn(entity)))}`)] as const,
    ),
    ...[...foreignKeyFields(before)].map(
      ([was, { entity, field }]) =>
        [was, later.get(place(names.entity(entity), [names.field(entity, field)]))] as const,
    ),
  ];
  return pairs(found.flatMap(([was, name]): Pair[] => (name === undefined ? [] : [[was, name]])));
}

/**
 * Both versions write the engine's own data under the names of the new document, and find it there
 * (`nonet.stored_name`, `nonet.known_name`). History keeps the names of its day, and names that only one version knows
 * are not translated.
 */
export function translateKept(schema: string, behaviour: string, change: PlannedChange, parts: FormerParts): string[] {
  const written = writtenNames(change);
  const holders = [
    ...[...written].flatMap(([table, columns]) =>
      Object.entries(columns).map(([column, own]) => [`${table}.${column}`, own] as const),
    ),
    ['constraint', constraints(change)] as const,
  ];
  const known = holders.flatMap(([holder, own]) =>
    own.map(([was, name]) => `(${[behaviour, holder, was, name].map(literal).join(', ')})`),
  );
  const translated = [...written].flatMap(([table, columns]) => {
    const sets = Object.entries(columns).flatMap(([column, own]) => {
      if (own.length === 0) return [];
      const holder = literal(`${table}.${column}`);
      return column === 'field' && 'entity' in columns
        ? [`new.field := split_part(nonet.stored_name(${holder}, new.entity || '.' || new.field), '.', 2);`]
        : [`new.${column} := nonet.stored_name(${holder}, new.${column});`];
    });
    return sets.length === 0
      ? []
      : [onInsert(schema, table, `if nonet.behaviour() = ${literal(behaviour)} then ${sets.join(' ')} end if;`)];
  });
  const own = parts.tables.flatMap(({ changed, columns }) => [
    ...columns.flatMap((column) => (column.stored === formerName(column.renamed) ? [column.stored] : [])),
    ...convertedOneWay(change, changed).map(({ column }) => sinceName(column.name)),
  ]);
  const without = `- array[${['xmin', ...new Set(own)].map(literal).join(', ')}]`;
  return [
    ...(known.length === 0
      ? []
      : [
          `insert into nonet.kept_name (behaviour, holder, was, name) values ${known.join(', ')} on conflict do nothing`,
        ]),
    ...translated,
    onInsert(schema, 'history', `new.before := new.before ${without}; new.after := new.after ${without};`),
  ];
}

function onInsert(schema: string, table: string, body: string): string {
  const name = `${quote(schema)}.${quote(`_kept_${table}`)}`;
  return `create function ${name}() returns trigger language plpgsql as ${literal(`begin ${body} return new; end`)};
create trigger _former_kept before insert on nonet.${table} for each row execute function ${name}()`;
}
