import type { Options } from 'minisearch';

/** A section of a page, as it is searched. */
export interface Section {
  readonly id: string;
  /** The title of its page. */
  readonly page: string;
  readonly heading: string;
  readonly href: string;
  readonly text: string;
}

/** How the index is made, and how it is read. */
export const SEARCH_OPTIONS: Options<Section> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading', 'href'],
  searchOptions: { boost: { page: 4, heading: 3 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};
