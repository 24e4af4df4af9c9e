import { useDraggable } from '@dnd-kit/core';
import { Anchor } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { recordAddress } from '../../data/routes.ts';
import { useFormat } from '../../format/format.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { useWords } from '../../words/words.ts';
import classes from './calendar.module.css';
import type { Entry } from './entries.ts';
import { EntryText } from './entry-view.tsx';
import { groupOf } from './groups.ts';
import { STEP, stepped, type Timed } from './hours.ts';
import type { Edge } from './shift.ts';

/** The move of an entry among hours: by columns (days, or groups) and minutes; with an edge, that of its end alone. */
export interface HourMove {
  readonly columns: number;
  readonly minutes: number;
  readonly edge?: Edge;
}

/** The data of what is dragged: an entry, or the end of it. */
interface DraggedHours {
  readonly entry: Entry;
  readonly edge: Edge | null;
  /** The key of the column that it is dragged from. */
  readonly column: string;
}

export function isDraggedHours(data: object | undefined): data is DraggedHours {
  return data !== undefined && 'entry' in data && 'edge' in data && 'column' in data;
}

interface HourEntryProps {
  timed: Timed;
  column: string;
  /** The height of an hour in pixels. */
  hour: number;
  direction: 1 | -1;
  movable: boolean;
  onMove: (entry: Entry, move: HourMove) => void;
}

const MINUTES_AN_HOUR = 60;

/** An entry at its time. It is dragged by pointer, at its end too, and moved with Shift and the arrows from the keyboard. */
export function HourEntry({ timed, column, hour, direction, movable, onMove }: HourEntryProps) {
  const words = useWords();
  const format = useFormat();
  const { entry, start, end, place, beside } = timed;
  const { source, record } = entry;
  const id = `${column} ${record.id}`;
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({
    id,
    data: { entry, edge: null, column } satisfies DraggedHours,
    disabled: !movable,
  });
  const hasEnd = source.to !== null && typeof record[source.to] === 'string';
  const {
    setNodeRef: setEnd,
    listeners: endListeners,
    transform: endMoved,
    isDragging: dragsEnd,
  } = useDraggable({
    id: `${id} to`,
    data: { entry, edge: 'to', column } satisfies DraggedHours,
    disabled: !movable || !hasEnd,
  });
  const minutes = (y: number | undefined) => stepped(((y ?? 0) / hour) * MINUTES_AN_HOUR);
  const by = minutes(transform?.y);
  const colour = source.colour && groupOf(record, source.colour, words.notStated);
  const address = recordAddress(source.entity, record.id);

  function move(event: KeyboardEvent) {
    const step = stepOf(event, direction);
    if (step === null) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(entry, step);
  }

  const help = movable ? { 'aria-keyshortcuts': keysOf(hasEnd), title: words.hourHelp, onKeyDown: move } : {};
  const until = entry.until === null || !hasEnd ? '' : ` – ${format.time(entry.until)}`;
  const text = (
    <>
      <EntryText entry={entry} />
      <span className="visually-hidden">{`${until}${colour ? `, ${colour.label}` : ''}`}</span>
    </>
  );
  return (
    <li
      ref={setNodeRef}
      className={classes.timed}
      style={{
        '--start': start + by,
        '--end': Math.max(end + by + minutes(endMoved?.y), start + by + STEP),
        '--place': place,
        '--beside': beside,
        ...(transform ? { translate: `${transform.x}px 0` } : {}),
      }}
      data-record={record.id}
      data-hue={colour?.hue ?? undefined}
      data-movable={movable || undefined}
      data-dragging={isDragging || dragsEnd || undefined}
      {...(movable ? listeners : {})}
    >
      {address ? (
        <Anchor inherit renderRoot={(props) => <RouteLink to={address} draggable={false} {...help} {...props} />}>
          {text}
        </Anchor>
      ) : movable ? (
        <button type="button" {...help}>
          {text}
        </button>
      ) : (
        <span>{text}</span>
      )}
      {movable && hasEnd && <span ref={setEnd} className={classes.timedEnd} data-edge="to" {...endListeners} />}
      {source.actions.length > 0 && (
        <span className={classes.timedActions}>
          <RowActions small actions={source.actions} entity={source.entity} record={record} />
        </span>
      )}
    </li>
  );
}

/** The move that a key means: Shift with an arrow, and Alt as well for the end alone. */
function stepOf({ key, shiftKey, altKey }: KeyboardEvent, direction: 1 | -1): HourMove | null {
  if (!shiftKey) return null;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const minutes = key === 'ArrowDown' ? STEP : -STEP;
    return altKey ? { columns: 0, minutes, edge: 'to' } : { columns: 0, minutes };
  }
  if (altKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null;
  return { columns: (key === 'ArrowRight' ? 1 : -1) * direction, minutes: 0 };
}

function keysOf(hasEnd: boolean): string {
  const keys = ['Shift+ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowLeft', 'Shift+ArrowRight'];
  return [...keys, ...(hasEnd ? ['Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown'] : [])].join(' ');
}
