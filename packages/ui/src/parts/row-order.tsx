import type { RecordView } from '@nonet/client';
import { IconGripVertical } from '@tabler/icons-react';
import { createContext, type KeyboardEvent, type PointerEvent, type ReactNode, use, useState } from 'react';
import type { Unseen } from '../data/order-by-hand.ts';
import { useWords } from '../words/words.ts';
import classes from './row-order.module.css';
import type { OrderingByHand } from './use-order-by-hand.tsx';

interface RowOrderProps {
  ordering: OrderingByHand;
  /** The rows in their order. */
  shown: readonly RecordView[];
  unseen: Unseen;
  children: ReactNode;
}

const Ordered = createContext<Omit<RowOrderProps, 'children'> | null>(null);
const ROW = 'tr[data-record]';

/** The rows of a list that people order by hand: by the handle of a row, or with Shift and an arrow key. */
export function RowOrder({ children, ...ordered }: RowOrderProps) {
  function press(event: KeyboardEvent<HTMLElement>) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const { target } = event;
    if (by === undefined || !event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!(target instanceof HTMLElement) || target.matches('input, textarea, select')) return;
    const id = target.closest<HTMLElement>(ROW)?.dataset['record'];
    const from = ordered.shown.findIndex((record) => record.id === id);
    const record = ordered.shown[from];
    if (!record) return;
    event.preventDefault();
    if (ordered.ordering.move(ordered.shown, record, from + by, ordered.unseen)) keepFocus(record.id, target);
  }
  return (
    <Ordered value={ordered}>
      <div role="presentation" onKeyDown={press}>
        {children}
      </div>
      {ordered.ordering.notes}
    </Ordered>
  );
}

/** The focus, lost by a record that moves within its page, comes back to the same part of it. */
export function keepFocus(id: string, target: HTMLElement): void {
  const selector = target.matches('[data-ordered]') ? '[data-ordered]' : 'a[href], button';
  requestAnimationFrame(() => {
    const record = document.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`);
    if (!record || record.contains(document.activeElement)) return;
    record.querySelector<HTMLElement>(selector)?.focus();
  });
}

/** The handle by which a row is dragged, with the mouse or a finger. */
export function RowGrip({ record }: { record: RecordView }) {
  const words = useWords();
  const ordered = use(Ordered);
  const [dragged, setDragged] = useState(false);
  if (!ordered) return null;
  const { ordering, shown, unseen } = ordered;

  function start(event: PointerEvent<HTMLElement>) {
    const grip = event.currentTarget;
    const row = grip.closest<HTMLElement>(ROW);
    const body = row?.parentElement;
    if (!row || !body || event.button !== 0) return;
    event.preventDefault();
    grip.focus();
    grip.setPointerCapture(event.pointerId);
    setDragged(true);
    row.dataset['dragged'] = 'true';
    let to: number | null = null;
    const clear = () => {
      for (const each of body.querySelectorAll<HTMLElement>('[data-drop]')) delete each.dataset['drop'];
    };
    const move = ({ clientY }: globalThis.PointerEvent) => {
      clear();
      const rows = [...body.querySelectorAll<HTMLElement>(ROW)].filter((each) => each !== row);
      const below = rows.find((each) => clientY < middleOf(each));
      const line = below ?? rows.at(-1);
      if (!line) return;
      line.dataset['drop'] = below ? 'before' : 'behind';
      line.scrollIntoView({ block: 'nearest' });
      const others = shown.filter(({ id }) => id !== record.id);
      to = others.findIndex(({ id }) => id === line.dataset['record']) + (below ? 0 : 1);
    };
    const cancel = ({ key }: globalThis.KeyboardEvent) => {
      if (key !== 'Escape') return;
      to = null;
      grip.releasePointerCapture(event.pointerId);
    };
    const end = () => {
      grip.removeEventListener('pointermove', move);
      document.removeEventListener('keydown', cancel);
      clear();
      delete row.dataset['dragged'];
      setDragged(false);
      if (to !== null && ordering.move(shown, record, to, unseen)) keepFocus(record.id, grip);
    };
    grip.addEventListener('pointermove', move);
    document.addEventListener('keydown', cancel);
    grip.addEventListener('lostpointercapture', end, { once: true });
  }

  return (
    <button
      type="button"
      className={classes.grip}
      data-ordered
      data-dragged={dragged || undefined}
      aria-label={words.moveCard(record._title)}
      aria-keyshortcuts="Shift+ArrowUp Shift+ArrowDown"
      title={words.orderHelp}
      onPointerDown={start}
    >
      <IconGripVertical size={16} aria-hidden />
    </button>
  );
}

function middleOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}
