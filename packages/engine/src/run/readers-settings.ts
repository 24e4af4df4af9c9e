import type { Settings } from '@nonet/language';
import type { Write } from './write.ts';

/** The settings by which values stand in what somebody is told: in the way of their own region. */
export function readersSettings({ index, reader }: Pick<Write, 'index' | 'reader'>): Settings {
  const { settings } = index.plan;
  return reader.locale === undefined ? settings : { ...settings, locale: reader.locale };
}
