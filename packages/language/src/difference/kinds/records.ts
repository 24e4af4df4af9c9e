import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { isSameData, PLACES_AND_WORDS } from '../equal.ts';
import { keptEntities } from '../pairs.ts';

/** Point 3, `#### Records`: they are put in at the first start alone. */
export function recordDifferences(comparison: Comparison): Found[] {
  return keptEntities(comparison).flatMap(({ former, now }): Found[] => {
    if (isSameData(former.records, now.records, PLACES_AND_WORDS)) return [];
    return [
      {
        effect: 'behaviour',
        clause: now.records[0]?.clause ?? now.clause,
        former: former.records[0]?.clause ?? former.clause,
        text: `the Records of \`${now.name}\` are stated otherwise: they were put in at the first start, and stay as they are in a database that is there`,
      },
    ];
  });
}
