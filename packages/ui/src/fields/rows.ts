import { randomKey } from '@nonet/client';
import { textOf } from '../format/text-of.ts';
import type { Draft } from './drafts.ts';

/** A row of a list as a form holds it: one that is not saved yet is known by a key of its own, which is never sent. */
type Row = Draft & { readonly id?: unknown; readonly _row?: string };

export function rowsOf(value: unknown): Row[] {
  return Array.isArray(value) ? (value as Row[]) : [];
}

/** A row that is saved already keeps its id; any other gets a key. */
export function identified(values: Draft, id?: unknown): Row {
  return id === undefined ? { ...values, _row: randomKey() } : { ...values, id };
}

/** By what a row is known, whatever stands above it. */
export function keyOf({ id, _row }: Row): string {
  return _row ?? textOf(id);
}
