import { useDraggable } from '@dnd-kit/core';
import { Anchor } from '@mantine/core';
import { Fragment, type KeyboardEvent } from 'react';
import { valueAt } from '../../data/columns.ts';
import { recordAddress } from '../../data/routes.ts';
import { DAYS_BY_KEY } from '../../format/day-keys.ts';
import { formatValue, useFormat } from '../../format/format.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { useWords } from '../../words/words.ts';
import classes from './calendar.module.css';
import type { Entry } from './entries.ts';

interface EntryViewProps {
  entry: Entry;
  /** The number of days of its week that it covers from here on. */
  days: number;
  movable: boolean;
  onShift: (entry: Entry, days: number) => void;
}

/** An entry where it begins in a week. It is dragged by pointer, and moved with Shift and the arrows from the keyboard. */
export function EntryView({ entry, days, movable, onShift }: EntryViewProps) {
  const words = useWords();
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `${entry.record.id} ${entry.from}`,
    data: { entry },
    disabled: !movable,
  });
  const text = <EntryText entry={entry} />;
  const address = recordAddress(entry.source.entity, entry.record.id);

  function move(event: KeyboardEvent) {
    const by = DAYS_BY_KEY[event.key];
    if (!movable || !event.shiftKey || by === undefined) return;
    event.preventDefault();
    onShift(entry, by);
  }

  const help = movable
    ? { 'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight', title: words.shiftHelp, onKeyDown: move }
    : {};
  return (
    <span
      ref={setNodeRef}
      className={classes.label}
      style={{ width: `calc(${days * 100}% - 10px)` }}
      data-record={entry.record.id}
      data-movable={movable || undefined}
      data-dragging={isDragging || undefined}
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
      {entry.source.actions.length > 0 && (
        <RowActions small actions={entry.source.actions} entity={entry.source.entity} record={entry.record} />
      )}
    </span>
  );
}

/** An entry on its way to another day. */
export function DraggedEntry({ entry }: Pick<EntryViewProps, 'entry'>) {
  return (
    <span className={classes.dragged}>
      <EntryText entry={entry} />
    </span>
  );
}

interface EntryTextProps extends Pick<EntryViewProps, 'entry'> {
  /** Whether it begins with the time of day. */
  timed?: boolean;
}

/** Its columns' values, with its time of day where it has one; its title where they are all empty. */
export function EntryText({ entry: { record, source, at }, timed = true }: EntryTextProps) {
  const format = useFormat();
  const shown = source.columns
    .map((column) => ({ column, text: formatValue(format, column.field, valueAt(record, column.path)) }))
    .filter(({ text }) => text !== '');
  return (
    <>
      {timed && at !== null && <span className={classes.at}>{format.time(at)} </span>}
      {shown.length === 0 && <bdi>{record._title}</bdi>}
      {shown.map(({ column, text }, place) => (
        <Fragment key={column.path.join('.')}>
          {place > 0 && ' · '}
          <bdi data-clause={column.clause}>{text}</bdi>
        </Fragment>
      ))}
    </>
  );
}
