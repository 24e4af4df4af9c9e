import { ENTITIES_CODES } from '../../diagnostics/codes/entities.ts';
import type { FieldType, TreeWay } from '../../model/entities.ts';
import type { Context } from '../context.ts';
import type { FieldDraft } from './field-draft.ts';

const WAYS: readonly TreeWay[] = ['ancestors', 'descendants'];

/**
 * The lists that an entity has by itself where one of its references is a `tree` (3): the records above one, and those
 * below it. There is one tree of an entity, whose lists have these names.
 */
export function listsOfTree(
  context: Context,
  entity: string,
  fields: readonly FieldDraft[],
): readonly { readonly name: TreeWay; readonly type: FieldType; readonly required: boolean }[] {
  const trees = fields.filter(
    ({ rules, type }) => rules.tree && !rules.computed && type.kind === 'reference' && type.entity === entity,
  );
  const [tree, ...others] = trees;
  if (tree === undefined) return [];
  for (const { name, rules } of others) {
    const details = { entity, field: name, tree: tree.name, reason: 'second' } as const;
    if (rules.tree)
      context.report('N339', ENTITIES_CODES.N339, details, rules.tree.span, { clause: `3.${entity}.${name}` });
  }
  const taken = fields.filter(({ name }) => WAYS.some((way) => way === name));
  for (const { name, place } of taken) {
    const details = { entity, field: name, tree: tree.name, reason: 'taken' } as const;
    context.report('N339', ENTITIES_CODES.N339, details, place.span, { clause: `3.${entity}.${name}` });
  }
  return WAYS.filter((way) => !taken.some(({ name }) => name === way)).map((way) => ({
    name: way,
    type: { kind: 'all', entity, by: tree.name, along: way },
    required: true,
  }));
}
