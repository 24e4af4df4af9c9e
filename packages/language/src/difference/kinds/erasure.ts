import { printExpression } from '../../expression/print.ts';
import type { Erased } from '../../model/entities.ts';
import { erasedRecords } from '../../model/erasure.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { isKept, keptEntities, pairedFields } from '../pairs.ts';

/** Point 3: what goes when a person is erased, and what holds it. People who are erased already stay as they are. */
export function erasureDifferences(comparison: Comparison): Found[] {
  return [...fieldDifferences(comparison), ...holdDifferences(comparison)];
}

function fieldDifferences(comparison: Comparison): Found[] {
  return keptEntities(comparison).flatMap((entity) =>
    pairedFields(comparison, entity).flatMap((pair): Found[] => {
      if (!isKept(pair)) return [];
      const { former, renamed, now } = pair;
      const [was, is] = [renamed.erased ?? null, now.erased ?? null];
      const isSame = was?.with === is?.with && comparison.isSame(former.erased?.to ?? null, is?.to ?? null);
      if ((was === null) === (is === null) && isSame) return [];
      const text = `\`${entity.now.name}.${now.name}\` ${words(is, 'is')} when its person is erased; formerly it ${words(was, 'was')}`;
      return [{ effect: 'behaviour', clause: now.clause, former: former.clause, text }];
    }),
  );
}

function words(erased: Erased | null, verb: 'is' | 'was'): string {
  if (erased === null) return `${verb} kept`;
  const by = erased.with === null ? '' : ` (\`with ${erased.with}\`)`;
  return `${verb} ${erased.to === null ? 'emptied' : `replaced by \`${printExpression(erased.to)}\``}${by}`;
}

/** A hold of records that are kept for ever: that of others is part of how long they are kept. */
function holdDifferences(comparison: Comparison): Found[] {
  const erasing = new Set(erasedRecords(comparison.now.entities).map(({ entity }) => entity.name));
  return keptEntities(comparison).flatMap(({ former, now }): Found[] => {
    if (!erasing.has(now.name) || now.keptFor !== null) return [];
    const [was, is] = [former.keptWhile?.condition ?? null, now.keptWhile?.condition ?? null];
    if (comparison.isSame(was, is)) return [];
    const text =
      is === null
        ? `\`${now.name}\`: nothing keeps a person from being erased any more`
        : `\`${now.name}\`: a person is not erased while \`${printExpression(is)}\``;
    const places = { clause: now.keptWhile?.clause ?? now.clause, former: former.keptWhile?.clause ?? former.clause };
    return [{ effect: 'behaviour', ...places, text }];
  });
}
