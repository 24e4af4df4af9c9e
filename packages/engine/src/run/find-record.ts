import { type Field, type FieldType, hasValue } from '@nonet/language';
import { fieldPredicate, recordPredicate } from '../sql/permissions.ts';
import type { SqlContext } from '../sql/context.ts';
import { and } from '../sql/logic.ts';
import { compileTitle } from '../sql/title.ts';
import { column, type StoredField, storedFields, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';
import { authorityKey, clauseContext, perform, THIS, type Write } from './write.ts';

/**
 * The records that a text refers to: by a unique field, or by their title (3: references by title or unique field).
 * Only records and fields that the actor may read count (6).
 */
export async function findRecords(write: Write, entity: string, text: string): Promise<readonly string[]> {
  return (await findManyRecords(write, entity, [text])).get(text) ?? [];
}

/** The records that each of these texts refers to; a text that refers to none is left out. */
export async function findManyRecords(
  write: Write,
  entity: string,
  texts: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  // PostgreSQL can't store this character, so no record has it in its name.
  let sought = [...new Set(texts)].filter((text) => !text.includes('\u0000'));
  const unique = storedFields(write.index.entity(entity)).filter(
    (field) => (field.unique !== null || field.type.kind === 'number') && isText(field.type),
  );
  for (const field of [...unique, null]) {
    if (sought.length === 0) break;
    const rows = await (field === null ? findByTitle(write, entity, sought) : findBy(write, entity, field, sought));
    for (const [text, same] of Map.groupBy(rows, (row) => row.text))
      found.set(
        text,
        same.map(({ id }) => id),
      );
    sought = sought.filter((text) => !found.has(text));
  }
  return found;
}

interface Found {
  readonly text: string;
  readonly id: string;
}

async function findBy(write: Write, entity: string, field: StoredField, texts: readonly string[]): Promise<Found[]> {
  const ignoresCase = field.unique === 'ignoring case' || field.type.kind === 'email';
  const own = column(THIS, field.name);
  const condition = ignoresCase ? `lower(${own}) = lower(sought_.text)` : `${own} = sought_.text`;
  return perform<Found>(
    write,
    `find ${entity} by ${field.name} ${rightsOf(write)}`,
    (parameters) => {
      const mayKnow = known(write, clauseContext(write, parameters, entity), entity, field);
      return `${soughtIn(parameters, entity)} ${condition} and ${isAlive()} and ${mayKnow}`;
    },
    { texts },
  );
}

async function findByTitle(write: Write, entity: string, texts: readonly string[]): Promise<Found[]> {
  return perform<Found>(
    write,
    `find ${entity} by title ${rightsOf(write)}`,
    (parameters) => {
      const context = clauseContext(write, parameters, entity);
      const title = compileTitle(
        write.system ? context : { ...context, authority: write.authority },
        thisRecord(entity),
      );
      return `${soughtIn(parameters, entity)} ${title} = sought_.text and ${isAlive()} and ${known(write, context, entity, null)}`;
    },
    { texts },
  );
}

function soughtIn(parameters: Parameters, entity: string): string {
  return `select sought_.text, ${column(THIS, 'id')} as id from unnest(${parameters.listSlot('texts', 'text')}) sought_ (text) join ${table(entity)} ${THIS} on`;
}

function isAlive(): string {
  return `${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null`;
}

function rightsOf(write: Write): string {
  return write.system ? 'system' : authorityKey(write);
}

/** The SQL of whether the actor may read the record, and the field by which it is looked up. */
function known(write: Write, context: SqlContext, entity: string, field: Field | null): string {
  if (write.system) return 'true';
  const record = { kind: 'row', entity, alias: THIS } as const;
  const readable = recordPredicate(context, write.authority, 'read', record);
  return field === null
    ? readable
    : and(readable, fieldPredicate(context, write.authority, field.name, 'read', thisRecord(entity)));
}

/** The sought record, of which the statement makes sure that it may be read. */
function thisRecord(entity: string) {
  return { kind: 'row', entity, alias: THIS, readable: true } as const;
}

function isText(type: FieldType): boolean {
  return hasValue(type, 'text', 'made text');
}
