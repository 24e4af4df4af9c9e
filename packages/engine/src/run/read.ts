import { readableRows } from '../sql/context.ts';
import type { ReadRecord } from '../engine.ts';
import { recordPredicate } from '../sql/permissions.ts';
import type { SqlVariable } from '../sql/context.ts';
import { living } from '../sql/admits.ts';
import { and } from '../sql/logic.ts';
import { compileFieldsJson, compileRecordJson, EVERYTHING } from '../sql/projection.ts';
import { compileTitle } from '../sql/title.ts';
import { cleanText, RecordText, recordText } from './answer-text.ts';
import { entityTag } from './etag.ts';
import {
  confirmByRow,
  actorContext,
  readRowOf,
  refuseUnreadable,
  type ReadScope,
  statementOf,
  todayColumn,
} from './read-scope.ts';
import { refuse } from './refuse.ts';
import { readSelection } from './lists/selection.ts';
import { readId } from './values/identifier.ts';

export interface ReadQuery {
  readonly fields: string | null;
  readonly expand: string | null;
}

interface ReadRow {
  /** All fields, as JSON text. */
  readonly fields: string;
  /** The requested part of the record, as JSON text; the title of a whole record. */
  readonly answer: string;
  readonly today?: string[] | null;
}

/** One record as this reader may read it; NOT_FOUND where they may not, as if there is none. */
export async function readRecord(scope: ReadScope, entity: string, id: string, query: ReadQuery): Promise<ReadRecord> {
  refuseUnreadable(scope, entity);
  const selection = readSelection(scope, entity, query.fields, query.expand);
  const shaped = selection !== EVERYTHING;
  const known = readId(id);
  const key = `read ${entity} ${shaped ? `${query.fields} ${query.expand}` : ''}`;
  const statement = statementOf(scope, key, (parameters) => {
    const alias = parameters.alias();
    parameters.carryOut(scope.index.entity(entity).clause, 'read');
    const row: Extract<SqlVariable, { kind: 'row' }> = { kind: 'row', entity, alias };
    const context = actorContext(scope, parameters, { this: { ...row, readable: true } });
    const may = recordPredicate(context, scope.authority, 'read', row);
    const condition = and(`${alias}."id" = ${parameters.slot('id', 'uuid')}`, living(row, context), may);
    const record = { ...row, readable: true };
    // The answer of a record that is asked for as a whole is its fields, with its title.
    const answer = shaped ? `${compileRecordJson(context, record, selection)}::text` : compileTitle(context, record);
    const columns = [`${compileFieldsJson(context, record)}::text as fields`, `${answer} as answer`];
    return `select ${columns.join(', ')}${todayColumn(scope, parameters)} from ${readableRows(entity, false, context)} ${alias} where ${condition}`;
  });
  const found = known === null ? undefined : await readRowOf<ReadRow>(scope, statement, { id: known });
  confirmByRow(scope, found);
  if (found === undefined) throw refuse(scope.index, 'NOT_FOUND');
  if (!shaped) return recordText(scope, entity, { fields: found.fields, title: found.answer }, statement);
  const tag = entityTag(cleanText(scope.index, entity, found.fields, statement), scope.secret);
  return new RecordText(cleanText(scope.index, entity, found.answer, statement), tag);
}
