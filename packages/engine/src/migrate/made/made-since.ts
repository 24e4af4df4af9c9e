import { quote, shortName, SYSTEM_COLUMNS, tableName } from '../../sql/identifiers.ts';
import type { PlanIndex } from '../../plan-index.ts';
import { THIS } from '../../run/write.ts';
import { type Change, forbidden, records, where } from '../change.ts';
import type { TableDescription } from '../describe.ts';
import { literal } from '../former/inline.ts';
import type { KeptTable } from '../former/finish-former.ts';
import { sinceName } from '../former/kept-column.ts';
import { placeOfKept } from '../former/restored-tables.ts';
import { CHANGED, MADE } from '../former/restore-converted.ts';
import type { ConversionBasis } from '../planned-conversions.ts';
import type { PlaceOfGone } from '../place-of-gone.ts';

// Records that are made from former ones hold nothing else, as long as the version in use has not written them: with the former
// version that has all of it, they go without a loss. A column tells which ones were made or changed since, and a table which ones
// were deleted.

/** The column of an entity that is made: when null, the record is as the change has made it. */
export const MADE_SINCE = sinceName(SYSTEM_COLUMNS.id);

/** The records of an entity that was made, which a former version has no place for. */
export interface KeptMade {
  /** The table of those that were deleted since; null where a plan tells what is to come. */
  readonly deleted: KeptTable | null;
}

/** The entities of the version in use that were made from records of the one that is put to use again, by name. */
export function madeSince(before: PlanIndex, { kept, keptTables }: ConversionBasis): ReadonlyMap<string, KeptMade> {
  return new Map(
    before.plan.entities.flatMap(({ name }) =>
      kept?.has(`${tableName(name)}.${MADE_SINCE}`) === true
        ? [[name, { deleted: keptTables?.get(deletedTable(name)) ?? null }] as const]
        : [],
    ),
  );
}

/**
 * The reasons why an entity that was made can't go with the former version: what people have written since, where that has no place
 * by a `back`.
 */
export function writtenSince(
  { entity }: TableDescription,
  { deleted }: KeptMade,
  { lost }: PlaceOfGone,
): readonly Change[] {
  const since = `${THIS}.${quote(MADE_SINCE)}`;
  const summary = `${entity.name} is gone`;
  const otherwise = `write \`| ${entity.name} |\` under \`### Gone\` (\`| entity |\`) in a copy of the former document, and \`from …\` at the fields that can hold what these records have`;
  const written = (value: string, words: (count: number) => string, remedy: string): Change =>
    forbidden(entity, summary, {
      ...where(entity, words, remedy, () => `${since} = ${literal(value)}${lost === null ? '' : ` and (${lost})`}`),
      isOfPresent: true,
    });
  return [
    written(
      MADE,
      (n) => `\`${entity.name}\` is gone: ${records(n)} ${n === 1 ? 'was' : 'were'} added since`,
      `delete what was added, in the version in use; or ${otherwise}`,
    ),
    written(
      CHANGED,
      (n) =>
        `\`${entity.name}\` is gone: ${records(n)} that ${n === 1 ? 'was' : 'were'} made from others ${n === 1 ? 'was' : 'were'} changed since`,
      otherwise,
    ),
    ...(deleted === null || lost !== null ? [] : [deletedSince(entity, summary, deleted, otherwise)]),
  ];
}

function deletedSince(
  entity: TableDescription['entity'],
  summary: string,
  deleted: KeptTable,
  otherwise: string,
): Change {
  const read = (columns: string, order = '') => ({
    text: `select ${columns} from ${placeOfKept(deleted)} d${order}`,
    values: [],
    prepare: false,
  });
  return forbidden(entity, summary, {
    count: read('count(*) as count'),
    which: read('d.id::text as id', ' order by d.id'),
    records: null,
    words: (n) =>
      `\`${entity.name}\` is gone: ${records(n)} that ${n === 1 ? 'was' : 'were'} made from others ${n === 1 ? 'was' : 'were'} deleted since, and would be there again`,
    remedy: otherwise,
    isOfPresent: true,
  });
}

/** The table, in the schema of the former version, that notes which records were deleted. */
export function deletedTable(entity: string): string {
  return shortName(`_deleted_${tableName(entity)}`);
}
