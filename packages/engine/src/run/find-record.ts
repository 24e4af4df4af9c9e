import { type Field, type FieldType, hasValue } from '@nonet/language';
import { fieldPredicate, recordPredicate } from '../sql/permissions.ts';
import type { SqlContext } from '../sql/context.ts';
import { and } from '../sql/logic.ts';
import { compileTitle } from '../sql/title.ts';
import { column, storedFields, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import { authorityKey, clauseContext, fromThis, perform, THIS, type Write } from './write.ts';

/**
 * The records that a text refers to: by a unique field, or by their title (3: references by title or unique field).
 * Only records and fields that the actor may read count (6).
 */
export async function findRecords(write: Write, entity: string, text: string): Promise<string[]> {
  // PostgreSQL can't store this character, so no record has it in its name.
  if (text.includes('\u0000')) return [];
  const unique = storedFields(write.index.entity(entity)).filter(
    (field) => (field.unique !== null || field.type.kind === 'number') && isText(field.type),
  );
  const alive = `${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null`;
  const as = write.system ? 'system' : authorityKey(write);
  for (const field of unique) {
    const rows = await perform<{ id: string }>(
      write,
      `find ${entity} by ${field.name} ${as}`,
      (parameters) => {
        const sought = parameters.slot('text', 'text');
        const [own, other] =
          field.unique === 'ignoring case' || field.type.kind === 'email'
            ? [`lower(${column(THIS, field.name)})`, `lower(${sought})`]
            : [column(THIS, field.name), sought];
        return `select ${column(THIS, 'id')} as id ${fromThis(entity)} where ${own} = ${other} and ${alive} and ${known(write, clauseContext(write, parameters, entity), entity, field)}`;
      },
      { text },
    );
    if (rows.length > 0) return rows.map((row) => row.id);
  }
  const rows = await perform<{ id: string }>(
    write,
    `find ${entity} by title ${as}`,
    (parameters) => {
      const context = clauseContext(write, parameters, entity);
      const title = compileTitle(
        write.system ? context : { ...context, authority: write.authority },
        thisRecord(entity),
      );
      return `select ${column(THIS, 'id')} as id ${fromThis(entity)} where ${title} = ${parameters.slot('text', 'text')} and ${alive} and ${known(write, context, entity, null)}`;
    },
    { text },
  );
  return rows.map((row) => row.id);
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
