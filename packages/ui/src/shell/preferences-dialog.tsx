import { Button, Group, Select, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { client } from '../data/client.ts';
import { DEVICE, deviceTimeZone, prefer, usePreferences } from '../data/preferences.ts';
import { useProduct } from '../data/product.ts';
import { useLaterWords } from '../words/later-words.ts';
import { CATALOGUE_LANGUAGES } from '../words/words.ts';

const AS_THE_PRODUCT = '';

/**
 * The language and the time zone of this device's user, stored on the device; the time zone with the account where the
 * document lets people choose it (9).
 */
export function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const words = useLaterWords();
  const queries = useQueryClient();
  const { settings } = useProduct();
  const preferred = usePreferences();
  const [language, setLanguage] = useState(preferred.language ?? AS_THE_PRODUCT);
  const { personalTimeZone } = settings;
  const isOfAccount = personalTimeZone !== undefined;
  const [timeZone, setTimeZone] = useState((isOfAccount ? personalTimeZone : preferred.timeZone) ?? AS_THE_PRODUCT);
  const languages = [...new Set([...settings.languages, ...CATALOGUE_LANGUAGES])];
  const zones = [...new Set(['UTC', settings.timeZone, ...Intl.supportedValuesOf('timeZone')])].toSorted((one, other) =>
    one.localeCompare(other),
  );

  const save = useMutation({
    mutationFn: async () => {
      if (isOfAccount) await client.choosePreferences({ time_zone: timeZone || null });
    },
    onSuccess: () => {
      prefer({ language: language || null, timeZone: isOfAccount ? preferred.timeZone : timeZone || null });
      onClose();
      // Labels and messages come in the language that they are asked for.
      void queries.invalidateQueries();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
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
            description={isOfAccount ? words.timeZoneHint : words.preferencesHint}
            allowDeselect={false}
            searchable
            nothingFoundMessage={words.nothingFound}
            limit={100}
            data={[
              { value: AS_THE_PRODUCT, label: words.asTheProduct(settings.timeZone) },
              ...(isOfAccount ? [{ value: DEVICE, label: words.asTheDevice(deviceTimeZone()) }] : []),
              ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
            ]}
            value={timeZone}
            onChange={(chosen) => setTimeZone(chosen ?? AS_THE_PRODUCT)}
          />
          {save.error !== null && <ProblemAlert error={save.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {words.save}
            </Button>
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
