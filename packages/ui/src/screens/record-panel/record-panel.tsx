import { Group, Text } from '@mantine/core';
import { IconArrowsMaximize, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useProduct } from '../../data/product.ts';
import { matchScreen, recordAddress } from '../../data/routes.ts';
import { PanelContext } from '../../parts/panel.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import type { PanelRecord, RecordPanelState } from '../../parts/use-record-panel.ts';
import { useWords } from '../../words/words.ts';
import { Boundary } from '../../shell/boundary.tsx';
import { NotFound } from '../not-found/not-found.tsx';
import RecordScreen from '../record/record-screen.tsx';
import { PanelButton } from './panel-button.tsx';
import classes from './record-panel.module.css';

interface RecordPanelProps {
  record: PanelRecord;
  panel: RecordPanelState;
  /** The records of the screen in their order; undefined: as on the page, all of one collection. */
  records?: readonly PanelRecord[] | undefined;
}

/** Elements that use these keys themselves. */
const TAKES_KEYS = 'input, select, textarea, [contenteditable], [role="tab"], [role="radio"]';

/**
 * A record beside its list, board or calendar, which stay usable. The arrows (or j and k) go to the next and the
 * previous one, Escape closes it, and the focus returns to the record's place in the list.
 */
export default function RecordPanel({ record, panel, records }: RecordPanelProps) {
  const words = useWords();
  const product = useProduct();
  const frame = useRef<HTMLElement>(null);
  const { path, id } = record;
  const entity = Object.values(product.entities).find((each) => each.path === path);
  const address = recordAddress(entity, id);
  const match = address === null ? null : matchScreen(product.screens, address);
  const { close, open } = panel;
  const isLeft = useRef(false);
  const leave = () => {
    isLeft.current = true;
    close();
  };
  // After the panel is gone, whenever the address has changed.
  useEffect(
    () => () => {
      if (isLeft.current) setTimeout(() => focusRecord(id));
    },
    [id],
  );
  const context = useMemo(() => ({ close }), [close]);
  useEffect(() => {
    frame.current?.scrollTo({ top: 0 });
    frame.current?.focus({ preventScroll: true });
    elementsOf(id)[0]?.scrollIntoView({ block: 'nearest' });
  }, [id]);

  const place = records?.findIndex((each) => each.id === id && each.path === path) ?? -1;
  function step(by: number) {
    const all =
      records ??
      [...new Set(elementsOf(null).map((each) => each.dataset['record'] ?? ''))].map((other) => ({ path, id: other }));
    const at = all.findIndex((each) => each.id === id && each.path === path);
    const next = at < 0 ? undefined : all[at + by];
    if (next) open(next);
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.target instanceof Element) || event.defaultPrevented || event.target.matches(TAKES_KEYS)) return;
    if (event.key === 'Escape') return leave();
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  });
  // The page's own listener: what is opened over the panel is within it for React alone.
  useEffect(() => {
    const element = frame.current;
    const listen = (event: KeyboardEvent) => press(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, []);

  return (
    <section
      ref={frame}
      className={classes.panel}
      data-panel
      data-no-print
      aria-label={words.recordPanel}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard, and takes the arrows.
      tabIndex={0}
    >
      <Group className={classes.bar ?? ''} justify="space-between" wrap="nowrap">
        <Group gap={2} wrap="nowrap">
          <PanelButton
            label={words.previousRecord}
            aria-keyshortcuts="ArrowUp"
            disabled={place === 0}
            onClick={() => step(-1)}
          >
            <IconChevronUp size={18} aria-hidden />
          </PanelButton>
          <PanelButton
            label={words.nextRecord}
            aria-keyshortcuts="ArrowDown"
            disabled={records !== undefined && place === records.length - 1}
            onClick={() => step(1)}
          >
            <IconChevronDown size={18} aria-hidden />
          </PanelButton>
          {records && place >= 0 && (
            <Text size="xs" c="dimmed" className={classes.place ?? ''}>
              {words.placeOf(place + 1, records.length)}
            </Text>
          )}
        </Group>
        <Group gap={2} wrap="nowrap">
          {address !== null && (
            <PanelButton label={words.wholePage} renderRoot={(props) => <RouteLink to={address} {...props} />}>
              <IconArrowsMaximize size={16} aria-hidden />
            </PanelButton>
          )}
          <PanelButton label={words.closePanel} onClick={leave}>
            <IconX size={18} aria-hidden />
          </PanelButton>
        </Group>
      </Group>
      <PanelContext value={context}>
        <Boundary key={id}>
          {match ? <RecordScreen screen={match.screen} parameters={match.parameters} /> : <NotFound />}
        </Boundary>
      </PanelContext>
    </section>
  );
}

/** The elements of a record on the screen beside the panel, or of all of its records. */
function elementsOf(id: string | null): HTMLElement[] {
  const found = document.querySelectorAll<HTMLElement>(
    id === null ? '#content [data-record]' : `#content [data-record="${CSS.escape(id)}"]`,
  );
  return [...found].filter((element) => element.closest('[data-panel]') === null);
}

function focusRecord(id: string): void {
  const [element] = elementsOf(id);
  const found =
    element?.querySelector<HTMLElement>('a[href], button:not(:disabled)') ??
    document.querySelector<HTMLElement>('main h1');
  found?.focus();
}
