export {
  AUDIENCES,
  type Difference,
  type DifferenceAudience,
  type DifferenceEffect,
  type DifferenceKind,
  EFFECTS,
} from '../difference/difference.ts';
export { changedGivenFunctions } from '../difference/kinds/given-functions.ts';
export { differencesOf } from '../difference/differences-of.ts';
export { renderDifferencesMarkdown } from '../difference/render/markdown.ts';
export { renderDifferencesSarif } from '../difference/render/sarif.ts';
export { groupDifferences } from '../difference/render/words.ts';
export { renderDifferences } from '../difference/render/text.ts';
export { type DifferencesReport, type NamedPlan, reportDifferences } from '../difference/report.ts';
