import { randomKey } from '@nonet/client';
import { textOf } from '../format/text-of.ts';
import type { Draft } from './drafts.ts';

/** A row of a list in a form: an unsaved row is identified by a key, which is never sent. */
type Row = Draft & { readonly id?: unknown; readonly _row?: string };

export function rowsOf(value: unknown): Row[] {
  return Array.isArray(value) ? (value as Row[]) : [];
}

/** A row that is saved already keeps its id; any other gets a key. */
export function identified(values: Draft, id?: unknown): Row {
  return id === undefined ? { ...values, _row: randomKey() } : { ...values, id };
}

/** The key of a row, independent of its position. */
export function keyOf({ id, _row }: Row): string {
  return _row ?? textOf(id);
}
