export { foldText } from '../search/fold-text.ts';
export { foundParts, type FoundPart } from '../search/found-parts.ts';
export { hasTerms, searchTerms } from '../search/search-terms.ts';
