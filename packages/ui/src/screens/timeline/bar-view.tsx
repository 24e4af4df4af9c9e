import { useDraggable } from '@dnd-kit/core';
import { Anchor } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { recordAddress } from '../../data/routes.ts';
import { type Format, useFormat } from '../../format/format.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { useWords } from '../../words/words.ts';
import type { Entry } from '../calendar/entries.ts';
import { EntryText } from '../calendar/entry-view.tsx';
import { groupOf } from '../calendar/groups.ts';
import { MINUTES_A_DAY, STEP, stepped } from '../calendar/hours.ts';
import type { Edge } from '../calendar/shift.ts';
import { type Bar, extentOf } from './bars.ts';
import classes from './timeline.module.css';

/** The move of a bar: by days, by minutes where the scale has hours, or by rows; with an edge, that end of it alone. */
export interface BarMove {
  readonly days: number;
  readonly minutes?: number;
  readonly rows?: number;
  readonly edge?: Edge;
}

/** The data of what is dragged: a bar, or an end of it. */
interface DraggedBar {
  readonly entry: Entry;
  readonly edge: Edge | null;
}

export function isDraggedBar(data: object | undefined): data is DraggedBar {
  return data !== undefined && 'entry' in data && 'edge' in data;
}

interface BarViewProps {
  bar: Bar;
  /** Whether its text is behind it. */
  tooShort: boolean;
  lane: number;
  /** The width of a day in pixels, and the number of days. */
  width: number;
  length: number;
  /** Whether the scale has hours: what is moved snaps to quarters of one, else to days. */
  isByHours: boolean;
  /** 1 where time runs to the right, else -1. */
  direction: 1 | -1;
  movable: boolean;
  /** Whether it may come to another row. */
  changesRow: boolean;
  onMove: (entry: Entry, move: BarMove) => void;
}

/** A record as a bar. It is dragged by pointer, at its ends too, and moved with Shift and the arrows from the keyboard. */
export function BarView({ bar, tooShort, lane, width, length, isByHours, ...props }: BarViewProps) {
  const { direction, movable, changesRow, onMove } = props;
  const words = useWords();
  const format = useFormat();
  const { entry } = bar;
  const { source, record } = entry;
  const id = `${record.id} ${entry.from}`;
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({
    id,
    data: { entry, edge: null } satisfies DraggedBar,
    disabled: !movable && !changesRow,
  });
  const begin = useEnd(id, entry, 'from', movable && source.to !== null);
  const end = useEnd(id, entry, 'to', movable && source.to !== null && typeof record[source.to] === 'string');
  // A bar is where it would be dropped while it is dragged, too.
  const days = (x: number | undefined) => snapped((x ?? 0) / width, isByHours) * direction;
  const moved = movable ? days(transform?.x) : 0;
  const { left, width: size } = extentOf(
    { ...bar, start: bar.start + moved + days(begin.x), end: bar.end + moved + days(end.x) },
    width,
    length,
  );
  const colour = source.colour && groupOf(record, source.colour, words.notStated);
  const address = recordAddress(source.entity, record.id);

  function move(event: KeyboardEvent) {
    const step = stepOf(event, direction, isByHours);
    if (step === null || (step.rows === undefined ? !movable : !changesRow)) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(entry, step);
  }

  const help =
    movable || changesRow
      ? { 'aria-keyshortcuts': keysOf(movable, changesRow, source.to !== null), title: words.barHelp, onKeyDown: move }
      : {};
  const text = (
    <>
      <EntryText entry={entry} timed={false} />
      <span className="visually-hidden">
        {`, ${format.dates(entry.from, entry.to < entry.from ? entry.from : entry.to)}${isByHours ? timesOf(entry, format) : ''}${colour ? `, ${colour.label}` : ''}`}
      </span>
    </>
  );
  return (
    <li
      ref={setNodeRef}
      className={classes.bar}
      style={{
        '--left': `${left}px`,
        '--size': `${size}px`,
        '--lane': lane,
        ...(transform && changesRow ? { translate: `0 ${transform.y}px` } : {}),
      }}
      data-record={record.id}
      data-hue={colour?.hue ?? undefined}
      data-movable={movable || changesRow || undefined}
      data-too-short={tooShort || undefined}
      data-dragging={isDragging || begin.x !== undefined || end.x !== undefined || undefined}
      data-begins-before={bar.start < 0 || undefined}
      data-ends-after={bar.end > length || undefined}
      {...(movable || changesRow ? listeners : {})}
    >
      <span className={classes.text}>
        {address ? (
          <Anchor inherit renderRoot={(props) => <RouteLink to={address} draggable={false} {...help} {...props} />}>
            {text}
          </Anchor>
        ) : movable || changesRow ? (
          <button type="button" {...help}>
            {text}
          </button>
        ) : (
          <span>{text}</span>
        )}
      </span>
      {begin.grip}
      {end.grip}
      {source.actions.length > 0 && (
        <span className={classes.actions}>
          <RowActions small actions={source.actions} entity={source.entity} record={record} />
        </span>
      )}
    </li>
  );
}

/** “, 09:30 – 11:00”. */
function timesOf({ at, until }: Entry, format: Format): string {
  const times = [at, until].flatMap((time) => (time === null ? [] : [format.time(time)]));
  return times.length === 0 ? '' : `, ${times.join(' – ')}`;
}

/** Days as whole ones, or as quarters of an hour. */
export function snapped(days: number, isByHours: boolean): number {
  return isByHours ? stepped(days * MINUTES_A_DAY) / MINUTES_A_DAY : Math.round(days);
}

/** The end of a bar that is dragged by itself. */
function useEnd(id: string, entry: Entry, edge: Edge, movable: boolean) {
  const { setNodeRef, listeners, transform } = useDraggable({
    id: `${id} ${edge}`,
    data: { entry, edge } satisfies DraggedBar,
    disabled: !movable,
  });
  const grip = movable && <span ref={setNodeRef} className={classes.grip} data-edge={edge} {...listeners} />;
  return { x: transform?.x, grip };
}

/** The move that a key means: Shift with an arrow, and Alt as well for the end alone. */
function stepOf({ key, shiftKey, altKey }: KeyboardEvent, direction: 1 | -1, isByHours: boolean): BarMove | null {
  if (!shiftKey) return null;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const steps = (key === 'ArrowRight' ? 1 : -1) * direction;
    const by = isByHours ? { days: 0, minutes: steps * STEP } : { days: steps };
    return altKey ? { ...by, edge: 'to' } : by;
  }
  if (altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return null;
  return { days: 0, rows: key === 'ArrowDown' ? 1 : -1 };
}

function keysOf(movable: boolean, changesRow: boolean, hasEnd: boolean): string {
  return [
    ...(movable ? ['Shift+ArrowLeft', 'Shift+ArrowRight'] : []),
    ...(movable && hasEnd ? ['Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowRight'] : []),
    ...(changesRow ? ['Shift+ArrowUp', 'Shift+ArrowDown'] : []),
  ].join(' ');
}
