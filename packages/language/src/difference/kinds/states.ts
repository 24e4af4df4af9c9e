import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { keptEntities } from '../pairs.ts';
import { isConverted } from '../stored.ts';

/** Point 4: the states of an entity, and where records go whose state is gone. */
export function stateDifferences(comparison: Comparison): Found[] {
  const { names, former, now } = comparison;
  return keptEntities(comparison).flatMap((entity): Found[] => {
    const before = former.states.find((workflow) => workflow.entity === entity.former.name);
    const after = now.states.find((workflow) => workflow.entity === entity.now.name);
    const found: Found[] = [];
    const kept = new Set<string>();
    const initial = (workflow: typeof after) => workflow?.states.find(({ kind }) => kind === 'initial');
    for (const state of before?.states ?? []) {
      const own = names.state(entity.former.name, state.name);
      const stays = after?.states.find(({ name }) => name === own);
      if (stays === undefined) {
        if (before?.field && isConverted(comparison, `3.${entity.now.name}.${after?.field ?? before.field}`)) continue;
        found.push({
          effect: 'lost',
          clause: null,
          former: state.clause,
          text: `the state \`${state.name}\` of \`${entity.now.name}\` is gone, and nothing says what state its records have. State \`was ${state.name}\` at the state that takes its place, or keep it`,
        });
        continue;
      }
      const places = { clause: stays.clause, former: state.clause };
      const isMerged = kept.has(stays.name);
      kept.add(stays.name);
      if (stays.name !== state.name)
        found.push({
          effect: isMerged ? 'behaviour' : 'compatible',
          ...places,
          text: `the state \`${stays.name}\` of \`${entity.now.name}\` was \`${state.name}\`; its records stay`,
        });
      if ((stays.kind === 'final') !== (state.kind === 'final'))
        found.push({
          effect: 'behaviour',
          ...places,
          text: `the state \`${stays.name}\` of \`${entity.now.name}\` is ${stays.kind === 'final' ? 'final' : 'not final'} now`,
        });
    }
    const [first, firstNow] = [initial(before), initial(after)];
    if (first !== undefined && firstNow !== undefined && names.state(entity.former.name, first.name) !== firstNow.name)
      found.push({
        effect: 'behaviour',
        clause: firstNow.clause,
        former: first.clause,
        text: `new records of \`${entity.now.name}\` are \`${firstNow.name}\`, formerly \`${first.name}\``,
      });
    for (const state of after?.states ?? [])
      if (!kept.has(state.name) && before !== undefined)
        found.push({
          effect: 'compatible',
          clause: state.clause,
          former: null,
          text: `the state \`${state.name}\` of \`${entity.now.name}\` is new`,
        });
    return found;
  });
}
