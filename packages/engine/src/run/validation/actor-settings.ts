import type { Settings } from '@nonet/language';
import type { Write } from '../write.ts';

/** How values are written for a reader: as the product writes them, or in the reader's own time zone. */
export interface ReaderSettings extends Settings {
  /** Whether instants have the abbreviation of their zone, which is not the product's. */
  readonly namesZone?: true;
}

/** The settings that format values for an actor: those of the actor's own region and time zone. */
export function actorSettings({ index, actor }: Pick<Write, 'index' | 'actor'>): ReaderSettings {
  const settings = inZoneOf(index.plan.settings, actor);
  return actor.locale === undefined ? settings : { ...settings, locale: actor.locale };
}

/**
 * The settings with the time zone that a reader has chosen (9, PERSONAL_TIME_ZONE). The product does not know that of
 * their device: where it says it, the product's own holds.
 */
export function inZoneOf(settings: Settings, reader: Pick<Write['actor'], 'timeZone'> | null): ReaderSettings {
  const timeZone = reader?.timeZone;
  if (settings.personalTimeZone === 'refused' || timeZone === undefined || timeZone === DEVICE_ZONE) return settings;
  return timeZone === settings.timeZone ? settings : { ...settings, timeZone, namesZone: true };
}

/** Stands for the time zone of whichever device a person uses. */
export const DEVICE_ZONE = 'device';
