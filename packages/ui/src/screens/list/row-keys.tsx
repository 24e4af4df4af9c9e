import type { EntityView, RecordView, ScreenActionView } from '@nonet/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { canQuery } from '../../data/queries.ts';
import { offerOf, refusalOf } from '../../data/verdicts.ts';
import type { CellEditing } from '../../parts/cell-editing.ts';
import { useHostedActions } from '../../parts/record-actions-host.tsx';

interface RowKeysProps {
  entity: EntityView;
  records: readonly RecordView[];
  /** The list's action that edits a record, where it has one. */
  edit: ScreenActionView | undefined;
  editing: CellEditing | undefined;
}

/** Elements in which these keys have another meaning: a dialog, a menu, the panel, a text input. */
const ELSEWHERE = '[role="dialog"], [role="menu"], [data-panel], textarea, select, input:not([type="checkbox"])';
const ROW = '#content tr[data-record]';

/**
 * The list by keyboard: `j` and `k` go from row to row, `x` selects the row, `e` edits its record, F2 its first value in its cell. Enter opens the link
 * that has the focus, as everywhere.
 */
export function RowKeys({ entity, records, edit, editing }: RowKeysProps) {
  const queries = useQueryClient();
  const { run, explain } = useHostedActions();

  async function editFocused() {
    const id = focusedRow()?.dataset['record'];
    const record = records.find((each) => each.id === id);
    if (!record || !edit) return;
    const { update } = await queries.fetchQuery(canQuery(entity.path, record.id));
    const offer = offerOf(update);
    if (offer === 'offered') run(edit, entity, record);
    else if (offer === 'explained' && !update.may) explain(refusalOf(update));
  }

  const keys: Readonly<Record<string, () => unknown>> = {
    j: () => step(1),
    k: () => step(-1),
    x: () => focusedRow()?.querySelector<HTMLElement>('input[type="checkbox"]')?.click(),
    e: editFocused,
    F2: () => {
      const record = records.find(({ id }) => id === focusedRow()?.dataset['record']);
      if (record) editing?.cells.start(record);
    },
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { target } = event;
    if (!(target instanceof Element) || target.closest(ELSEWHERE) || document.querySelector('[aria-modal="true"]'))
      return;
    void keys[event.key]?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return null;
}

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(ROW) ?? null;
}

/** The focus goes to the next row, in its first part that can have it; to the first row in sight where none has it. */
function step(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)].filter((row) => row.closest('[data-panel]') === null);
  const row = focusedRow();
  const next = row === null ? rows.find((each) => each.getBoundingClientRect().top >= 0) : rows[rows.indexOf(row) + by];
  (next?.querySelector<HTMLElement>('a[href]') ?? next?.querySelector<HTMLElement>('button, input'))?.focus();
}
