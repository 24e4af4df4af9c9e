import { Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { RecordView } from '@nonet/client';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import classes from './record-table.module.css';

/** The height of every row (as in `.endless`), and where rows are lower; on a narrow screen each has its own. */
const ROW_HEIGHT = { normal: 41, dense: 31 };
const OVERSCAN = 12;
const FETCHED_AHEAD = 60;
/** The footer of a table without end covers its last visible row. */
const FOOTER_HEIGHT = 64;

interface VirtualRowsProps {
  records: readonly RecordView[];
  dense: boolean;
  /** Called when the last loaded rows come near. */
  onNearEnd: () => void;
  renderRow: (record: RecordView, place: number, ref?: Ref<HTMLTableRowElement>) => ReactNode;
}

/**
 * The rows of a long table that are in sight, and a few around them; two empty ones hold the place of the others. The
 * row that has the focus stays, and the arrow keys go from row to row.
 */
export function VirtualRows(props: VirtualRowsProps) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return <Rows key={String(narrow)} measured={narrow} {...props} />;
}

function Rows({ records, dense, onNearEnd, renderRow, measured }: VirtualRowsProps & { measured: boolean }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  // The content above the table may grow and shrink.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      if (body.current) setTop(body.current.getBoundingClientRect().top + window.scrollY);
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  // Another function would have all rows measured again.
  const getItemKey = useCallback((place: number) => records[place]?.id ?? place, [records]);
  const rows = useWindowVirtualizer({
    count: records.length,
    estimateSize: () => ROW_HEIGHT[dense ? 'dense' : 'normal'],
    getItemKey,
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingEnd: FOOTER_HEIGHT,
    rangeExtractor: (range) => {
      const places = defaultRangeExtractor(range);
      if (focused === null || focused >= records.length || places.includes(focused)) return places;
      return [...places, focused].toSorted((one, other) => one - other);
    },
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= records.length - FETCHED_AHEAD) onNearEnd();
  }, [last, records.length, onNearEnd]);
  useEffect(() => {
    if (wanted.current === null) return;
    const link = body.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] ${LINK}`);
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  });

  function step(event: KeyboardEvent) {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const from = placeOf(event.target);
    if (by === 0 || event.shiftKey || from === null || !(event.target as Element).matches(LINK)) return;
    const to = from + by;
    if (to < 0 || to >= records.length) return;
    event.preventDefault();
    wanted.current = to;
    setFocused(to);
    rows.scrollToIndex(to, { align: 'auto' });
  }

  const ends = gaps(items, rows.getTotalSize(), top);
  return (
    <Table.Tbody
      ref={body}
      onKeyDown={step}
      onFocus={({ target }: FocusEvent) => setFocused(placeOf(target))}
      onBlur={({ relatedTarget }: FocusEvent) => setFocused(placeOf(relatedTarget))}
    >
      {items.map(({ index, key }, at) => (
        <Gapped key={key} before={ends.before[at] ?? 0}>
          {records[index] && renderRow(records[index], index, measured ? rows.measureElement : undefined)}
        </Gapped>
      ))}
      <Spacer height={ends.after} />
    </Table.Tbody>
  );
}

const LINK = `.${classes.rowLink}`;

/** The heights that are left out before each row, and behind the last. */
function gaps(items: readonly { readonly start: number; readonly end: number }[], total: number, top: number) {
  let reached = top;
  const before = items.map(({ start, end }) => {
    const gap = start - reached;
    reached = end;
    return gap;
  });
  return { before, after: total - (reached - top) };
}

function Gapped({ before, children }: { before: number; children: ReactNode }) {
  return (
    <>
      <Spacer height={before} />
      {children}
    </>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return <tr aria-hidden className={classes.spacer} style={{ height }} />;
}

function placeOf(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  return row === null ? null : Number(row.getAttribute('data-index'));
}
