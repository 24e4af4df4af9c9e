import { nearest } from '../../../diagnostics/nearest.ts';
import { misspeltDeclaration, placeOfDeclaration, slipOf } from '../misspelt-declarations.ts';
import type { Suggestion, Suggest } from './suggestion.ts';

/** The entity that is there without being stated, whose heading only adds to it (3). */
const BUILT_IN = 'User';

/** A declared name that is used nowhere in this form, found by errors about its use other than “not known”. */
const atUses: Suggest = (tree, { errors }) =>
  errors.flatMap((error): readonly Suggestion[] => {
    const slip = slipOf(tree, error);
    const span = slip && placeOfDeclaration(tree, slip.stated);
    if (!slip || !span) return [];
    const fix = { title: `Write “${slip.used}”`, edits: [{ span, text: slip.used }] };
    return [{ fix, mustClear: null, least: 2, report: () => misspeltDeclaration(slip, span, [error]) }];
  });

/** The heading that adds to the built-in entity: as it is known without it, nothing says that its name is not. */
const ofBuiltIn: Suggest = (tree, { errors }) => {
  const sections = tree.points.entities?.sections ?? [];
  if (errors.length < 2 || sections.some(({ heading }) => heading.text === BUILT_IN)) return [];
  return sections.flatMap(({ heading: { text: stated, span } }): readonly Suggestion[] => {
    if (nearest(stated, [BUILT_IN]) === null) return [];
    const fix = { title: `Write “${BUILT_IN}”`, edits: [{ span, text: BUILT_IN }] };
    const slip = { stated, used: BUILT_IN };
    return [{ fix, mustClear: null, least: 2, report: () => misspeltDeclaration(slip, span, errors) }];
  });
};

/** The place where a name is spelt differently in its declaration than in its uses. */
export const misspelt: Suggest = (tree, wrong) => [...atUses(tree, wrong), ...ofBuiltIn(tree, wrong)];
