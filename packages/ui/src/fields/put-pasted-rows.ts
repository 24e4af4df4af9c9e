import type { FieldView, ProductView } from '@nonet/client';
import type { QueryClient } from '@tanstack/react-query';
import type { Format } from '../format/format.ts';
import { notifyRefused } from '../parts/notify.tsx';
import type { Words } from '../words/en.ts';
import type { Draft } from './drafts.ts';
import { findByTitle } from './find-by-title.ts';
import type { PastedBlock, Target } from './pasted-block.ts';
import { cellsOf, draftOfCell, namedColumns } from './pasted.ts';
import { keyOf, rowsOf } from './rows.ts';

/** The reader, the product and the form, as far as a block is read by them. */
interface FormContext {
  readonly words: Words;
  readonly format: Format;
  readonly queries: QueryClient;
  readonly product: Pick<ProductView, 'entities' | 'settings'>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Puts the cells of a block into the rows of a list; records are found by their titles, once the rows are there. */
export function putPastedRows(
  { text, rowKey, first }: PastedBlock,
  { fields, blank, onChange }: Target,
  { words, format, queries, product, values }: FormContext,
): void {
  const { entities, settings } = product;
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
    const found = rows.findIndex((each) => keyOf(each) === rowKey);
    const at = found < 0 ? rows.length : found;
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
      const found = entity && (await findByTitle(queries, field, entity, title, values).catch(() => undefined));
      if (!found) missing.push(`${field.label}: ${title}`);
      else
        onChange((before) =>
          rowsOf(before).map((each) => (keyOf(each) === key ? { ...each, [field.name]: found } : each)),
        );
    }
    if (missing.length > 0) notifyRefused(missing.join('\n'), words.notFoundThere(missing.length), words);
  }
}
