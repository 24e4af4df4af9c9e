import { Table } from '@mantine/core';
import type { ColumnView } from '@nonet/client';
import { type DragEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { LEAST_WIDTH, moved } from '../data/table-layout.ts';
import classes from './record-table.module.css';
import type { TableLayoutState } from './use-table-layout.ts';

interface ColumnHeadProps {
  column: ColumnView;
  /** All columns of the table, in their order. */
  columns: readonly ColumnView[];
  isFirst: boolean;
  numeric: boolean;
  sorted: 'ascending' | 'descending' | undefined;
  /** Rearranges the columns; undefined if they can't be rearranged. */
  arrangement: TableLayoutState | undefined;
  children: ReactNode;
}

const STEP = 16;
/** The path of the column that is being dragged: the browser reveals it only when it is dropped. */
let dragged: string | null = null;

/**
 * The head of a column. It is dragged to another place, and its edge to another width; with the keyboard, Shift and an
 * arrow change its width, Ctrl with them its place. A double click on the edge makes it as wide as what it holds.
 */
export function ColumnHead({ column, columns, isFirst, numeric, sorted, arrangement, children }: ColumnHeadProps) {
  const [over, setOver] = useState(false);
  const path = column.path.join('.');
  const paths = columns.map((each) => each.path.join('.'));

  function press(event: KeyboardEvent<HTMLElement>) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!arrangement || by === undefined || !event.shiftKey || event.altKey) return;
    event.preventDefault();
    const other = paths[paths.indexOf(path) + by];
    if (event.ctrlKey || event.metaKey) {
      if (other !== undefined) arrangement.arrange(moved(paths, path, other));
    } else {
      const width = event.currentTarget.getBoundingClientRect().width;
      arrangement.resize(path, width + by * STEP);
    }
  }

  const dragging = arrangement && {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      dragged = path;
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === null || dragged === path) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDragEnd: () => (dragged = null),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (dragged !== null) arrangement.arrange(moved(paths, dragged, path));
    },
    onKeyDown: press,
    'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight Control+Shift+ArrowLeft Control+Shift+ArrowRight',
  };
  return (
    <Table.Th
      scope="col"
      data-clause={column.clause}
      data-path={path}
      data-first={isFirst || undefined}
      data-numeric={numeric || undefined}
      data-over={over || undefined}
      aria-sort={sorted}
      {...dragging}
    >
      {children}
      {arrangement && <Edge onWidth={(width) => arrangement.resize(path, width)} />}
    </Table.Th>
  );
}

/** The edge of a head, for the pointer alone: the keyboard has its own way. */
function Edge({ onWidth }: { onWidth: (width: number | null) => void }) {
  function start(event: PointerEvent<HTMLElement>) {
    const edge = event.currentTarget;
    const head = edge.closest('th');
    const table = edge.closest('table');
    if (!head || !table || event.button !== 0) return;
    event.preventDefault();
    edge.setPointerCapture(event.pointerId);
    const [from, width, whole] = [event.clientX, head.offsetWidth, table.offsetWidth];
    const toTheLeft = getComputedStyle(head).direction === 'rtl' ? -1 : 1;
    let now = width;
    // The others keep the widths that they have.
    for (const each of table.querySelectorAll<HTMLElement>('thead th')) each.style.width = `${each.offsetWidth}px`;
    table.style.tableLayout = 'fixed';
    const move = ({ clientX }: globalThis.PointerEvent) => {
      now = Math.max(LEAST_WIDTH, width + toTheLeft * (clientX - from));
      head.style.width = `${now}px`;
      table.style.width = `${whole + now - width}px`;
    };
    const end = () => {
      edge.removeEventListener('pointermove', move);
      if (now !== width) onWidth(now);
    };
    edge.addEventListener('pointermove', move);
    edge.addEventListener('lostpointercapture', end, { once: true });
  }
  return (
    <span
      className={classes.edge}
      aria-hidden
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={start}
      onDoubleClick={() => onWidth(null)}
    />
  );
}
