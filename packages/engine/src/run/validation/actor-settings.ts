import { inRegion, type Settings } from '@nonet/language';
import type { Write } from '../write.ts';

/** How values are written for a reader: as the product writes them, or in the reader's own time zone. */
export interface ReaderSettings extends Settings {
  /** Whether instants have the abbreviation of their zone, which is not the product's. */
  readonly namesZone?: true;
}

/** The settings that format values for an actor: those of the actor's own region and time zone. */
export function actorSettings({ index, actor }: Pick<Write, 'index' | 'actor'>): ReaderSettings {
  const { settings } = index.plan;
  return asRead(actor.locale === undefined ? settings : { ...settings, locale: actor.locale }, actor);
}

/**
 * The settings with what a reader has chosen: the form of a region (9, PERSONAL_REGION) and a time zone (9,
 * PERSONAL_TIME_ZONE). The product does not know the zone of their device: where it says it, the product's own holds.
 */
export function asRead(settings: Settings, reader: Pick<Write['actor'], 'timeZone' | 'region'> | null): ReaderSettings {
  const region = settings.personalRegion === 'refused' ? undefined : reader?.region;
  const formed = region === undefined ? settings : { ...settings, locale: inRegion(settings.locale, region) };
  const timeZone = reader?.timeZone;
  if (settings.personalTimeZone === 'refused' || timeZone === undefined || timeZone === DEVICE_ZONE) return formed;
  return timeZone === settings.timeZone ? formed : { ...formed, timeZone, namesZone: true };
}

/** Stands for the time zone of whichever device a person uses. */
export const DEVICE_ZONE = 'device';
