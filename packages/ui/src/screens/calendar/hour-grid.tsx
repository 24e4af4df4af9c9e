import { DndContext, type DragEndEvent, pointerWithin, useDroppable } from '@dnd-kit/core';
import { useDirection } from '@mantine/core';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useFormat } from '../../format/format.ts';
import { toLocal } from '../../format/zone.ts';
import { droppedOn, measuring, useDragSensors } from '../../parts/use-drag-sensors.ts';
import { useWords } from '../../words/words.ts';
import classes from './calendar.module.css';
import type { Entry } from './entries.ts';
import { EntryView } from './entry-view.tsx';
import { type Group, groupOf } from './groups.ts';
import { HourEntry, type HourMove, isDraggedHours } from './hour-entry.tsx';
import { MINUTES_A_DAY, minutesOf, stepped, timedOn, timeOf } from './hours.ts';
import { isMovable, type Shift } from './use-shift.ts';

/** A day, or what one of the groups has on it. */
export interface HourColumn {
  readonly key: string;
  readonly day: string;
  readonly group: Group | null;
  readonly label: string;
  readonly entries: readonly Entry[];
}

/** A free time that was chosen, in minutes of its day. */
export interface FreeTime {
  readonly column: HourColumn;
  readonly start: number;
  readonly end: number;
}

interface HourGridProps {
  caption: string;
  columns: readonly HourColumn[];
  today: string;
  busy: boolean;
  onShift: (shift: Shift) => void;
  /** Undefined if nobody creates anything here. */
  onCreate: ((time: FreeTime) => void) | undefined;
}

/** The height of an hour in pixels, as the style sheet has it. */
const HOUR = 44;
const MINUTES_AN_HOUR = 60;
/** The hour that is in sight at first. */
const FIRST_HOUR = 7;
const MINUTE_MILLISECONDS = 60_000;
/** A drag over a free time is one from so many minutes on; what is shorter is a click, and means an hour. */
const SHORTEST_DRAG = 15;

/** Days, or groups of a day, with their hours. Entries of whole days are above them. */
export function HourGrid({ caption, columns, today, busy, onShift, onCreate }: HourGridProps) {
  const words = useWords();
  const format = useFormat();
  const { dir } = useDirection();
  const direction = dir === 'rtl' ? -1 : 1;
  const sensors = useDragSensors();
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (frame.current) frame.current.scrollTop = FIRST_HOUR * HOUR - HOUR / 3;
  }, []);

  function move(entry: Entry, from: HourColumn, { columns: by, minutes, edge }: HourMove) {
    const target = columns[columns.indexOf(from) + by];
    if (by !== 0 && target === undefined) return;
    shift(entry, from, target ?? from, minutes, edge);
  }

  function shift(entry: Entry, from: HourColumn, to: HourColumn, minutes: number, edge: HourMove['edge']) {
    const days = Math.round((Date.parse(to.day) - Date.parse(from.day)) / (MINUTES_A_DAY * MINUTE_MILLISECONDS));
    const row = to.group !== null && to.group.key !== from.group?.key ? to.group : null;
    if (days === 0 && minutes === 0 && row === null) return;
    onShift({ entry, days, minutes, ...(edge ? { edge } : {}), ...(row ? { row } : {}) });
  }

  function drop(event: DragEndEvent) {
    const { active, delta } = event;
    const dragged = active.data.current;
    if (!isDraggedHours(dragged)) return;
    const { entry, edge, column } = dragged;
    const from = columns.find(({ key }) => key === column);
    const over = edge === null ? droppedOn(event) : column;
    const to = columns.find(({ key }) => key === over);
    if (from) shift(entry, from, to ?? from, stepped((delta.y / HOUR) * MINUTES_AN_HOUR), edge ?? undefined);
  }

  return (
    <DndContext
      sensors={sensors}
      measuring={measuring}
      collisionDetection={pointerWithin}
      onDragEnd={drop}
      accessibility={{ screenReaderInstructions: { draggable: words.hourHelp } }}
    >
      <section
        ref={frame}
        className={classes.hours}
        style={{ '--columns': columns.length }}
        aria-label={caption}
        aria-busy={busy || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard
        tabIndex={0}
      >
        <div className={classes.hourHead}>
          <span />
          {columns.map((column) => (
            <div key={column.key} data-today={(column.group === null && column.day === today) || undefined}>
              <h3 aria-current={column.day === today ? 'date' : undefined}>
                <bdi>{column.label}</bdi>
              </h3>
              {column.entries
                .filter(({ at, from, to }) => at === null && from <= column.day && column.day <= to)
                .map((entry) => (
                  <WholeDay key={`${entry.source.entity.name} ${entry.record.id}`} entry={entry} />
                ))}
            </div>
          ))}
        </div>
        <div className={classes.hourBody}>
          <div className={classes.gutter} aria-hidden>
            {Array.from({ length: MINUTES_A_DAY / MINUTES_AN_HOUR }, (_, hour) => (
              <span key={hour}>{format.time(timeOf(hour * MINUTES_AN_HOUR))}</span>
            ))}
          </div>
          {columns.map((column) => (
            <Column
              key={column.key}
              column={column}
              today={today}
              direction={direction}
              onMove={(entry, by) => move(entry, column, by)}
              onCreate={onCreate}
            />
          ))}
        </div>
      </section>
    </DndContext>
  );
}

function WholeDay({ entry }: { entry: Entry }) {
  const words = useWords();
  const colour = entry.source.colour && groupOf(entry.record, entry.source.colour, words.notStated);
  return (
    <div className={classes.entry} data-starts data-ends data-hue={colour?.hue ?? undefined}>
      <EntryView entry={entry} days={1} movable={false} onShift={() => undefined} />
    </div>
  );
}

interface ColumnProps extends Pick<HourGridProps, 'today' | 'onCreate'> {
  column: HourColumn;
  direction: 1 | -1;
  onMove: (entry: Entry, move: HourMove) => void;
}

function Column({ column, today, direction, onMove, onCreate }: ColumnProps) {
  const format = useFormat();
  const { setNodeRef, isOver } = useDroppable({ id: column.key });
  const now = useNow(format.timeZone, column.day === today);
  const [drawn, setDrawn] = useState<{ start: number; end: number } | null>(null);

  /** A time is chosen with the mouse; a finger scrolls, and chooses an hour by a tap. */
  function choose(event: PointerEvent<HTMLElement>) {
    if (!onCreate || event.target !== event.currentTarget || event.button !== 0) return;
    const element = event.currentTarget;
    const minutesAt = (y: number) => ((y - element.getBoundingClientRect().top) / HOUR) * MINUTES_AN_HOUR;
    const from = minutesAt(event.clientY);
    const spanTo = (y: number) => {
      const [start, end] = [from, minutesAt(y)].toSorted((one, other) => one - other);
      return { start: Math.max(stepped(start ?? 0), 0), end: Math.min(stepped(end ?? 0), MINUTES_A_DAY) };
    };
    const ends = new AbortController();
    const { signal } = ends;
    if (event.pointerType === 'mouse')
      window.addEventListener('pointermove', ({ clientY }) => setDrawn(spanTo(clientY)), { signal });
    window.addEventListener('pointercancel', () => stop(), { signal });
    window.addEventListener(
      'pointerup',
      ({ clientY }) => {
        stop();
        const span = spanTo(clientY);
        const hour = Math.floor(from / 30) * 30;
        const isDrag = span.end - span.start >= SHORTEST_DRAG && event.pointerType === 'mouse';
        onCreate?.({ column, ...(isDrag ? span : { start: hour, end: Math.min(hour + 60, MINUTES_A_DAY) }) });
      },
      { signal },
    );
    function stop() {
      ends.abort();
      setDrawn(null);
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- by keyboard, the screen's own button creates
    <ul
      ref={setNodeRef}
      className={classes.column}
      aria-label={column.label}
      data-column={column.key}
      data-creates={onCreate !== undefined || undefined}
      data-over={isOver || undefined}
      onPointerDown={choose}
    >
      {timedOn(column.entries, column.day).map((timed) => (
        <HourEntry
          key={`${timed.entry.source.entity.name} ${timed.entry.record.id}`}
          timed={timed}
          column={column.key}
          hour={HOUR}
          direction={direction}
          movable={isMovable(timed.entry.source)}
          onMove={onMove}
        />
      ))}
      {drawn && <li className={classes.drawn} style={{ '--start': drawn.start, '--end': drawn.end }} aria-hidden />}
      {now !== null && <li className={classes.now} style={{ '--start': now }} aria-hidden />}
    </ul>
  );
}

/** The minute of the day on the product's clocks; null if it is not shown. */
export function useNow(timeZone: string, isShown: boolean): number | null {
  const read = () => minutesOf(toLocal(new Date().toISOString(), timeZone).slice(11, 16));
  const [now, setNow] = useState(read);
  useEffect(() => {
    if (!isShown) return;
    const ticking = setInterval(() => setNow(read()), MINUTE_MILLISECONDS);
    return () => clearInterval(ticking);
  });
  return isShown ? now : null;
}
