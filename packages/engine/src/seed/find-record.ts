import { compileTitle } from '../sql/title.ts';
import { column, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import { clauseContext, fromThis, perform, THIS, type Write } from '../run/write.ts';

/** The records that a text means: by a unique field, else by their title (3: references by title or unique field). */
export async function findRecords(write: Write, entity: string, text: string): Promise<string[]> {
  const unique = write.index
    .entity(entity)
    .fields.filter(
      (field) =>
        field.computed === null && (field.unique !== null || field.type.kind === 'number') && isText(field.type.kind),
    );
  const alive = `${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null`;
  for (const field of unique) {
    const rows = await perform<{ id: string }>(
      write,
      `find ${entity} by ${field.name}`,
      (parameters) => {
        const sought = parameters.slot('text', 'text');
        const [own, other] =
          field.unique === 'ignoring case' || field.type.kind === 'email'
            ? [`lower(${column(THIS, field.name)})`, `lower(${sought})`]
            : [column(THIS, field.name), sought];
        return `select ${column(THIS, 'id')} as id ${fromThis(entity)} where ${own} = ${other} and ${alive}`;
      },
      { text },
    );
    if (rows.length > 0) return rows.map((row) => row.id);
  }
  const rows = await perform<{ id: string }>(
    write,
    `find ${entity} by title`,
    (parameters) =>
      `select ${column(THIS, 'id')} as id ${fromThis(entity)} where ${compileTitle(clauseContext(write, parameters, entity), { kind: 'row', entity, alias: THIS })} = ${parameters.slot('text', 'text')} and ${alive}`,
    { text },
  );
  return rows.map((row) => row.id);
}

function isText(kind: string): boolean {
  return ['text', 'email', 'url', 'phone', 'long text', 'number', 'slug'].includes(kind);
}
