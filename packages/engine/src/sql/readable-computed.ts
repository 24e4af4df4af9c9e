import { children, type Expression, fieldsRead, type QuerySource } from '@nonet/language';
import {
  type RecordVariable,
  seeingEverything,
  withVariables,
  type Row,
  type SqlContext,
  authorityOf,
} from './context.ts';
import { compileExpression } from './expression.ts';
import { isListed, mayReadEach } from './lists.ts';
import { and, FALSE, TRUE } from './logic.ts';

/**
 * Whether everything that a computed field (or a title) of a row reads may be read: "a computed field, title or
 * reversed list is readable where everything it reads is" (6). The reader may read the row itself.
 */
export function readsReadable(expression: Expression, context: SqlContext, row: Row): string {
  return readable(expression, withVariables({ ...context, variables: new Map() }, { this: row }));
}

/** The same of an expression over the variables of the context: rows that the reader may read, and users by their ids. */
export function mayReadAll(expression: Expression, context: SqlContext): string {
  return readable(expression, context);
}

/** Whether a list may be read, with all that leads to it, whichever of its records may be. */
export function mayReadList(source: QuerySource, context: SqlContext): string {
  if (source.kind === 'entity') return TRUE;
  const { of, field } = source;
  const mayUse = (record: RecordVariable): string => authorityOf(context).mayUseField(context, field, 'read', record);
  const owner = of.kind === 'variable' ? context.variables.get(of.name) : undefined;
  return owner?.kind === 'row' || owner?.kind === 'id' ? mayUse(owner) : onRecordOf(of, mayUse, context);
}

function readable(expression: Expression, context: SqlContext): string {
  switch (expression.kind) {
    case 'literal':
    case 'constant':
    case 'variable':
    case 'role':
      return TRUE;
    case 'list':
      return and(...expression.items.map((item) => readable(item, context)));
    case 'unary':
      return readable(expression.operand, context);
    case 'binary':
      return and(readable(expression.left, context), readable(expression.right, context));
    case 'conditional':
      return and(
        ...[expression.condition, expression.then, expression.otherwise].map((part) => readable(part, context)),
      );
    case 'call':
      return and(...expression.arguments.map((argument) => readable(argument, context)));
    case 'field':
      return readablePath(expression, context);
    case 'given call':
    case 'list query':
      return and(...children(expression).map((part) => readable(part, context)));
    case 'query': {
      const { source } = expression;
      const alias = context.parameters.alias();
      const row: Row = { kind: 'row', entity: source.entity, alias, readable: true };
      const inner = withVariables(context, { [expression.variable]: row });
      const parts = [expression.where, expression.value, ...expression.order.map(({ by }) => by)];
      const reads = parts.filter((part) => part !== null);
      const fields = and(...reads.map((part) => readable(part, inner)));
      const authority = authorityOf(context);
      if (source.kind === 'entity') {
        // Decided from the cells: all of the entity's records, or none. That there are none is as secret as they are.
        const record = authority.mayDo(context, 'read', { ...row, readable: false });
        return and(
          authority.mightRead(context, source.entity, reads.flatMap(fieldsRead)),
          forAll(source.entity, alias, TRUE, and(record, fields), context),
        );
      }
      return listReadable(source.of, source.field, row, fields, context);
    }
  }
}

/** Whether the list may be read, and each of its records with the fields that are read of it. */
function listReadable(of: Expression, list: string, row: Row, fields: string, context: SqlContext): string {
  const owner = of.kind === 'variable' ? context.variables.get(of.name) : undefined;
  if (owner?.kind === 'row') return ownListReadable(owner, list, row, fields, context);
  return onRecordOf(of, (record) => ownListReadable(record, list, row, fields, context), context);
}

function ownListReadable(owner: Row, list: string, row: Row, fields: string, context: SqlContext): string {
  const each = and(mayReadEach(owner, list, row, context), fields);
  return and(
    authorityOf(context).mayUseField(context, list, 'read', owner),
    forAll(row.entity, row.alias, isListed(owner, list, row, context), each, context),
  );
}

/**
 * Whether the record of a path, or the first one of a query, may be read, with all that leads to it, and what is read
 * of it (`may`) holds; that there is no such record is no secret.
 */
function onRecordOf(of: Expression, may: (record: Row) => string, context: SqlContext): string {
  if (of.type.kind !== 'record') return readable(of, context);
  const before = readable(of, context);
  const alias = context.parameters.alias();
  const record: Row = { kind: 'row', entity: of.type.entity, alias, readable: true };
  const allowed = and(authorityOf(context).mayDo(context, 'read', { ...record, readable: false }), may(record));
  if (allowed === TRUE || allowed === FALSE || before === FALSE) return and(before, allowed);
  const id = compileExpression(of, seeingEverything(context));
  const { parameters } = context;
  return and(
    before,
    parameters.subselect(
      `(not exists (select from ${parameters.table(record.entity)} ${alias} where ${alias}."id" = ${id} and not ${allowed}))`,
    ),
  );
}

function forAll(entity: string, alias: string, among: string, condition: string, { parameters }: SqlContext): string {
  if (condition === TRUE || condition === FALSE) return condition;
  return parameters.subselect(
    `(not exists (select from ${parameters.table(entity)} ${alias} where ${and(among, `not ${condition}`)}))`,
  );
}

function readablePath(expression: Extract<Expression, { kind: 'field' }>, context: SqlContext): string {
  const { of, field, type } = expression;
  if (type.kind === 'list' && type.of.kind === 'record') {
    const row: Row = { kind: 'row', entity: type.of.entity, alias: context.parameters.alias(), readable: true };
    return listReadable(of, field, row, TRUE, context);
  }
  const mayUse = (record: RecordVariable): string => authorityOf(context).mayUseField(context, field, 'read', record);
  if (of.kind !== 'variable') return onRecordOf(of, mayUse, context);
  const record = context.variables.get(of.name);
  return record?.kind === 'row' || record?.kind === 'id' ? mayUse(record) : TRUE;
}
