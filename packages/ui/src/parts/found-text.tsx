import { createContext, lazy, Suspense, use } from 'react';

/** The search whose words are marked in the texts of a list; undefined if there is none. */
export const SearchContext = createContext<string | undefined>(undefined);

const MarkedText = lazy(async () => ({ default: (await import('./marked-text.tsx')).MarkedText }));

/** A text; in a list that is searched, with marks where it holds what is searched. */
export function FoundText({ text }: { text: string }) {
  const search = use(SearchContext);
  if (search === undefined || search === '') return text;
  return (
    <Suspense fallback={text}>
      <MarkedText text={text} search={search} />
    </Suspense>
  );
}
