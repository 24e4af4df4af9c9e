import { useElementSize } from '@mantine/hooks';
import { nice, ticks } from 'd3-array';
import { useState } from 'react';
import { unbroken } from '../../dashboard/bars.tsx';
import charts from '../../dashboard/charts.module.css';
import { DrawnLink } from '../../dashboard/drawn-link.tsx';
import type { Drawn } from '../../dashboard/drawn.ts';
import { labellingOf } from '../../dashboard/labels.ts';
import classes from './series.module.css';

/** So many series are told apart, by their filling or their dashes and points as well as by their colour. */
export const MOST_SERIES = 6;
const TICKS = 4;
/** The part of the width that the numbers beside the plot take, in px (`charts.module.css`). */
const AXIS = 66;
/** The part of a group's width that its bars take, in per cent. */
const FILLED = 80;

interface SeriesProps {
  /** All of them over the same groups. */
  series: readonly { readonly key: string; readonly name: string; readonly groups: readonly Drawn[] }[];
  /** Lines through the values instead of bars. */
  line: boolean;
  /** Values have no fractions. */
  whole: boolean;
  axis: (value: number) => string;
}

/** Several series over the same groups, with their legend: bars beside each other, or lines. */
export function Series({ series, line, whole, axis }: SeriesProps) {
  const sizes = series.flatMap(({ groups }) => groups.map(({ size }) => size ?? 0));
  const [bottom, top] = [Math.min(0, ...sizes), Math.max(0, ...sizes)];
  const [low, high] = nice(bottom, bottom === top ? 1 : top, TICKS);
  const percent = (value: number) => ((value - low) / (high - low)) * 100;
  const levels = ticks(low, high, TICKS).filter((tick) => !whole || Number.isInteger(tick));
  const { ref, width } = useElementSize();
  const [pointed, point] = useState<{ words: string; left: number; bottom: number } | null>(null);
  const [first] = series;
  const places = first?.groups ?? [];
  const { form, step } = labellingOf(
    places.map(({ short }) => short),
    Math.max(0, width - AXIS),
  );
  const room = 100 / Math.max(1, places.length);
  const middle = (place: number) => (place + 0.5) * room;
  const barWidth = (room * FILLED) / 100 / series.length;
  const labelStyle = (place: number) =>
    form === 'turned' ? { right: `${100 - middle(place)}%` } : { left: `${middle(place)}%`, width: `${room}%` };
  return (
    <div ref={ref}>
      <ul className={classes.legend}>
        {series.map(({ key, name }, at) => (
          <li key={key}>
            {line ? (
              <svg className={classes.sample} data-series={at} viewBox="0 0 28 10">
                <line x1="0" x2="28" y1="5" y2="5" />
              </svg>
            ) : (
              <span className={classes.swatch} data-series={at} />
            )}
            {line && <span className={classes.mark} data-series={at} />}
            {name}
          </li>
        ))}
      </ul>
      <div className={charts.bars} data-labels={form}>
        <div className={charts.axis}>
          {levels.map((tick) => (
            <span key={tick} style={{ bottom: `${percent(tick)}%` }}>
              {axis(tick)}
            </span>
          ))}
        </div>
        <div className={charts.plot}>
          {levels.map((tick) => (
            <div key={tick} className={charts.tick} style={{ bottom: `${percent(tick)}%` }} />
          ))}
          {line && (
            <svg className={classes.lines} viewBox="0 0 100 100" preserveAspectRatio="none">
              {series.map(({ key, groups }, at) =>
                unbroken(groups).map((points) => (
                  <polyline
                    key={`${key} ${points[0]?.place}`}
                    data-series={at}
                    points={points.map(({ place, size }) => `${middle(place)},${100 - percent(size)}`).join(' ')}
                  />
                )),
              )}
            </svg>
          )}
          {series.map(({ key, name, groups }, at) =>
            groups.map((group, place) => {
              if (group.isEmpty || group.size === null) return null;
              const left = line ? middle(place) : place * room + (room * (100 - FILLED)) / 200 + at * barWidth;
              const [from = 0, to = 0] = [percent(0), percent(group.size)].toSorted((one, other) => one - other);
              const center = line ? left : left + barWidth / 2;
              return (
                <DrawnLink
                  key={`${key} ${group.key}`}
                  drawn={group}
                  onMouseEnter={() =>
                    point({ words: `${group.label}, ${name}: ${group.value}`, left: center, bottom: to })
                  }
                  onMouseLeave={() => point(null)}
                  className={line ? classes.point : classes.bar}
                  style={
                    line
                      ? { left: `${left}%`, bottom: `${percent(group.size)}%` }
                      : { left: `${left}%`, width: `${barWidth}%`, bottom: `${from}%`, height: `${to - from}%` }
                  }
                >
                  <span className={line ? classes.mark : classes.fill} data-series={at} />
                </DrawnLink>
              );
            }),
          )}
          {pointed && (
            <span
              className={charts.tip}
              style={{ left: `${pointed.left}%`, bottom: `${pointed.bottom}%`, translate: `${-pointed.left}% -6px` }}
            >
              {pointed.words}
            </span>
          )}
        </div>
        <div className={charts.labels}>
          {places.map((group, place) =>
            place % step === 0 ? (
              <span key={group.key} title={group.label} style={labelStyle(place)}>
                {group.short}
              </span>
            ) : null,
          )}
        </div>
      </div>
    </div>
  );
}
