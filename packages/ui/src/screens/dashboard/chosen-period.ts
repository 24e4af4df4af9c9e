import type { TileView } from '@nonet/client';
import { addMonths, monthOf } from '../../format/month.ts';
import { isDate } from '../../format/is-moment.ts';
import { addDays } from '../../format/zone.ts';
import { sumOf } from '../board/totals.ts';
import { withEmptySteps } from './steps.ts';

/** The days of a period, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The periods that are chosen by their names, as the address has them. */
export const NAMED_PERIODS = ['this-month', 'last-month', 'this-quarter', 'this-year', 'last-year'] as const;
export type NamedPeriod = (typeof NAMED_PERIODS)[number];

const MONTHS_OF_QUARTER = 3;

const DAYS: Readonly<Record<NamedPeriod, (month: string) => Days>> = {
  'this-month': (month) => monthsFrom(month, 1),
  'last-month': (month) => monthsFrom(addMonths(month, -1), 1),
  'this-quarter': (month) =>
    monthsFrom(addMonths(month, -((Number(month.slice(5)) - 1) % MONTHS_OF_QUARTER)), MONTHS_OF_QUARTER),
  'this-year': (month) => monthsFrom(`${month.slice(0, 4)}-01`, 12),
  'last-year': (month) => monthsFrom(`${Number(month.slice(0, 4)) - 1}-01`, 12),
};

function monthsFrom(month: string, count: number): Days {
  return { from: `${month}-01`, to: monthOf(addMonths(month, count - 1), 1).last };
}

export function isNamedPeriod(text: string): text is NamedPeriod {
  return NAMED_PERIODS.some((name) => name === text);
}

/** The days of a period of the address: a name, or `2026-01-15..2026-02-14`; null where it states none. */
export function daysOf(text: string | undefined, today: string): Days | null {
  if (text === undefined) return null;
  if (isNamedPeriod(text)) return DAYS[text](today.slice(0, 7));
  const [from = '', to = '', ...more] = text.split('..');
  return more.length === 0 && isDay(from) && isDay(to) && from <= to ? { from, to } : null;
}

/** A date that there is: no 31 February. */
function isDay(text: string): boolean {
  return isDate(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}

/** The same number of months before a period of whole months, else of days. */
export function daysBefore({ from, to }: Days): Days {
  const months = monthsBetween(from, to);
  if (from.endsWith('-01') && monthOf(to.slice(0, 7), 1).last === to)
    return monthsFrom(addMonths(from.slice(0, 7), -months), months);
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

function monthsBetween(from: string, to: string): number {
  const [first, last] = [from, to].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)));
  return (last ?? 0) - (first ?? 0) + 1;
}

/**
 * The part of a tile that lies in a period: whole months where the tile has months. Each month or day until today has
 * its place.
 */
export function tileIn(tile: TileView, { from, to }: Days, today: string): TileView {
  const keyOf = (day: string) => (tile.step === 'month' ? `${day.slice(0, 7)}-01` : day);
  const [first, last] = [keyOf(from), keyOf(to)];
  const groups = (tile.groups ?? []).filter(({ key }) => typeof key === 'string' && key >= first && key <= last);
  const value = tile.additive ? 0 : null;
  const present = keyOf(today);
  const ends = [first, last < present ? last : present]
    .filter((key) => groups.length > 0 && key >= first && !groups.some((group) => group.key === key))
    .map((key) => ({ key, label: key, value }));
  const all = [...groups, ...ends].toSorted((one, other) => (String(one.key) < String(other.key) ? -1 : 1));
  return {
    ...tile,
    groups: withEmptySteps({ ...tile, groups: all }),
    others: reachesBack(tile, first) ? tile.others : null,
  };
}

/** Whether some of a period is in the groups that are not listed one by one: they are before the listed ones. */
function reachesBack(tile: TileView, first: string): boolean {
  const listed = tile.groups?.find(({ key }) => key !== null);
  return tile.others !== null && (listed === undefined || first < String(listed.key));
}

/** The sum of a tile's groups in a period; null where they are not added up, or not all of them are known. */
export function totalIn(tile: TileView, days: Days): number | string | null {
  const { groups, others } = tileIn(tile, days, days.to);
  if (!tile.additive || others !== null) return null;
  const values = (groups ?? []).flatMap(({ value }) => value ?? []);
  return values.every((value) => typeof value === 'number')
    ? values.reduce((sum, value) => sum + value, 0)
    : sumOf(values.map(String));
}
