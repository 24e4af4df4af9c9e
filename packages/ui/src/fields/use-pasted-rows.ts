import type { EntityView, FieldView } from '@nonet/client';
import { useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, use } from 'react';
import { useProduct } from '../data/product.ts';
import { listQuery } from '../data/queries.ts';
import { useFormat } from '../format/format.ts';
import { notifyRefused } from '../parts/notify.tsx';
import { useWords } from '../words/words.ts';
import type { Draft } from './drafts.ts';
import { FormValues, pickerFilters } from './form-values.ts';
import { cellsOf, draftOfCell, isBlock, namedColumns } from './pasted.ts';
import { keyOf, rowsOf } from './rows.ts';

interface Target {
  /** The fields in the order of their columns. */
  readonly fields: readonly FieldView[];
  /** A new row, with its defaults. */
  readonly blank: () => Draft & { readonly _row?: string };
  readonly onChange: (change: (before: unknown) => unknown) => void;
}

/** How many candidates of a record's name are looked at. */
const CANDIDATES = 10;

/** Puts a block from a spreadsheet into the rows of a list: from the cell that has the focus on, with new rows below. */
export function usePastedRows({ fields, blank, onChange }: Target) {
  const words = useWords();
  const format = useFormat();
  const queries = useQueryClient();
  const { entities, settings } = useProduct();
  const values = use(FormValues);

  /** The record whose title a cell has. */
  async function find(field: FieldView, entity: EntityView, title: string) {
    const { picker } = field;
    const { items } = await queries.fetchQuery(
      listQuery(entity.path, {
        search: title,
        limit: CANDIDATES,
        ...(picker ? { for: picker.for, filters: pickerFilters(picker.reads, values) } : {}),
      }),
    );
    const isSame = ({ _title }: { _title: string }) => _title.toLowerCase() === title.toLowerCase();
    const found = items.find(isSame) ?? (items.length === 1 ? items[0] : undefined);
    return found && { id: found.id, _title: found._title };
  }

  return (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (!isBlock(text)) return;
    event.preventDefault();
    const target = event.target instanceof Element ? event.target : null;
    const row = target?.closest('tbody tr');
    const cell = target?.closest('td');
    const rowKey = row?.getAttribute('data-row') ?? null;
    const first = row && cell ? [...row.children].indexOf(cell) : 0;
    const [head = [], ...rest] = cellsOf(text);
    const named = namedColumns(head, fields);
    const lines = named === null ? [head, ...rest] : rest;
    const columns = named ?? fields.slice(Math.max(first, 0));
    const writing = {
      locale: format.locale,
      separators: format.separators,
      currency: settings.currency,
      yes: words.yes,
      no: words.no,
    };
    const added = lines.map(() => blank());
    const waiting: { key: string; field: FieldView; title: string }[] = [];

    function filled(line: readonly string[], before: Draft): Draft {
      const changes = line.flatMap((text, place): [string, unknown][] => {
        const field = columns[place];
        if (!field || field.kind === 'many') return [];
        if (field.kind !== 'reference') return [[field.name, draftOfCell(field, text, writing)]];
        const title = text.trim();
        if (title !== '') waiting.push({ key: keyOf(before), field, title });
        return title === '' ? [[field.name, null]] : [];
      });
      return { ...before, ...Object.fromEntries(changes) };
    }

    onChange((before) => {
      const rows = rowsOf(before);
      const at = rowKey === null ? rows.length : rows.findIndex((each) => keyOf(each) === rowKey);
      // A change may be worked out twice.
      waiting.length = 0;
      const changed = lines.map((line, place) => filled(line, rows[at + place] ?? added[place] ?? {}));
      return [...rows.slice(0, at), ...changed, ...rows.slice(at + lines.length)];
    });
    // Once the rows are there.
    setTimeout(() => void lookUp());

    async function lookUp() {
      const missing: string[] = [];
      for (const { key, field, title } of waiting) {
        const entity = entities[field.entity ?? ''];
        const found = entity && (await find(field, entity, title).catch(() => undefined));
        if (!found) missing.push(`${field.label}: ${title}`);
        else
          onChange((before) =>
            rowsOf(before).map((each) => (keyOf(each) === key ? { ...each, [field.name]: found } : each)),
          );
      }
      if (missing.length > 0) notifyRefused(missing.join('\n'), words.notFoundThere(missing.length), words);
    }
  };
}
