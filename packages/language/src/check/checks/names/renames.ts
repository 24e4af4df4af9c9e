import { NAMES_CODES } from '../../../diagnostics/codes/names.ts';
import { ACTIONS } from '../../../model/roles.ts';
import type { Model } from '../../../model/model.ts';
import { namesIn } from '../../../model/pair-documents.ts';
import type { Named, Rename } from '../../../model/renames.ts';
import type { Context } from '../../context.ts';
import { isNamed } from '../../resolve/former.ts';
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';

/**
 * A former name (`was`) belongs to one thing only. A thing that still has that name must say what it was called, or
 * that it is new.
 */
export function checkRenames(model: Model, context: Context): void {
  const before: Rename[] = [];
  for (const { rename, place } of context.renamed) {
    const { kind, name, was } = rename;
    const reason = whyNot(model, context, rename, before);
    before.push(rename);
    if (reason !== null) context.report('N094', NAMES_CODES.N094, { kind, name, was, reason }, place);
  }
}

function whyNot(
  model: Model,
  context: Context,
  rename: Rename,
  before: readonly Rename[],
): DetailsOf<'N094'>['reason'] | null {
  if (rename.was === rename.name) return 'present';
  const present: Named = { ...rename, name: rename.was };
  const isOther =
    context.statedAsNew.some((named) => isNamed(named, present)) ||
    context.renamed.some((other) => isNamed(other.rename, present));
  if (isEveryRecords(rename) || (namesIn(model, rename).has(rename.was) && !isOther)) return 'still';
  const sibling = before.find((other) => isNamed({ ...other, name: other.was }, { ...rename, name: rename.was }));
  return sibling === undefined ? null : { because: 'said', by: sibling.name };
}

/**
 * The actions of point 6 on every record have these names, whether there are events or not; so do the fields that every
 * record has.
 */
function isEveryRecords({ kind, was }: Rename): boolean {
  return kind === 'event' && ACTIONS.some((action) => action === was);
}
