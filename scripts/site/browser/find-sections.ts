import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS, type Section } from '../search-options.ts';

/** The sections that are shown at most. */
const MOST = 12;

type Found = Pick<Section, 'page' | 'heading' | 'href'>;

let fetched: Promise<MiniSearch<Section>> | null = null;

/** The sections in which all of the words are found, the best first. */
export async function findSections(root: URL, words: string): Promise<readonly Found[]> {
  fetched ??= fetchIndex(root);
  // An index that could not be fetched is fetched again for the next words.
  const index = await fetched.catch((error: unknown) => {
    fetched = null;
    throw error;
  });
  const found = index.search(words).slice(0, MOST);
  return found.map(({ page, heading, href }) => ({
    page: String(page),
    heading: String(heading),
    href: String(href),
  }));
}

async function fetchIndex(root: URL): Promise<MiniSearch<Section>> {
  const answer = await fetch(new URL('search.json', root));
  if (!answer.ok) throw new Error(answer.statusText);
  return MiniSearch.loadJSON(await answer.text(), SEARCH_OPTIONS);
}
