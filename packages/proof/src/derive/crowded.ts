import { type Expression, type Rule, walk } from '@nonet/language';
import type { World } from '../reference/world.ts';
import { childDraft } from './boundaries.ts';
import { creatorsOf, plainPlot } from './plots.ts';
import { reach } from './reach.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

/** More records than this no test puts into one list. */
const MOST_AT_ONCE = 130;

/**
 * A rule that counts owned records of others: one owner gets as many at once as the rule lets there be, and who comes then is
 * refused.
 */
export function crowded(
  stage: Stage,
  { entity, clause }: Rule,
  condition: Expression,
  clauses: readonly string[],
): Scene | null {
  const { entities, count } = countedIn(condition);
  const [creator] = creatorsOf(stage, entity);
  if (count === 0 || count > MOST_AT_ONCE || creator === undefined || stage.lookup.entity(entity).owner !== null)
    return null;
  for (const counted of entities) {
    const { owner } = stage.lookup.entity(counted);
    if (owner === null || owner.entity === entity || stage.lookup.entity(owner.entity).owner !== null) continue;
    const [maker] = creatorsOf(stage, owner.entity);
    if (maker === undefined) continue;
    const given = { [owner.field]: Array.from({ length: count }, () => childDraft(stage, maker, counted)) };
    const want = (world: World, id: string) => (world.children(id, counted).length >= count ? 0 : 0.5);
    const found = reach(stage, { entity: owner.entity, state: null, creators: [maker], given, budget: 40, want });
    if (found === null) continue;
    const { draft } = plainPlot(stage, entity, [], creator);
    const { refused } = found.scene.act(creator, { kind: 'create', entity, body: draft }, clauses);
    if (refused?.errors.some((error) => error.clause === clause) === true) return found.scene;
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
