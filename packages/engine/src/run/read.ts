import type { ReadRecord } from '../engine.ts';
import { recordPredicate } from '../sql/authority.ts';
import type { SqlVariable } from '../sql/context.ts';
import { living } from '../sql/admits.ts';
import { table } from '../sql/identifiers.ts';
import { and } from '../sql/logic.ts';
import { compileFieldsJson, compileRecordJson, EVERYTHING } from '../sql/projection.ts';
import { compileTitle } from '../sql/title.ts';
import { cleanText, RecordText, recordText } from './answer-text.ts';
import { entityTag } from './etag.ts';
import { confirmByRow, actorContext, readRow, refuseUnreadable, type ReadScope, todayColumn } from './read-scope.ts';
import { refuse } from './refuse.ts';
import { readSelection } from './selection.ts';
import { readId } from './values/identifier.ts';

export interface ReadQuery {
  readonly fields: string | null;
  readonly expand: string | null;
}

/** One record as this reader may read it; NOT_FOUND where they may not, as where there is none. */
export async function readRecord(scope: ReadScope, entity: string, id: string, query: ReadQuery): Promise<ReadRecord> {
  refuseUnreadable(scope, entity);
  const selection = readSelection(scope, entity, query.fields, query.expand);
  const shaped = selection !== EVERYTHING;
  const known = readId(id);
  const found =
    known !== null
      ? await readRow<{ fields: string; answer: string; today?: string[] | null }>(
          scope,
          `read ${entity} ${shaped ? `${query.fields} ${query.expand}` : ''}`,
          (parameters) => {
            const alias = parameters.alias();
            const row: Extract<SqlVariable, { kind: 'row' }> = { kind: 'row', entity, alias };
            const context = actorContext(scope, parameters, { this: { ...row, readable: true } });
            const may = recordPredicate(context, scope.authority, 'read', row);
            const condition = and(`${alias}."id" = ${parameters.slot('id', 'uuid')}`, living(row, context), may);
            const record = { ...row, readable: true };
            // The answer of a record that is asked for as a whole is its fields, with its title.
            const answer = shaped
              ? `${compileRecordJson(context, record, selection)}::text`
              : compileTitle(context, record);
            const columns = [`${compileFieldsJson(context, record)}::text as fields`, `${answer} as answer`];
            return `select ${columns.join(', ')}${todayColumn(scope, parameters)} from ${table(entity)} ${alias} where ${condition}`;
          },
          { id: known },
        )
      : undefined;
  confirmByRow(scope, found);
  if (found === undefined) throw refuse(scope.index, 'NOT_FOUND');
  if (!shaped) return recordText(scope, entity, found.fields, found.answer);
  const tag = entityTag(cleanText(scope.index, entity, found.fields), scope.secret);
  return new RecordText(cleanText(scope.index, entity, found.answer), tag);
}
