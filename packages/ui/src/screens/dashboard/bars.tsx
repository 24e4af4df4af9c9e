import { useElementSize } from '@mantine/hooks';
import { DrawnLink } from './drawn-link.tsx';
import { nice, ticks } from 'd3-array';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../data/load-part.ts';
import classes from './charts.module.css';
import type { Drawn } from './drawn.ts';
import { labellingOf } from './labels.ts';

const LyingBars = lazyPart(() => import('./lying-bars.tsx'));

const TICKS = 4;
/** The number of names that are read below each other; more of them are read from the table. */
const MOST_LYING = 12;
/** The part of the width that the numbers beside the bars take, in px (`charts.module.css`). */
const AXIS = 66;
/** From this number of places on, the points of a line would hide it. */
const DENSE = 100;

interface BarsProps {
  groups: readonly Drawn[];
  /** A line through the values instead of bars. */
  line: boolean;
  /** Values have no fractions. */
  whole: boolean;
  axis: (value: number) => string;
}

/** Values over groups, as bars or as a line, from zero on: laid out in per cent, so that it fits any width. */
export function Bars({ groups, line, whole, axis }: BarsProps) {
  const sizes = groups.map((group) => group.size ?? 0);
  const [bottom, top] = [Math.min(0, ...sizes), Math.max(0, ...sizes)];
  const [low, high] = nice(bottom, bottom === top ? 1 : top, TICKS);
  const percent = (value: number) => ((value - low) / (high - low)) * 100;
  const lines = ticks(low, high, TICKS).filter((tick) => !whole || Number.isInteger(tick));
  const { ref, width } = useElementSize();
  const [pointed, point] = useState<{ group: Drawn; left: number; bottom: number } | null>(null);
  const { form, step } = labellingOf(
    groups.map((group) => group.short),
    Math.max(0, width - AXIS),
  );
  // Names, not the steps of time, whose order is read from left to right.
  const lies =
    !line &&
    form === 'turned' &&
    groups.length <= MOST_LYING &&
    groups.every(({ label, short, isEmpty }) => label === short && !isEmpty);
  const middle = (place: number) => ((place + 0.5) / groups.length) * 100;
  // Text that is turned ends below its group.
  const labelStyle = (place: number) =>
    form === 'turned'
      ? { right: `${100 - middle(place)}%` }
      : { left: `${middle(place)}%`, width: `${100 / groups.length}%` };
  return (
    <div ref={ref}>
      {lies ? (
        <Suspense>
          <LyingBars groups={groups} percent={percent} />
        </Suspense>
      ) : (
        <div className={classes.bars} data-labels={form} data-dense={groups.length > DENSE || undefined}>
          <div className={classes.axis}>
            {lines.map((tick) => (
              <span key={tick} style={{ bottom: `${percent(tick)}%` }}>
                {axis(tick)}
              </span>
            ))}
          </div>
          <div className={classes.plot}>
            {lines.map((tick) => (
              <div key={tick} className={classes.tick} style={{ bottom: `${percent(tick)}%` }} />
            ))}
            {line && (
              <svg className={classes.line} viewBox="0 0 100 100" preserveAspectRatio="none">
                {unbroken(groups).map((points) => (
                  <polyline
                    key={points[0]?.place}
                    points={points.map(({ place, size }) => `${middle(place)},${100 - percent(size)}`).join(' ')}
                  />
                ))}
              </svg>
            )}
            {groups.map((group, place) => {
              if (group.isEmpty || group.size === null) return null;
              const [from, to] = [percent(0), percent(group.size)].toSorted((one, other) => one - other);
              return (
                <DrawnLink
                  key={group.key}
                  drawn={group}
                  onMouseEnter={() => point({ group, left: middle(place), bottom: to ?? 0 })}
                  onMouseLeave={() => point(null)}
                  className={line ? classes.dot : classes.bar}
                  style={
                    line
                      ? { left: `${middle(place)}%`, bottom: `${percent(group.size)}%` }
                      : {
                          left: `${(place / groups.length) * 100}%`,
                          width: `${100 / groups.length}%`,
                          bottom: `${from}%`,
                          height: `${(to ?? 0) - (from ?? 0)}%`,
                        }
                  }
                />
              );
            })}
            {pointed && (
              <span
                className={classes.tip}
                style={{ left: `${pointed.left}%`, bottom: `${pointed.bottom}%`, translate: `${-pointed.left}% -6px` }}
              >
                {pointed.group.label}: {pointed.group.value}
              </span>
            )}
          </div>
          <div className={classes.labels}>
            {groups.map((group, place) =>
              place % step === 0 ? (
                <span key={group.key} title={group.label} style={labelStyle(place)}>
                  {group.short}
                </span>
              ) : null,
            )}
          </div>
        </div>
      )}
    </div>
  );
}

interface Point {
  readonly place: number;
  readonly size: number;
}

/** The parts of a line: it continues through zero, and ends if there is no value. */
export function unbroken(groups: readonly Pick<Drawn, 'key' | 'size'>[]): Point[][] {
  const parts: Point[][] = [[]];
  for (const [place, { key, size }] of groups.entries()) {
    // A group without a value has no point.
    if (size === null || key === 'null') parts.push([]);
    else parts.at(-1)?.push({ place, size });
  }
  return parts.filter((points) => points.length > 0);
}
