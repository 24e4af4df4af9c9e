import { useSyncExternalStore } from 'react';

/** A record by the name of its entity and its id: its title is asked for when it is shown, with its reader's rights. */
export interface AtHand {
  readonly entity: string;
  readonly id: string;
}

/** So many records that were open last are at hand. */
const MOST_RECENT = 8;
const MOST_STARRED = 30;
const PREFIX = 'nonet at hand ';
const listeners = new Set<() => void>();
const NOTHING: readonly AtHand[] = [];
const known = new Map<string, readonly AtHand[]>();

export type Shelf = 'recent' | 'starred';

/** The records that a person has starred, or opened last, on this device. */
export function useAtHand(shelf: Shelf, user: string | null): readonly AtHand[] {
  return useSyncExternalStore(subscribe, () => (user === null ? NOTHING : read(keyOf(shelf, user))));
}

/** Puts a record in front. */
export function bringToHand(shelf: Shelf, user: string, record: AtHand): void {
  const others = read(keyOf(shelf, user)).filter((each) => !isSame(each, record));
  write(keyOf(shelf, user), [record, ...others].slice(0, shelf === 'recent' ? MOST_RECENT : MOST_STARRED));
}

export function putAway(shelf: Shelf, user: string, record: AtHand): void {
  write(
    keyOf(shelf, user),
    read(keyOf(shelf, user)).filter((each) => !isSame(each, record)),
  );
}

export function isSame(one: AtHand, other: AtHand): boolean {
  return one.entity === other.entity && one.id === other.id;
}

function keyOf(shelf: Shelf, user: string): string {
  return `${PREFIX}${shelf} ${user}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(key: string): readonly AtHand[] {
  const before = known.get(key);
  if (before) return before;
  const records = parse(stored(key));
  known.set(key, records);
  return records;
}

function write(key: string, records: readonly AtHand[]): void {
  known.set(key, records);
  try {
    localStorage.setItem(key, JSON.stringify(records));
  } catch (error) {
    // A browser that lets nothing be kept: they are at hand until the page is left.
    if (!(error instanceof DOMException)) throw error;
  }
  for (const listener of listeners) listener();
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}

function parse(text: string | null): readonly AtHand[] {
  if (text === null) return NOTHING;
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? kept.filter(isRecord) : NOTHING;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return NOTHING;
  }
}

function isRecord(value: unknown): value is AtHand {
  if (typeof value !== 'object' || value === null || !('entity' in value) || !('id' in value)) return false;
  return typeof value.entity === 'string' && typeof value.id === 'string';
}
