import { Button, Group, Select, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { prefer, usePreferences } from '../data/preferences.ts';
import { useProduct } from '../data/product.ts';
import { CATALOGUE_LANGUAGES, useWords } from '../words/words.ts';

const AS_THE_PRODUCT = '';

/** The language and the time zone of this device's user, stored on the device. */
export function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const queries = useQueryClient();
  const { settings } = useProduct();
  const preferred = usePreferences();
  const [language, setLanguage] = useState(preferred.language ?? AS_THE_PRODUCT);
  const [timeZone, setTimeZone] = useState(preferred.timeZone ?? AS_THE_PRODUCT);
  const languages = [...new Set([...settings.languages, ...CATALOGUE_LANGUAGES])];
  const zones = [...new Set(['UTC', settings.timeZone, ...Intl.supportedValuesOf('timeZone')])].toSorted((one, other) =>
    one.localeCompare(other),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    prefer({ language: language || null, timeZone: timeZone || null });
    onClose();
    // Labels and messages come in the language that they are asked for.
    void queries.invalidateQueries();
  }

  return (
    <Dialog onClose={onClose} title={words.languageAndTime} closeButtonProps={{ 'aria-label': words.cancel }}>
      <form onSubmit={submit}>
        <Stack>
          <Select
            label={words.language}
            allowDeselect={false}
            data-autofocus
            data={[
              { value: AS_THE_PRODUCT, label: words.asTheBrowser },
              ...languages.map((each) => ({ value: each, label: nameOf(each) })),
            ]}
            value={language}
            onChange={(chosen) => setLanguage(chosen ?? AS_THE_PRODUCT)}
          />
          <Select
            label={words.timeZone}
            description={words.preferencesHint}
            allowDeselect={false}
            searchable
            nothingFoundMessage={words.nothingFound}
            limit={100}
            data={[
              { value: AS_THE_PRODUCT, label: words.asTheProduct(settings.timeZone) },
              ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
            ]}
            value={timeZone}
            onChange={(chosen) => setTimeZone(chosen ?? AS_THE_PRODUCT)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit">{words.save}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** A language in its own words: "Nederlands". */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
