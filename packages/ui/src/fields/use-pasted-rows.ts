import { useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, use } from 'react';
import { fetchPart } from '../data/load-part.ts';
import { useProduct } from '../data/product.ts';
import { useFormat } from '../format/format.ts';
import { useWords } from '../words/words.ts';
import { FormValues } from './form-values.ts';
import { isBlock } from './is-block.ts';
import type { Target } from './pasted-block.ts';

/** Puts a block from a spreadsheet into the rows of a list: from the cell that has the focus on, with new rows below. */
export function usePastedRows(into: Target) {
  const words = useWords();
  const format = useFormat();
  const queries = useQueryClient();
  const product = useProduct();
  const values = use(FormValues);
  return (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (!isBlock(text)) return;
    event.preventDefault();
    const target = event.target instanceof Element ? event.target : null;
    const row = target?.closest('tbody tr');
    const cell = target?.closest('td');
    const rowKey = row?.getAttribute('data-row') ?? null;
    const first = row && cell ? [...row.children].indexOf(cell) : 0;
    void fetchPart(() => import('./put-pasted-rows.ts')).then(({ putPastedRows }) =>
      putPastedRows({ text, rowKey, first }, into, { words, format, queries, product, values }),
    );
  };
}
