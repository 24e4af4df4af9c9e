import { EXPRESSION_CODES } from '../../../diagnostics/codes/expressions.ts';
import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { notShownIn } from '../../../expression/not-shown.ts';
import { ACTIONS, type Action, type PermissionCell } from '../../../model/roles.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import type { DeclaredEntity } from '../../declared.ts';
import { replacement } from '../replacement.ts';
import { BOOLEAN, recordType, userType } from '../types.ts';

/**
 * A cell that has been read once, for all actions of its row: `as transaction` means each action's own. `not shown`: what
 * its expression names has a gap of its own, with this clause.
 */
export type ReadCell =
  | PermissionCell
  | { readonly kind: 'as same'; readonly field: string }
  | { readonly kind: 'not shown'; readonly clause: string };

/** Reads a permission cell of one entity. `userMayBeNull` where the cell is for people who aren't signed in too. */
export function readCell(context: Context, cell: Cell, entity: DeclaredEntity, userMayBeNull: boolean): ReadCell {
  if (cell.absence === 'none') return { kind: 'no' };
  if (cell.absence !== null) return { kind: 'gap' };
  const text = cell.text.toLowerCase();
  if (text === 'yes' || text === 'no') return { kind: text };
  const fields = context.schema.entities.get(entity.name)?.fields;
  const slip = /^[a-z]{2,}$/.test(text) && !fields?.has(text) ? nearest(text, ['yes', 'no']) : null;
  if (slip !== null) {
    const holes = { name: cell.text, nearest: slip };
    context.report('N055', EXPRESSION_CODES.N055, holes, cell.span, replacement(cell.span, slip));
    return { kind: 'no' };
  }
  const as = /^as\s+([a-z][a-z0-9_]*)(?:\s+(\S+))?$/.exec(cell.text);
  if (as?.[1] !== undefined) return readAs(context, cell, entity, as[1], as[2]);
  const condition = context.expression(
    cell,
    {
      variables: { this: recordType(entity.name), user: userType(userMayBeNull) },
      bare: ['this'],
      purpose: 'permission',
    },
    BOOLEAN,
  );
  if (condition === null) return { kind: 'no' };
  const clause = notShownIn(condition);
  return clause === null ? { kind: 'when', condition } : { kind: 'not shown', clause };
}

function readAs(
  context: Context,
  cell: Cell,
  entity: DeclaredEntity,
  field: string,
  action: string | undefined,
): ReadCell {
  const fields = context.schema.entities.get(entity.name)?.fields;
  if (fields?.get(field)?.kind !== 'record') {
    const known = [...(fields ?? [])].filter(([, type]) => type.kind === 'record').map(([name]) => name);
    context.report('N613', ROLES_CODES.N613, { entity: entity.name, field, nearest: nearest(field, known) }, cell.span);
    return { kind: 'no' };
  }
  if (action === undefined) return { kind: 'as same', field };
  const known = ACTIONS.find((name) => name === action);
  if (known === undefined) {
    const offered = nearest(action, ACTIONS);
    context.report('N606', ROLES_CODES.N606, { verb: action, nearest: offered, known: ACTIONS }, cell.span);
    return { kind: 'no' };
  }
  return { kind: 'as', field, action: known };
}

/** What a cell says about one action. */
export function cellFor(cell: ReadCell, action: Action): PermissionCell {
  if (cell.kind === 'not shown') return { kind: 'gap' };
  return cell.kind === 'as same' ? { kind: 'as', field: cell.field, action } : cell;
}
