import { type Expression, type Rule, walk } from '@nonet/language';
import type { World } from '../../reference/world.ts';
import { childDraft } from '../entities/boundaries.ts';
import { creatorsOf, plainFixture } from '../records/plain-fixtures.ts';
import { reach } from '../records/reach.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** The maximum number of records that a test puts into one list. */
const MOST_AT_ONCE = 130;

/**
 * For a rule that counts a record's owned children: fills one owner up to the limit in one request, and then adds the
 * child that is refused.
 */
export function atCountLimit(
  context: DerivationContext,
  { entity, clause }: Rule,
  condition: Expression,
  clauses: readonly string[],
): CaseBuilder | null {
  const { entities, count } = countedIn(condition);
  const [creator] = creatorsOf(context, entity);
  if (count === 0 || count > MOST_AT_ONCE || creator === undefined || context.lookup.entity(entity).owner !== null)
    return null;
  for (const counted of entities) {
    const { owner } = context.lookup.entity(counted);
    if (owner === null || owner.entity === entity || context.lookup.entity(owner.entity).owner !== null) continue;
    const [maker] = creatorsOf(context, owner.entity);
    if (maker === undefined) continue;
    const given = { [owner.field]: Array.from({ length: count }, () => childDraft(context, maker, counted)) };
    const want = (world: World, id: string) => (world.children(id, counted).length >= count ? 0 : 0.5);
    const found = reach(context, { entity: owner.entity, state: null, creators: [maker], given, budget: 40, want });
    if (found === null) continue;
    const { draft } = plainFixture(context, entity, [], creator);
    const { refused } = found.builder.act(creator, { kind: 'create', entity, body: draft }, clauses);
    if (refused?.errors.some((error) => error.clause === clause) === true) return found.builder;
  }
  return null;
}

/** The entities that a condition counts, and the greatest number that it names. */
function countedIn(condition: Expression): { readonly entities: ReadonlySet<string>; readonly count: number } {
  const entities = new Set<string>();
  let count = 0;
  walk(condition, (node) => {
    if (node.kind === 'query' && node.form === 'count' && node.source.kind === 'entity')
      entities.add(node.source.entity);
    if (node.kind === 'literal' && node.type.kind === 'integer') count = Math.max(count, Number(node.value));
  });
  return { entities, count };
}
