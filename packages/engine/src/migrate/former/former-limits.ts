import { quote, shortName } from '../../sql/identifiers.ts';
import type { Change } from '../change.ts';
import type { FormerTable } from './former-parts.ts';
import { judgedName } from './former-views.ts';
import { inline, literal } from './inline.ts';
import { NO_PLACE } from './no-place.ts';

/**
 * The trigger by which the database refuses writes of a former process that the new document does not allow. At the
 * end of the transaction it makes the checks that all records had to pass when the document was put to use. Null if
 * there are none.
 */
export function refuseWithoutPlace(
  schema: string,
  behaviour: string,
  table: Pick<FormerTable, 'stored' | 'limits'>,
): string | null {
  const { stored, limits } = table;
  const [moves, demands] = limits;
  if (stored === null || moves.length + demands.length === 0) return null;
  const judged = `${quote(schema)}.${quote(judgedName(stored))}`;
  const asked = [
    // Values that move to another place are judged as the former process has written them.
    ...moves.map((change) => refuseWhere(change, `with ${quote(stored)} as (select * from ${judged}) `)),
    ...demands.map((change) => refuseWhere(change, '')),
  ];
  const name = `${quote(schema)}.${quote(shortName(`_limits_${stored}`))}`;
  const body = `begin
  ${asked.join('\n  ')}
  return null;
end`;
  // Judges the tables themselves: the search path of the writing process may lead to views instead.
  return `create function ${name}() returns trigger language plpgsql set search_path = product, public as ${literal(body)};
create constraint trigger _former_limits after insert or update on product.${quote(stored)} deferrable initially deferred
  for each row when (nonet.behaviour() = ${literal(behaviour)}) execute function ${name}()`;
}

/** `hidden`: the common table expressions that hide tables from what is asked. */
function refuseWhere({ clause, obstacle }: Change, hidden: string): string {
  if (obstacle === null || obstacle.records === null) return '';
  const found = inline(obstacle.records.ids);
  return `if exists (${hidden}select from (${found}) found_ where found_.id = new."id") then
    raise exception using errcode = '${NO_PLACE}', message = ${literal(obstacle.words(1))}, detail = ${literal(clause)}; end if;`;
}
