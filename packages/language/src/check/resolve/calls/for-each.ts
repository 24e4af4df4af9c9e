import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import { TABLE_CODES } from '../../../diagnostics/codes/tables.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Query } from '../../../expression/tree.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { checkName } from '../names.ts';
import { around, type Part, part } from '../words.ts';

/** Reads `m in members`: the records of a list, each known by the name. */
export function readForEach(context: Context, cell: Cell | Part, scope: Scope): Query | null {
  const match = /^([A-Za-z_]\w*)\s+in\s+(?=\S)/.exec(cell.text);
  const name = match?.[1];
  if (match === null || name === undefined) {
    context.report('N713', CALLS_CODES.N713, { text: cell.text }, cell.span);
    return null;
  }
  const variable = part(cell, 0, name.length);
  if (!checkName(context, 'field', variable)) return null;
  const record = scope.variables['this'];
  const fields = record?.kind === 'record' ? context.schema.entities.get(record.entity)?.fields : undefined;
  if (fields?.has(name) === true || Object.hasOwn(scope.variables, name)) {
    const reason = 'takenOfRecord';
    context.report('N038', TABLE_CODES.N038, { name, reason }, variable.span);
    return null;
  }
  const list = part(cell, match[0].length, cell.text.length);
  const query = context.expression(around('first(', list, ` as ${name})`), scope, null);
  return query?.kind === 'query' ? query : null;
}
