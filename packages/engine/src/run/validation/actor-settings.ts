import type { Settings } from '@nonet/language';
import type { Write } from '../write.ts';

/** The settings that format values for an actor: those of the actor's own region. */
export function actorSettings({ index, actor }: Pick<Write, 'index' | 'actor'>): Settings {
  const { settings } = index.plan;
  return actor.locale === undefined ? settings : { ...settings, locale: actor.locale };
}
