import { readableRows } from '../sql/context.ts';
import { actorContext, readRows, type ReadScope } from '../run/read-scope.ts';
import { attachedFiles } from '../run/references.ts';
import { refuse } from '../run/refuse.ts';
import { isId } from '../run/values/identifier.ts';
import { fieldPredicate } from '../sql/permissions.ts';
import { living } from '../sql/admits.ts';
import { column, storedFields } from '../sql/identifiers.ts';
import { instantText } from '../sql/wire.ts';
import { and, FALSE, or } from '../sql/logic.ts';
import type { StoredFile } from './store.ts';

export interface FileContent extends StoredFile {
  /** Null: a paper that is still being made. */
  readonly content: Buffer | null;
  /** The SHA-256 of the content. */
  readonly sha256: Buffer | null;
  /** The paper that an event has kept in it, and when (an instant); null for an upload. */
  readonly kept: { readonly paper: string; readonly at: string } | null;
}

/**
 * A file that the reader may read on some record that holds it, or that they have just uploaded; else NOT_FOUND (6).
 */
export async function readFile(scope: ReadScope, id: string): Promise<FileContent> {
  if (!isId(id)) throw refuse(scope.index, 'NOT_FOUND');
  const [row] = await readRows<FileContent>(
    scope,
    'file',
    (parameters) => {
      const holders = scope.index.plan.entities.flatMap((entity) =>
        storedFields(entity)
          .filter((field) => field.type.kind === 'file' || field.type.kind === 'image')
          .map((field) => {
            const alias = parameters.alias();
            const record = { kind: 'row', entity: entity.name, alias } as const;
            const context = actorContext(scope, parameters, { this: record });
            const may = and(
              living(record, context),
              fieldPredicate(context, scope.authority, field.name, 'read', record),
            );
            return may === FALSE
              ? FALSE
              : `exists (select from ${readableRows(entity.name, false, context)} ${alias} where ${column(alias, field.name)} = f.id and ${may})`;
          }),
      );
      const own =
        scope.actor.userId === null
          ? FALSE
          : `(f.uploaded_by = ${parameters.slot('user', 'uuid')} and not exists (select from (${attachedFiles(scope.index.plan.entities)}) t where t.file = f.id))`;
      return `select f.id, f.name, f.type, f.size, f.content, f.sha256,
          case when f.paper is not null then json_build_object('paper', f.paper, 'at', ${instantText('f.uploaded_at')}) end as kept
        from nonet.file f where f.id = ${parameters.slot('id', 'uuid')} and ${or(own, ...holders)}`;
    },
    { id: id.toLowerCase() },
  );
  if (row === undefined) throw refuse(scope.index, 'NOT_FOUND');
  return row;
}
