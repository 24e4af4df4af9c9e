import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { isKept, keptEntities, listed, pairedFields } from '../pairs.ts';
import { isConverted } from '../stored.ts';

/** Point 3: the choices of `enum` fields. Those of a state field are states. */
export function choiceDifferences(comparison: Comparison): Found[] {
  const { names } = comparison;
  return keptEntities(comparison).flatMap((entity) =>
    pairedFields(comparison, entity).flatMap((pair): Found[] => {
      if (!isKept(pair)) return [];
      const { former, now } = pair;
      if (former.type.kind !== 'enum' || now.type.kind !== 'enum') return [];
      const name = `${entity.now.name}.${now.name}`;
      const places = { clause: now.clause, former: former.clause };
      const found: Found[] = [];
      const kept = new Set<string>();
      for (const choice of former.type.values) {
        const own = names.choice(entity.former.name, former.name, choice.name);
        if (own !== null) kept.add(own);
        if (own !== null && own !== choice.name)
          found.push({
            effect: 'compatible',
            ...places,
            text: `\`${name}\`: the choice \`${own}\` was \`${choice.name}\``,
          });
        if (own === null && !isConverted(comparison, now.clause))
          found.push({
            effect: 'lost',
            ...places,
            text: `\`${name}\`: the choice \`${choice.name}\` is gone, and nothing says what records that have it get. Add \`from if ${former.name} == "${choice.name}" then … else ${former.name}\`, or keep it`,
          });
      }
      const fresh = now.type.values.filter((choice) => !kept.has(choice.name)).map((choice) => choice.name);
      if (fresh.length > 0)
        found.push({ effect: 'compatible', ...places, text: `\`${name}\` can be ${listed(fresh)} as well` });
      return found;
    }),
  );
}
