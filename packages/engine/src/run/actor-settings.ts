import type { Settings } from '@nonet/language';
import type { Write } from './write.ts';

/** The settings by which values stand in what somebody reads: in the way of their own region. */
export function actorSettings({ index, actor }: Pick<Write, 'index' | 'actor'>): Settings {
  const { settings } = index.plan;
  return actor.locale === undefined ? settings : { ...settings, locale: actor.locale };
}
