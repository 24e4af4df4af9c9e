import { Button, Group, Select, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { inRegion, readersLocale, regions } from '@nonet/language';
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
 * The language and the time zone of this device's user, stored on the device; the time zone and the region of formats with
 * the account where the document lets people choose them (9).
 */
export function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const words = useLaterWords();
  const queries = useQueryClient();
  const { settings } = useProduct();
  const preferred = usePreferences();
  const [language, setLanguage] = useState(preferred.language ?? AS_THE_PRODUCT);
  const { personalTimeZone, personalRegion } = settings;
  const isOfAccount = personalTimeZone !== undefined;
  const [timeZone, setTimeZone] = useState((isOfAccount ? personalTimeZone : preferred.timeZone) ?? AS_THE_PRODUCT);
  const [region, setRegion] = useState(personalRegion ?? AS_THE_PRODUCT);
  const wordsIn = language || settings.locale;
  const form = region === AS_THE_PRODUCT ? readersLocale(wordsIn, navigator.languages) : inRegion(wordsIn, region);
  const languages = [...new Set([...settings.languages, ...CATALOGUE_LANGUAGES])];
  const zones = [...new Set(['UTC', settings.timeZone, ...Intl.supportedValuesOf('timeZone')])].toSorted((one, other) =>
    one.localeCompare(other),
  );

  const save = useMutation({
    mutationFn: async () => {
      const chosen = {
        ...(isOfAccount && { time_zone: timeZone || null }),
        ...(personalRegion !== undefined && { region: region || null }),
      };
      if (Object.keys(chosen).length > 0) await client.choosePreferences(chosen);
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
    <Dialog onClose={onClose} title={words.languageAndRegion} closeButtonProps={{ 'aria-label': words.cancel }}>
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
          {personalRegion !== undefined && (
            <Select
              label={words.region}
              description={`${words.regionHint} ${exampleOf(form)}`}
              allowDeselect={false}
              searchable
              nothingFoundMessage={words.nothingFound}
              limit={100}
              data={[{ value: AS_THE_PRODUCT, label: words.asTheBrowser }, ...namedRegions(wordsIn)]}
              value={region}
              onChange={(chosen) => setRegion(chosen ?? AS_THE_PRODUCT)}
            />
          )}
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

/** Countries and territories by their names in a language. */
function namedRegions(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return regions()
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
}

/** A date and a number as a locale writes them. */
function exampleOf(locale: string): string {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' });
  return `${date.format(Date.UTC(2026, 11, 31))} · ${new Intl.NumberFormat(locale).format(12_345.6)}`;
}

/** A language in its own words: "Nederlands". */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
