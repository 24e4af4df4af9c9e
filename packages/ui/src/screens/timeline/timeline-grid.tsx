import { useDroppable } from '@dnd-kit/core';
import { useDirection } from '@mantine/core';
import { type CSSProperties, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatValue, useFormat } from '../../format/format.ts';
import { valueAt } from '../../data/columns.ts';
import { PersonMark } from '../../parts/person-mark.tsx';
import { useProduct } from '../../data/product.ts';
import type { Entry } from '../calendar/entries.ts';
import { useNow } from '../calendar/hour-grid.tsx';
import { MINUTES_A_DAY } from '../calendar/hours.ts';
import { isMovable } from '../calendar/use-shift.ts';
import { type Bar, barOf, isTooShort, packed } from './bars.ts';
import { type BarMove, BarView } from './bar-view.tsx';
import type { Row } from '../calendar/rows.ts';
import { daysFrom, type Scale, type Stretch, type Zoom } from './scale.ts';
import classes from './timeline.module.css';

interface TimelineGridProps {
  caption: string;
  zoom: Zoom;
  scale: Scale;
  /** The day that is brought into sight. */
  day: string;
  today: string;
  rows: readonly Row[];
  /** Whether the rows have names. */
  named: boolean;
  changesRow: boolean;
  onMove: (entry: Entry, row: Row, move: BarMove) => void;
  /** Told how wide a day is, to read drags. */
  onWidth: (width: number) => void;
}

/** The width of the names of the rows, as the style sheet has it. */
const NAMES = 160;
/** The opened day is that far from the begin of what is in sight. */
const LEAD = 0.15;
/** A day by hours begins in sight at 7. */
const MORNING = 7 / 24;

/** Records as bars over days. It scrolls both ways; its head and the names of its rows stay. */
export function TimelineGrid(props: TimelineGridProps) {
  const { caption, zoom, scale, day, today, rows, named, changesRow, onMove, onWidth } = props;
  const format = useFormat();
  const { settings } = useProduct();
  const { dir } = useDirection();
  const direction = dir === 'rtl' ? -1 : 1;
  const frame = useRef<HTMLElement>(null);
  const room = useRoom(frame);
  const width = Math.max(scale.minimum, (room - (named ? NAMES : 0)) / scale.length);
  const holidays = new Set(settings.holidays);
  const isByHours = zoom === 'hours';
  const now = useNow(format.timeZone, isByHours && today >= scale.first && today <= scale.last);
  // Else in the middle of today.
  const nowAt = daysFrom(scale.first, today) + (isByHours && now !== null ? now / MINUTES_A_DAY : 0.5);
  const isNow = ({ from, hour, start, length }: Stretch) =>
    hour === undefined
      ? from <= today && daysFrom(from, today) < length
      : now !== null && start <= nowAt && nowAt < start + length;
  const isOff = (date: string) =>
    (zoom === 'days' || isByHours) && (holidays.has(date) || !settings.workingDays.includes(isoWeekday(date)));

  useLayoutEffect(() => {
    onWidth(width);
  }, [onWidth, width]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || room === 0) return;
    const start = !isByHours
      ? daysFrom(scale.first, day)
      : day === today
        ? nowAt
        : daysFrom(scale.first, day) + MORNING;
    const target = start * width - (element.clientWidth - (named ? NAMES : 0)) * LEAD;
    element.scrollLeft = Math.max(target, 0) * direction;
    // Only another day or scale scrolls, and no change of the width.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [scale.first, zoom, day, room === 0]);

  return (
    <section
      ref={frame}
      className={classes.frame}
      aria-label={caption}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard
      tabIndex={0}
      data-named={named || undefined}
      style={{ '--day': `${width}px`, '--length': scale.length }}
    >
      <div className={classes.sheet}>
        <div className={classes.head} aria-hidden>
          <div className={classes.line}>
            {scale.above.map((stretch) => (
              <span key={stretch.from} className={classes.above} style={placeOf(stretch.start, stretch.length)}>
                <span>
                  {isByHours
                    ? `${format.weekday(stretch.from)} ${format.date(stretch.from)}`
                    : zoom === 'months'
                      ? stretch.from.slice(0, 4)
                      : format.month(stretch.from)}
                </span>
              </span>
            ))}
          </div>
          <div className={classes.line}>
            {scale.units.map((unit) => (
              <span
                key={unit.start}
                className={classes.unit}
                style={placeOf(unit.start, unit.length)}
                data-today={isNow(unit) || undefined}
                data-off={isOff(unit.from) || undefined}
              >
                {unit.hour !== undefined ? (
                  format.hour(String(unit.hour).padStart(2, '0'))
                ) : zoom === 'months' ? (
                  format.shortMonth(unit.from)
                ) : zoom === 'weeks' ? (
                  format.dayOfMonth(unit.from)
                ) : (
                  <>
                    <small>{format.weekdayLetter(unit.from)}</small>
                    {Number(unit.from.slice(8))}
                  </>
                )}
              </span>
            ))}
          </div>
        </div>
        <div className={classes.lines} aria-hidden>
          {scale.units.map((unit) => (
            <i key={unit.start} style={placeOf(unit.start, unit.length)} data-off={isOff(unit.from) || undefined} />
          ))}
          {today >= scale.first && today <= scale.last && <i className={classes.today} style={placeOf(nowAt, 0)} />}
        </div>
        {rows.map((row) => (
          <RowView
            key={row.group.key ?? ''}
            row={row}
            named={named}
            scale={scale}
            width={width}
            isByHours={isByHours}
            direction={direction}
            changesRow={changesRow}
            onMove={(entry, move) => onMove(entry, row, move)}
          />
        ))}
      </div>
    </section>
  );
}

/** The width of the frame, known before it is first painted; 0 until then. */
function useRoom(frame: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setRoom(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return room;
}

interface RowViewProps extends Pick<TimelineGridProps, 'scale' | 'named' | 'changesRow'> {
  row: Row;
  width: number;
  isByHours: boolean;
  direction: 1 | -1;
  onMove: (entry: Entry, move: BarMove) => void;
}

function RowView({ row, named, scale, width, isByHours, direction, changesRow, onMove }: RowViewProps) {
  const format = useFormat();
  const id = useId();
  const { setNodeRef, isOver } = useDroppable({ id: row.group.key ?? '', disabled: !changesRow });
  const textOf = ({ entry: { record, source } }: Bar): string =>
    source.columns
      .map((column) => formatValue(format, column.field, valueAt(record, column.path)))
      .filter((text) => text !== '')
      .join(' · ') || record._title;
  const lanes = packed(
    row.entries.map((entry) => barOf(entry, scale)),
    width,
    scale.length,
    textOf,
  );
  const isPerson = row.entries[0]?.source.rows?.entity === 'User';
  return (
    <section
      ref={setNodeRef}
      className={classes.row}
      data-over={isOver || undefined}
      {...(named ? { 'aria-labelledby': id } : {})}
    >
      {named && (
        <h3 id={id} className={classes.name} data-none={row.group.key === null || undefined}>
          {isPerson && row.group.key !== null && <PersonMark id={row.group.key} name={row.group.label} />}
          <bdi>{row.group.label}</bdi>
        </h3>
      )}
      <ul className={classes.track} style={{ '--lanes': Math.max(lanes.length, 1) }}>
        {lanes.flatMap((lane, place) =>
          lane.map((bar) => (
            <BarView
              key={`${bar.entry.record.id} ${bar.entry.source.entity.name}`}
              bar={bar}
              tooShort={isTooShort(bar, width, scale.length, textOf(bar))}
              lane={place}
              width={width}
              isByHours={isByHours}
              length={scale.length}
              direction={direction}
              movable={isMovable(bar.entry.source)}
              changesRow={changesRow}
              onMove={onMove}
            />
          )),
        )}
      </ul>
    </section>
  );
}

function placeOf(start: number, length: number): CSSProperties {
  return { '--start': start, '--span': length };
}

const WEEK = 7;

/** Monday 1 to Sunday 7. */
function isoWeekday(date: string): number {
  return ((new Date(`${date}T00:00:00Z`).getUTCDay() + WEEK - 1) % WEEK) + 1;
}
