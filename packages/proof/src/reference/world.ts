import { entityOf, type View } from './evaluate.ts';
import type { Lookup } from './lookup.ts';
import { viewsOf, worldOfView } from './record-view.ts';
import { SharedMap } from './shared-map.ts';
import type { Stored, Upload } from './stored.ts';
import { Table } from './table.ts';

export interface Entry {
  /** The record that was merged into the one whose history is read, in its own entries. */
  readonly of?: string;
  readonly action: string;
  readonly clause: string;
  readonly by: string | null;
  /** The worlds in which the record was before and after; null if it was not there. */
  readonly before: World | null;
  readonly after: World | null;
}

/** The values of a record in the place of those that were erased. */
export interface Erased {
  readonly values: Readonly<Record<string, unknown>>;
  /** The entities of the owned children that are gone. */
  readonly lists: readonly string[];
  /** The number of entries of its history that tell nothing of the former values. */
  readonly entries: number;
}

/**
 * All records of a product at one time, in memory, with which the running product must agree. Copying is cheap, so that
 * a search may try anything on a copy.
 */
export class World {
  readonly lookup: Lookup;
  /** The present actor, with the roles that were assigned to them before. */
  acting: { readonly id: string; readonly assigned: readonly string[] } | null = null;
  #now: string;
  /** Counts the changes: what is derived of records and of the time holds until the next one. */
  #version = 0;
  #records: Map<string, Table>;
  #own = new Set<string>();
  #views = new Map<string, View>();
  #living: { readonly version: number; readonly of: Map<string, readonly Stored[]> } | null = null;
  #counters: SharedMap<string, number>;
  #history: SharedMap<string, readonly (Entry & { readonly place: number })[]>;
  #serial: number;
  /** Counts the entries of all histories. */
  #noted: number;
  /** By record: those that were merged into it. */
  #merged: SharedMap<string, readonly string[]>;
  /** The values that were erased in records, by id. */
  #erased: SharedMap<string, Erased>;
  /** The uploaded files, by id. */
  #files: SharedMap<string, Upload>;
  /** The last time of each repeating timer and schedule. */
  #times: SharedMap<string, string>;
  /** By timer and record: when the timer was refused, and the record at that time. */
  #refused: SharedMap<string, { readonly record: Stored | null; readonly at: string }>;
  /** When the product was first started. */
  readonly begun: string;

  constructor(lookup: Lookup, now: string, from?: World) {
    this.lookup = lookup;
    this.#now = now;
    this.#times = new SharedMap(from === undefined ? undefined : from.#times);
    this.#refused = new SharedMap(from === undefined ? undefined : from.#refused);
    this.begun = from === undefined ? now : from.begun;
    this.#records = new Map(from === undefined ? [] : from.#records);
    this.#counters = new SharedMap(from === undefined ? undefined : from.#counters);
    this.#history = new SharedMap(from === undefined ? undefined : from.#history);
    this.#erased = new SharedMap(from === undefined ? undefined : from.#erased);
    this.#files = new SharedMap(from === undefined ? undefined : from.#files);
    this.#merged = new SharedMap(from === undefined ? undefined : from.#merged);
    this.#noted = from === undefined ? 0 : from.#noted;
    this.#serial = from === undefined ? 0 : from.#serial;
    // From now on neither world may change the records that both hold.
    if (from !== undefined) from.#own.clear();
  }

  get now(): string {
    return this.#now;
  }

  set now(now: string) {
    this.#now = now;
    this.#version += 1;
  }

  get version(): number {
    return this.#version;
  }

  fork(): World {
    return new World(this.lookup, this.now, this);
  }

  /** Later ids are greater, as text too: records that an order doesn't distinguish go by them. */
  newId(entity: string): string {
    this.#serial += 1;
    return `@${entity}:${String(this.#serial).padStart(5, '0')}`;
  }

  get(id: string): Stored | null {
    return this.#records.get(entityOf(id))?.get(id) ?? null;
  }

  put(record: Stored): void {
    this.#table(record.entity).set(record);
    this.#version += 1;
    this.#views.delete(record.id);
  }

  remove(id: string): void {
    this.#table(entityOf(id)).delete(id);
    this.#version += 1;
    this.#views.delete(id);
  }

  /** All records of an entity, including the softly deleted ones. */
  rows(entity: string): readonly Stored[] {
    return this.#records.get(entity)?.rows() ?? [];
  }

  /** The records that queries find: an owned child exists as long as its owner. */
  living(entity: string): readonly Stored[] {
    if (this.lookup.entity(entity).owner === null) return this.#records.get(entity)?.undeleted() ?? [];
    if (this.#living?.version !== this.#version) this.#living = { version: this.#version, of: new Map() };
    const { of } = this.#living;
    let found = of.get(entity);
    if (found === undefined) of.set(entity, (found = this.rows(entity).filter((record) => this.isLiving(record))));
    return found;
  }

  isLiving(record: Stored): boolean {
    if (record.deleted) return false;
    if (record.parent === null) return true;
    const owner = this.get(record.parent);
    return owner !== null && this.isLiving(owner);
  }

  /** The owned records of one list, in order. */
  children(owner: string, entity: string): readonly Stored[] {
    return this.#records.get(entity)?.childrenOf(owner) ?? [];
  }

  /** The next number of a counter, from 1. */
  count(counter: string): number {
    const next = (this.#counters.get(counter) ?? 0) + 1;
    this.#counters.set(counter, next);
    return next;
  }

  /** Lets a counter go on above a number, if it is not there yet. */
  countOn(counter: string, from: number): void {
    this.#counters.set(counter, Math.max(from, this.#counters.get(counter) ?? 0));
  }

  /** The entries of a record, and of those that were merged into it. */
  history(id: string): readonly Entry[] {
    const own = this.#history.get(id) ?? [];
    const merged = this.#merged.get(id) ?? [];
    if (merged.length === 0) return own;
    const others = merged.flatMap((of) => (this.#history.get(of) ?? []).map((entry) => ({ ...entry, of })));
    return [...own, ...others].toSorted((one, other) => one.place - other.place);
  }

  note(id: string, entry: Entry): void {
    this.#noted += 1;
    this.#history.set(id, [...(this.#history.get(id) ?? []), { ...entry, place: this.#noted }]);
  }

  /** Notes that a record was merged into another one, with all that were merged into it. */
  noteMerged(from: string, id: string): void {
    const known = [...(this.#merged.get(id) ?? []), ...(this.#merged.get(from) ?? []), from];
    this.#merged.set(id, known);
  }

  /** Notes that fields of a record were erased: its history has none of their former values from now on. */
  erase(id: string, { values, lists }: Pick<Erased, 'values' | 'lists'>): void {
    const before = this.#erased.get(id)?.values ?? {};
    // The entry of the erasing itself is still to come.
    this.#erased.set(id, { values: { ...before, ...values }, lists, entries: this.history(id).length + 1 });
  }

  erasedIn(id: string): Erased | null {
    return this.#erased.get(id) ?? null;
  }

  upload(id: string): Upload | null {
    return this.#files.get(id) ?? null;
  }

  addFile(upload: Upload): string {
    const id = this.newId('file');
    this.#files.set(id, upload);
    return id;
  }

  /** When something that comes again and again came last; null: it did not yet. */
  lastTime(what: string): string | null {
    return this.#times.get(what) ?? null;
  }

  noteTime(what: string, at: string): void {
    this.#times.set(what, at);
  }

  /** Notes that a timer was refused for a record in its present state. */
  noteRefused(what: string, id: string): void {
    this.#refused.set(what, { record: this.get(id), at: this.#now });
  }

  /**
   * The time at which a timer was refused for a record in its present state; null: it was not refused, or the record
   * has changed since.
   */
  refusedAt(what: string, id: string): string | null {
    const refused = this.#refused.get(what);
    return refused === undefined || refused.record !== this.get(id) ? null : refused.at;
  }

  view(id: string | null): View | null {
    if (id === null) return null;
    const known = this.#views.get(id);
    if (known !== undefined) return known;
    const stored = this.get(id);
    if (stored === null) return null;
    const ViewOf = viewsOf(this.lookup, stored.entity);
    const view = new ViewOf(this, stored);
    this.#views.set(id, view);
    return view;
  }

  #table(entity: string): Table {
    let table = this.#records.get(entity);
    if (table === undefined || !this.#own.has(entity)) {
      table = new Table(table);
      this.#records.set(entity, table);
      this.#own.add(entity);
    }
    return table;
  }
}

/**
 * The world that a record's view was taken from.
 * @throws if it is a view of something else.
 */
export function worldOf(view: View): World {
  const world = worldOfView(view);
  if (!(world instanceof World)) throw new TypeError('This view was taken from no world.');
  return world;
}
