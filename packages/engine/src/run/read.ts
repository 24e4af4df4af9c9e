import type { ReadRecord, WireRecord } from '../engine.ts';
import { recordPredicate } from '../sql/authority.ts';
import type { SqlVariable } from '../sql/context.ts';
import { living } from '../sql/admits.ts';
import { table } from '../sql/identifiers.ts';
import { and } from '../sql/logic.ts';
import { compileRecordJson, EVERYTHING, withoutUnreadable } from '../sql/projection.ts';
import { entityTag } from './etag.ts';
import { confirmByRow, readerContext, readRows, refuseUnreadable, type ReadScope, todayColumn } from './read-scope.ts';
import { refuse } from './refuse.ts';
import { readSelection } from './selection.ts';
import { isId } from './values/identifier.ts';

export interface ReadQuery {
  readonly fields: string | null;
  readonly expand: string | null;
}

/** One record as this reader may read it; NOT_FOUND where they may not, as where there is none. */
export async function readRecord(scope: ReadScope, entity: string, id: string, query: ReadQuery): Promise<ReadRecord> {
  refuseUnreadable(scope, entity);
  const selection = readSelection(scope, entity, query.fields, query.expand);
  const shaped = selection !== EVERYTHING;
  const rows = isId(id)
    ? await readRows<{ whole: WireRecord; shaped?: WireRecord; today?: string[] | null }>(
        scope,
        `read ${entity} ${shaped ? `${query.fields} ${query.expand}` : ''}`,
        (parameters) => {
          const alias = parameters.alias();
          const row: Extract<SqlVariable, { kind: 'row' }> = { kind: 'row', entity, alias };
          const context = readerContext(scope, parameters, { this: { ...row, readable: true } });
          const may = recordPredicate(context, scope.authority, 'read', row);
          const condition = and(`${alias}."id" = ${parameters.slot('id', 'uuid')}`, living(row, context), may);
          const columns = [`${compileRecordJson(context, { ...row, readable: true }, EVERYTHING)} as whole`];
          if (shaped) columns.push(`${compileRecordJson(context, { ...row, readable: true }, selection)} as shaped`);
          return `select ${columns.join(', ')}${todayColumn(scope, parameters)} from ${table(entity)} ${alias} where ${condition}`;
        },
        { id },
      )
    : [];
  const [found] = rows;
  confirmByRow(scope, found);
  if (found === undefined) throw refuse(scope.index, 'NOT_FOUND');
  const whole = withoutUnreadable(scope.index, entity, found.whole) as WireRecord;
  const record =
    found.shaped === undefined ? whole : (withoutUnreadable(scope.index, entity, found.shaped) as WireRecord);
  return { record, etag: entityTag(whole, scope.secret) };
}
