import { parseDuration } from '../expression/duration.ts';

/** `P90D` → `90 days`. */
export function durationWords(value: string): string {
  const duration = parseDuration(value);
  if (duration === null) return value;
  const { months, days, microseconds } = duration;
  const seconds = microseconds / 1_000_000;
  const parts: readonly (readonly [number, string])[] = [
    [months, 'month'],
    [days, 'day'],
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor((seconds % 3600) / 60), 'minute'],
    [seconds % 60, 'second'],
  ];
  const words = parts
    .filter(([count]) => count !== 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
  return words.length === 0 ? '0 days' : words.join(' ');
}
