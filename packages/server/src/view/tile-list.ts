import { conjuncts, type Expression, type Screen, type Tile, walk } from '@nonet/language';

/**
 * The list that a tile's number leads to, of those that its reader may open; null where there is none. It is the one
 * that says most nearly what the tile counts: with no condition that the tile lacks, above all none about the reader,
 * and with as many of its own as there are.
 */
export function listOfTile(screens: readonly Screen[], { shows }: Pick<Tile, 'shows'>): Screen | null {
  if (shows?.kind !== 'query' || shows.source.kind !== 'entity') return null;
  const { entity } = shows.source;
  const counted = new Set(conditionsOf(shows.where, shows.variable).map(({ text }) => text));
  let best: { readonly screen: Screen; readonly missing: number; readonly shared: number } | null = null;
  for (const screen of screens) {
    if (screen.kind !== 'list' || screen.entity !== entity || screen.parameters.length > 0) continue;
    const conditions = conditionsOf(screen.where, 'this');
    const lacking = conditions.filter(({ text }) => !counted.has(text));
    const missing = lacking.reduce((sum, { isOwn }) => sum + (isOwn ? ABOUT_READER : 1), 0);
    const shared = conditions.length - lacking.length;
    if (best === null || missing < best.missing || (missing === best.missing && shared > best.shared))
      best = { screen, missing, shared };
  }
  return best?.screen ?? null;
}

/** A list of what is one's own is farther from what a tile counts than any other part of a list. */
const ABOUT_READER = 100;

interface Condition {
  readonly text: string;
  /** Whether it selects by who reads. */
  readonly isOwn: boolean;
}

/** The conditions that must all hold, with the record that they are about under one name. */
function conditionsOf(where: Expression | null, record: string): readonly Condition[] {
  if (where === null) return [];
  return conjuncts(where).map((condition) => {
    let isOwn = false;
    walk(condition, (inner) => {
      if (inner.kind === 'variable' && inner.name === 'user') isOwn = true;
    });
    const text = JSON.stringify(condition, (key, value: unknown) => {
      if (key === 'span') return undefined;
      return key === 'name' && value === record ? 'this' : value;
    });
    return { text, isOwn };
  });
}
