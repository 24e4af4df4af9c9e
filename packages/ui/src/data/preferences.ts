import type { ProductView } from '@nonet/client';
import { inRegion, readersLocale } from '@nonet/language';
import { useSyncExternalStore } from 'react';

/** The preferences of this device's user, kept here, signed in or not; null: the product's own setting. */
export interface Preferences {
  /** BCP 47. */
  readonly language: string | null;
  /** IANA. */
  readonly timeZone: string | null;
}

const KEYS = { language: 'nonet language', timeZone: 'nonet time zone' } as const;
const listeners = new Set<() => void>();
let now: Preferences | null = null;

/** The reader's preferences, which each request sends to the product. */
export function preferences(): Preferences {
  now ??= { language: kept('language', isLanguage), timeZone: kept('timeZone', isTimeZone) };
  return now;
}

export function prefer(next: Preferences): void {
  now = next;
  for (const name of ['language', 'timeZone'] as const) {
    const value = next[name];
    try {
      if (value === null) localStorage.removeItem(KEYS[name]);
      else localStorage.setItem(KEYS[name], value);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      console.info('The browser keeps no preferences: they hold until the page is left.', error);
    }
  }
  for (const listener of listeners) listener();
}

/**
 * The time zone (IANA) in which the reader reads instants: what they have chosen with their account where the document
 * lets them (9), else what this device keeps, else the product's.
 */
export function readersTimeZone(
  { timeZone, personalTimeZone }: Pick<ProductView['settings'], 'timeZone' | 'personalTimeZone'>,
  preferred: Preferences,
): string {
  if (personalTimeZone === undefined) return preferred.timeZone ?? timeZone;
  if (personalTimeZone === DEVICE) return deviceTimeZone();
  return personalTimeZone !== null && isTimeZone(personalTimeZone) ? personalTimeZone : timeZone;
}

/**
 * The locale in whose form values are written in a language: that of the region that the reader has chosen with their
 * account (9), else of what the device prefers.
 */
export function readersForm(
  language: string,
  { personalRegion }: Pick<ProductView['settings'], 'personalRegion'>,
): string {
  return personalRegion === undefined || personalRegion === null
    ? readersLocale(language, navigator.languages)
    : inRegion(language, personalRegion);
}

/** In the place of a time zone that is kept with an account: whichever the device has. */
export const DEVICE = 'device';

export function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function usePreferences(): Preferences {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, preferences);
}

function kept(name: keyof Preferences, isOne: (value: string) => boolean): string | null {
  try {
    const value = localStorage.getItem(KEYS[name]);
    return value !== null && isOne(value) ? value : null;
  } catch (error) {
    // A browser that lets nothing be kept.
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}

function isLanguage(value: string): boolean {
  return succeeds(() => new Intl.Locale(value));
}

function isTimeZone(value: string): boolean {
  return succeeds(() => new Intl.DateTimeFormat('en', { timeZone: value }));
}

function succeeds(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
