import { nearest } from '../../diagnostics/nearest.ts';
import { misstated, placeOfDeclaration, slipOf } from '../misstated.ts';
import type { Mend, Suggest } from './mend.ts';

/** The entity that is there without being stated, whose heading only adds to it (3). */
const BUILT_IN = 'User';

/** A name that is stated as it is used nowhere, known by what is told of its use in other words than “not known”. */
const atUses: Suggest = (tree, { errors }) =>
  errors.flatMap((error): readonly Mend[] => {
    const slip = slipOf(tree, error);
    const span = slip && placeOfDeclaration(tree, slip.stated);
    if (!slip || !span) return [];
    const fix = { title: `Write “${slip.used}”`, edits: [{ span, text: slip.used }] };
    return [{ fix, settles: null, least: 2, tell: () => misstated(slip, span, [error]) }];
  });

/** The heading that adds to the built-in entity: as it is known without it, nothing says that its name is not. */
const ofBuiltIn: Suggest = (tree, { errors }) => {
  const sections = tree.points.entities?.sections ?? [];
  if (errors.length < 2 || sections.some(({ heading }) => heading.text === BUILT_IN)) return [];
  return sections.flatMap(({ heading: { text: stated, span } }): readonly Mend[] => {
    if (nearest(stated, [BUILT_IN]) === null) return [];
    const fix = { title: `Write “${BUILT_IN}”`, edits: [{ span, text: BUILT_IN }] };
    const slip = { stated, used: BUILT_IN };
    return [{ fix, settles: null, least: 2, tell: () => misstated(slip, span, errors) }];
  });
};

/** The place where a name is stated otherwise than it is used. */
export const misspelt: Suggest = (tree, wrong) => [...atUses(tree, wrong), ...ofBuiltIn(tree, wrong)];
