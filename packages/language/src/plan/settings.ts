import { durationMicroseconds, parseDuration } from '../expression/duration.ts';
import type { Constant } from '../model/constants.ts';
import { WEEKDAYS } from '../vocabulary/weekdays.ts';
import type { Settings } from './plan.ts';

/** The constants that the product itself reads (9), each with its standard value where it is not stated. */
export function settingsOf(constants: readonly Constant[]): Settings {
  const value = (name: string): unknown => {
    const constant = constants.find((candidate) => candidate.name === name);
    return constant?.value.kind === 'literal' ? constant.value.value : undefined;
  };
  const currency = textOf(value('CURRENCY'));
  const maximumPageSize = numberOf(value('MAX_PAGE_SIZE'), 100);
  return {
    currency,
    currencyDigits: currency === null ? 2 : digitsOf(currency),
    locale: textOf(value('LOCALE')) ?? 'en',
    timeZone: textOf(value('TIME_ZONE')) ?? 'UTC',
    personalTimeZone: value('PERSONAL_TIME_ZONE') === 'allowed' ? 'allowed' : 'refused',
    personalRegion: value('PERSONAL_REGION') === 'allowed' ? 'allowed' : 'refused',
    pageSize: Math.min(numberOf(value('PAGE_SIZE'), 25), maximumPageSize),
    maximumPageSize,
    maximumUploadBytes: numberOf(value('MAX_UPLOAD'), 10_000_000),
    maximumBodyBytes: numberOf(value('MAX_BODY'), 1_000_000),
    sessionSeconds: secondsOf(value('SESSION_LENGTH'), 12 * 3600),
    loginAttempts: rateOf(value('LOGIN_ATTEMPTS'), { count: 10, seconds: 3600 }),
    sessionIdleSeconds: value('SESSION_IDLE') === undefined ? null : secondsOf(value('SESSION_IDLE'), 0),
    commonPasswords: value('COMMON_PASSWORDS') !== 'allowed' ? 'refused' : 'allowed',
    passwordLength: numberOf(value('PASSWORD_LENGTH'), 12),
    noticesKeptSeconds: secondsOf(value('NOTICES_KEPT'), 90 * 86_400),
    digestTime: textOf(value('DIGEST_TIME')) ?? '07:00',
    brandName: textOf(value('BRAND_NAME')),
    brandColour: textOf(value('BRAND_COLOUR')),
    brandLogo: textOf(value('BRAND_LOGO')),
    requests: rateOf(value('REQUESTS_PER_MINUTE'), { count: 600, seconds: 60 }),
    workingDays: listOf(value('WORKING_DAYS'))?.map((day) => WEEKDAYS.indexOf(day) + 1) ?? [1, 2, 3, 4, 5],
    holidays: listOf(value('HOLIDAYS')) ?? [],
  };
}

/** The number of minor digits of a currency (ISO 4217): 2 for EUR, 0 for JPY. */
export function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown, standard: number): number {
  return typeof value === 'number' ? value : standard;
}

function listOf(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.map(String) : null;
}

function secondsOf(value: unknown, standard: number): number {
  const duration = typeof value === 'string' ? parseDuration(value) : null;
  return duration ? durationMicroseconds(duration) / 1_000_000 : standard;
}

function rateOf(value: unknown, standard: { count: number; seconds: number }): { count: number; seconds: number } {
  if (typeof value !== 'object' || value === null || !('count' in value) || !('seconds' in value)) return standard;
  return { count: Number(value.count), seconds: Number(value.seconds) };
}
