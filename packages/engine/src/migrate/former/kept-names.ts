import { quote } from '../../sql/identifiers.ts';
import type { PlannedChange } from '../planned-change.ts';
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
  const counters = pairs(
    entities.flatMap(({ name, fields }) =>
      fields
        .filter(({ type }) => type.kind === 'number')
        .map((field): Pair => [`${name}.${field.name}`, `${names.entity(name)}.${names.field(name, field.name)}`]),
    ),
  );
  return new Map([
    ['hidden_with', { entity }],
    ['number_counter', { field: counters }],
    ['outbound_call', { entity, clause: calls }],
    ['repeated_timer', { clause }],
    ['saved_view', { screen: pairs(screens.map(({ slug }): Pair => [slug, names.screen(slug)])) }],
  ]);
}

type Pair = readonly [was: string, name: string];

function pairs(all: readonly Pair[]): readonly Pair[] {
  return all.filter(([was, name]) => was !== name);
}

/**
 * Both versions write the engine's own data under the names of the new document. History keeps the names of its day,
 * and names that only one version knows are not translated.
 */
export function translateKept(schema: string, behaviour: string, change: PlannedChange, parts: FormerParts): string[] {
  const translated = [...writtenNames(change)].flatMap(([table, columns]) => {
    const sets = Object.entries(columns).flatMap(([column, own]) =>
      own.length === 0
        ? []
        : [
            `new.${column} := case new.${column} ${own.map(([was, name]) => `when ${literal(was)} then ${literal(name)}`).join(' ')} else new.${column} end;`,
          ],
    );
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
    ...translated,
    onInsert(schema, 'history', `new.before := new.before ${without}; new.after := new.after ${without};`),
  ];
}

function onInsert(schema: string, table: string, body: string): string {
  const name = `${quote(schema)}.${quote(`_kept_${table}`)}`;
  return `create function ${name}() returns trigger language plpgsql as ${literal(`begin ${body} return new; end`)};
create trigger _former_kept before insert on nonet.${table} for each row execute function ${name}()`;
}
