import { EXPRESSION_CODES } from '../../../diagnostics/codes/expressions.ts';
import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { notShownIn } from '../../../expression/not-shown.ts';
import { ACTIONS, type Action, isAction, type PermissionCell } from '../../../model/roles.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { meantAnswer } from '../../../vocabulary/words-of-others.ts';
import type { DeclaredEntity } from '../../declared.ts';
import { replacement } from '../replacement.ts';
import { BOOLEAN, recordType, userType } from '../types.ts';

/**
 * A cell that has been read once, for all actions of its row: `as transaction` means each action's own. `not shown`: a
 * part that its expression names is a gap, with this clause.
 */
export type ReadCell =
  | PermissionCell
  | { readonly kind: 'as same'; readonly field: string }
  | { readonly kind: 'not shown'; readonly clause: string };

/** Words for one's own records: a role of point 6 has to say which these are. */
const OWN =
  /^(?:(?:if |only )*(?:their |his |her |my )?own(?:ed|er|s)?(?: (?:only|records?|ones?|data|[a-z]+s))?|mine|self|oneself|yes,? (?:but )?(?:only )?own.*)$/;

/**
 * Reads a permission cell of one entity. `userMayBeNull` if the cell also applies to people who aren't signed in;
 * `holders` are the roles that somebody holds on one of its records.
 */
export function readCell(
  context: Context,
  cell: Cell,
  entity: DeclaredEntity,
  userMayBeNull: boolean,
  holders: readonly string[],
): ReadCell {
  if (cell.absence === 'none') return { kind: 'no' };
  if (cell.absence !== null) return { kind: 'gap' };
  const text = cell.text.toLowerCase();
  if (text === 'yes' || text === 'no') return { kind: text };
  const fields = context.schema.entities.get(entity.name)?.fields;
  const slip = /^[a-z]{2,}$/.test(text) && !fields?.has(text) ? nearest(text, ['yes', 'no']) : null;
  if (slip !== null) {
    const details = { name: cell.text, nearest: slip };
    context.report('N055', EXPRESSION_CODES.N055, details, cell.span, replacement(cell.span, slip));
    return { kind: 'no' };
  }
  const condition = cell.quoted ? null : withoutLead(cell.text);
  if (condition !== null) {
    const details = { written: cell.text, meant: condition };
    context.report('N053', EXPRESSION_CODES.N053, details, cell.span, replacement(cell.span, condition));
    return { kind: 'no' };
  }
  const meant = cell.quoted || fields?.has(text) ? null : meantAnswer(cell.text);
  if (meant !== null) {
    const extra = replacement(cell.span, meant);
    context.report('N055', EXPRESSION_CODES.N055, { name: cell.text, nearest: meant }, cell.span, extra);
    return { kind: 'no' };
  }
  if (!cell.quoted && !fields?.has(text) && OWN.test(text)) {
    const roles = holders;
    context.report('N617', ROLES_CODES.N617, { text: cell.text, entity: entity.name, roles }, cell.span);
    return { kind: 'no' };
  }
  const as = /^as\s+([a-z][a-z0-9_]*)(?:\s+(\S+))?$/.exec(cell.text);
  if (as?.[1] !== undefined) return readAs(context, cell, entity, as[1], as[2]);
  const read = context.expression(
    cell,
    {
      variables: { this: recordType(entity.name), user: userType(userMayBeNull) },
      bare: ['this'],
      purpose: 'permission',
    },
    BOOLEAN,
  );
  if (read === null) return { kind: 'no' };
  const clause = notShownIn(read);
  return clause === null ? { kind: 'when', condition: read } : { kind: 'not shown', clause };
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
  if (!isAction(action)) {
    const offered = nearest(action, ACTIONS);
    context.report('N606', ROLES_CODES.N606, { verb: action, nearest: offered, known: ACTIONS }, cell.span);
    return { kind: 'no' };
  }
  return { kind: 'as', field, action };
}

/** The condition of `only if open` and `when open`: `open` alone. Null if the text has no such beginning. */
function withoutLead(text: string): string | null {
  const condition = /^(?:yes,? )?(?:only )?(?:if|when|where) (.+)$/is.exec(text)?.[1];
  return condition === undefined || /\bthen\b/.test(condition) ? null : condition;
}

/** The permission that a cell states for one action. */
export function cellFor(cell: ReadCell, action: Action): PermissionCell {
  if (cell.kind === 'not shown') return { kind: 'gap' };
  return cell.kind === 'as same' ? { kind: 'as', field: cell.field, action } : cell;
}
