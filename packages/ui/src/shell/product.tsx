import { Center, Container, Loader, useDirection } from '@mantine/core';
import type { ProductView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { readersForm, readersTimeZone, usePreferences } from '../data/preferences.ts';
import { ProductContext } from '../data/product.ts';
import { productQuery } from '../data/queries.ts';
import { useOneSession } from '../data/session.ts';
import { fieldParts } from '../fields/fields.ts';
import { FieldPartsContext } from '../fields/field-environment.ts';
import { createFormat, FormatContext } from '../format/format.ts';
import { fetchRepeats } from '../format/repeats.ts';
import { directionOf } from '../format/direction.ts';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { en } from '../words/en.ts';
import { fetchWords, knownWords, languageOfWords, WordsContext } from '../words/words.ts';
import { Shell } from './shell.tsx';

/** Learns what the product is, then shows it. */
export function Product() {
  const { data: product, error, refetch } = useQuery(productQuery);
  useOneSession(product && (product.user?.id ?? null));
  const settings = product?.settings;
  const preferred = usePreferences();
  const language = preferred.language ?? settings?.locale ?? navigator.language;
  const { data: fetched } = useQuery({
    queryKey: ['words', languageOfWords(language)],
    queryFn: () => fetchWords(language),
    initialData: () => knownWords(language),
    staleTime: Infinity,
    networkMode: 'always',
  });
  const repeats = product !== undefined && hasRepeats(product);
  const { data: hasWords } = useQuery({
    queryKey: ['repeats'],
    queryFn: fetchRepeats,
    enabled: repeats,
    staleTime: Infinity,
  });
  // English says what is said before the words have come.
  const words = fetched ?? en;
  const format = useMemo(
    () =>
      settings && fetched
        ? createFormat({
            ...settings,
            locale: readersForm(language, settings),
            timeZone: readersTimeZone(settings, preferred),
            productTimeZone: settings.timeZone,
          })
        : null,
    [settings, fetched, language, preferred],
  );
  const { setDirection } = useDirection();
  useEffect(() => {
    document.documentElement.lang = language;
    setDirection(directionOf(language));
  }, [language, setDirection]);
  if (!product || !fetched || (repeats && !hasWords)) {
    return (
      <WordsContext value={words}>
        {error ? (
          <Container size="xs" component="main" py="xl">
            <h1 className="visually-hidden">{words.failed}</h1>
            <ProblemAlert error={error} onRetry={() => refetch()} />
          </Container>
        ) : (
          <Center component="main" h="100vh">
            <Loader aria-label={words.loading} />
          </Center>
        )}
      </WordsContext>
    );
  }
  return (
    <WordsContext value={words}>
      <FormatContext value={format}>
        <ProductContext value={product}>
          <FieldPartsContext value={fieldParts}>
            <Shell />
          </FieldPartsContext>
        </ProductContext>
      </FormatContext>
    </WordsContext>
  );
}

/** Whether the reader may find repeating dates, whose words come for them. */
function hasRepeats({ entities }: ProductView): boolean {
  return Object.values(entities).some(({ fields }) => fields.some(({ kind }) => kind === 'recurrence'));
}
