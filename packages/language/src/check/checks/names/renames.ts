import { NAMES_CODES } from '../../../diagnostics/codes/names.ts';
import { ACTIONS } from '../../../model/roles.ts';
import type { Model } from '../../../model/model.ts';
import type { Rename } from '../../../model/renames.ts';
import type { Context } from '../../context.ts';
import { isNamed } from '../../resolve/former.ts';

/** A former name (`was`) is gone: nothing is still called so, it is the former name of one thing, and each thing has one. */
export function checkRenames(model: Model, context: Context): void {
  const before: Rename[] = [];
  for (const { rename, place } of context.renamed) {
    const { kind, name, was } = rename;
    const reason = whyNot(model, rename, before);
    before.push(rename);
    if (reason !== null) context.report('N094', NAMES_CODES.N094, { kind, name, was, reason }, place);
  }
}

function whyNot(model: Model, rename: Rename, before: readonly Rename[]): string | null {
  if (rename.was === rename.name) return 'that is its name now';
  if (namesNow(model, rename).includes(rename.was)) return 'there still is one of this name';
  const sibling = before.find((other) => isNamed({ ...other, name: other.was }, { ...rename, name: rename.was }));
  if (sibling !== undefined) return `\`${sibling.name}\` says so too`;
  const other = before.find((earlier) => isNamed(earlier, rename));
  return other === undefined ? null : `it says that it was \`${other.was}\``;
}

/** The present names of things of the kind. */
function namesNow(model: Model, rename: Rename): readonly string[] {
  const named = (things: readonly { readonly name: string }[] | undefined) => (things ?? []).map(({ name }) => name);
  if (rename.kind === 'entity') return named(model.entities);
  if (rename.kind === 'role') return named(model.roles);
  if (rename.kind === 'field') return named(model.entities.find(({ name }) => name === rename.entity)?.fields);
  const workflow = model.states.find(({ entity }) => entity === rename.entity);
  // What point 6 permits of every record happens under these names, events or none.
  return rename.kind === 'state' ? named(workflow?.states) : [...named(workflow?.events), ...ACTIONS];
}
