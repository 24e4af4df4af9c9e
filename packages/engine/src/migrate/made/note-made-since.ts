import { quote, shortName, storedTable, tableName } from '../../sql/identifiers.ts';
import { areKept } from '../former/changed-since.ts';
import { literal } from '../former/inline.ts';
import { CHANGED, MADE } from '../former/restore-converted.ts';
import type { PlannedChange } from '../planned-change.ts';
import type { MadeEntity } from './made-entities.ts';
import { deletedTable, MADE_SINCE } from './made-since.ts';

/** The entities that a change makes from records whose values are all kept. */
export function madeOneWay(change: PlannedChange): readonly MadeEntity[] {
  return [...change.made.values()].filter(({ origins }) =>
    origins.every(({ where: which, key, conversions }) =>
      [which, key, ...[...conversions.values()].map(({ expression }) => expression)].every(
        (expression) => expression === null || areKept(change, expression),
      ),
    ),
  );
}

/** The statements that make the column and the table, and the triggers by which they follow the version in use. */
export function noteMadeSince(schema: string, behaviour: string, { entity }: MadeEntity): string[] {
  const stored = storedTable(entity.name);
  const since = quote(MADE_SINCE);
  const written = `${quote(schema)}.${quote(shortName(`_made_${tableName(entity.name)}`))}`;
  const deleted = `${quote(schema)}.${quote(deletedTable(entity.name))}`;
  const body = `begin
  if nonet.behaviour() is not distinct from ${literal(behaviour)} then
    return coalesce(new, old);
  elsif tg_op = 'INSERT' then
    new.${since} := ${literal(MADE)};
  elsif tg_op = 'UPDATE' then
    new.${since} := coalesce(old.${since}, ${literal(CHANGED)});
  elsif old.${since} is distinct from ${literal(MADE)} then
    insert into ${deleted} values (old."id") on conflict do nothing;
  end if;
  return coalesce(new, old);
end`;
  return [
    `alter table ${stored} add column ${since} text`,
    `create table ${deleted} ("id" uuid primary key)`,
    `create function ${written}() returns trigger language plpgsql as ${literal(body)};
create trigger _former_made before insert or update or delete on ${stored} for each row execute function ${written}()`,
  ];
}
