import { printExpression } from '../../expression/print.ts';
import type { Expression } from '../../expression/tree.ts';
import { decide } from '../../check/analysis/decide.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { isKept, keptEntities, pairedFields } from '../pairs.ts';

/** Point 3: what computed fields come to. */
export function computedFieldDifferences(comparison: Comparison): Found[] {
  return keptEntities(comparison).flatMap((entity) =>
    pairedFields(comparison, entity).flatMap((pair): Found[] => {
      if (!isKept(pair)) return [];
      const { former, renamed, now } = pair;
      if (former.computed === null || now.computed === null || renamed.computed === null) return [];
      const name = `\`${entity.now.name}.${now.name}\``;
      const causes = comparison.causes(renamed.computed);
      if (comparison.isSame(former.computed, now.computed) && causes.length === 0) return [];
      const differs: Expression = {
        kind: 'binary',
        operator: '!=',
        left: now.computed,
        right: renamed.computed,
        type: { kind: 'boolean', nullable: false },
      };
      const verdict = decide([differs], comparison.knowledge);
      if (verdict.kind === 'never') return [];
      const [was, is] = [printExpression(former.computed), printExpression(now.computed)];
      const formula = was === is ? '' : `: \`${is}\`, formerly \`${was}\``;
      return [
        {
          effect: 'behaviour',
          clause: now.clause,
          former: former.clause,
          text: `${name} comes to something else${formula}; people see other values in records that are there`,
          ...(verdict.kind === 'sometimes' && { example: verdict.example }),
          ...(causes.length > 0 && { because: causes }),
        },
      ];
    }),
  );
}
