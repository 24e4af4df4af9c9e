import type { Entity } from '@nonet/language';
import { moneyPlaces } from './digits.ts';
import { entityOf, evaluate, type View } from './evaluate.ts';
import { isParentName, type Lookup, snakeCase } from './lookup.ts';
import { plain } from './plain.ts';
import { SharedMap } from './shared-map.ts';

/** One record as it is kept: values in the wire's form, references and files by their ids. */
export interface Stored {
  readonly id: string;
  readonly entity: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The owner of an owned child, and its place in the owner's list. */
  readonly parent: string | null;
  readonly position: number;
  readonly deleted: boolean;
  /** What it was hidden with, and comes back with; of what was deleted by itself, nothing. */
  readonly hiddenWith?: string;
  /** What its soft delete took along, in order: records that are hidden with it, and references to it that it cleared. */
  readonly tookAlong?: readonly TakenAlong[];
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
  /** When it came into its state from another one. */
  readonly enteredAt: string;
}

export interface TakenAlong {
  readonly id: string;
  /** The reference that was cleared, and what it named; null: the record itself was hidden. */
  readonly cleared: { readonly field: string; readonly target: string } | null;
}

export interface Entry {
  readonly action: string;
  readonly clause: string;
  readonly by: string | null;
  /** The worlds in which the record stood before and after; null where it was not there. */
  readonly before: World | null;
  readonly after: World | null;
}

/** A file that somebody has sent. */
export interface Upload {
  /** As point 3 calls it: `pdf`. */
  readonly type: string;
  /** Its bytes, where it is larger than such a file need be. */
  readonly size?: number;
  /** Null: somebody who was not signed in. */
  readonly by: string | null;
}

const WORLD = Symbol('world');
const STORED = Symbol('stored');
type Inner = { [WORLD]: World; [STORED]: Stored };

/**
 * All records of a product at one time, in memory: what the running product must agree with. Copying is cheap, so that
 * a search may try what it likes on a copy.
 */
export class World {
  readonly lookup: Lookup;
  now: string;
  /** Who changes something just now, with the roles that they were assigned before. */
  acting: { readonly id: string; readonly assigned: readonly string[] } | null = null;
  #records: Map<string, Map<string, Stored>>;
  #own = new Set<string>();
  #views = new Map<string, View>();
  #counters: SharedMap<string, number>;
  #history: SharedMap<string, readonly Entry[]>;
  #serial: number;
  /** The uploaded files, by id. */
  #files: SharedMap<string, Upload>;
  /** When what comes again and again came last, by what it is. */
  #times: SharedMap<string, string>;
  /** When the product was first started. */
  readonly begun: string;

  constructor(lookup: Lookup, now: string, from?: World) {
    this.lookup = lookup;
    this.now = now;
    this.#times = new SharedMap(from === undefined ? undefined : from.#times);
    this.begun = from === undefined ? now : from.begun;
    this.#records = new Map(from === undefined ? [] : from.#records);
    this.#counters = new SharedMap(from === undefined ? undefined : from.#counters);
    this.#history = new SharedMap(from === undefined ? undefined : from.#history);
    this.#files = new SharedMap(from === undefined ? undefined : from.#files);
    this.#serial = from === undefined ? 0 : from.#serial;
    // From now on neither may change what both hold.
    if (from !== undefined) from.#own.clear();
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
    this.#table(record.entity).set(record.id, record);
    // What others compute from it is worked out when it is read.
    this.#views.delete(record.id);
  }

  remove(id: string): void {
    this.#table(entityOf(id)).delete(id);
    this.#views.delete(id);
  }

  /** All records of an entity, those that were softly deleted too. */
  rows(entity: string): readonly Stored[] {
    return [...(this.#records.get(entity)?.values() ?? [])];
  }

  /** The records that queries find: an owned child is there as long as its owner. */
  living(entity: string): readonly Stored[] {
    return this.rows(entity).filter((record) => this.isLiving(record));
  }

  isLiving(record: Stored): boolean {
    if (record.deleted) return false;
    if (record.parent === null) return true;
    const owner = this.get(record.parent);
    return owner !== null && this.isLiving(owner);
  }

  /** The owned records of one list, in order. */
  children(owner: string, entity: string): readonly Stored[] {
    return this.rows(entity)
      .filter((record) => record.parent === owner)
      .toSorted((a, b) => a.position - b.position);
  }

  /** The next number of a counter, from 1. */
  count(counter: string): number {
    const next = (this.#counters.get(counter) ?? 0) + 1;
    this.#counters.set(counter, next);
    return next;
  }

  history(id: string): readonly Entry[] {
    return this.#history.get(id) ?? [];
  }

  note(id: string, entry: Entry): void {
    this.#history.set(id, [...this.history(id), entry]);
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

  #table(entity: string): Map<string, Stored> {
    let table = this.#records.get(entity);
    if (table === undefined || !this.#own.has(entity)) {
      table = new Map(table);
      this.#records.set(entity, table);
      this.#own.add(entity);
    }
    return table;
  }
}

export function worldOf(view: View): World {
  return (view as View & Inner)[WORLD];
}

export function storedOf(view: View): Stored {
  return (view as View & Inner)[STORED];
}

type ViewClass = new (world: World, stored: Stored) => View;

const classes = new WeakMap<Lookup, Map<string, ViewClass>>();

function viewsOf(lookup: Lookup, name: string): ViewClass {
  let known = classes.get(lookup);
  if (known === undefined) classes.set(lookup, (known = new Map()));
  let found = known.get(name);
  if (found === undefined) known.set(name, (found = makeClass(lookup.entity(name))));
  return found;
}

/** The class of an entity's records as expressions read them: each field is worked out when it is asked for. */
function makeClass(entity: Entity): ViewClass {
  class RecordView {
    readonly [WORLD]: World;
    readonly [STORED]: Stored;

    constructor(world: World, stored: Stored) {
      this[WORLD] = world;
      this[STORED] = stored;
    }
  }
  Object.defineProperties(RecordView.prototype, gettersOf(entity));
  return RecordView as unknown as ViewClass;
}

function gettersOf(entity: Entity): PropertyDescriptorMap {
  const getters: Record<string, (world: World, stored: Stored, view: View) => unknown> = {
    id: (_world, stored) => stored.id,
    created_at: (_world, stored) => stored.createdAt,
    created_by: (world, stored) => world.view(stored.createdBy),
    updated_at: (_world, stored) => stored.updatedAt,
    updated_by: (world, stored) => world.view(stored.updatedBy),
  };
  for (const field of entity.fields) {
    const { name, type, computed } = field;
    if (field.derived) continue;
    if (computed !== null)
      getters[name] = (world, _stored, view) => computedValue(evaluate(world, computed, { this: view }), world, field);
    else if (type.kind === 'children')
      getters[name] = (world, stored) =>
        world.children(stored.id, type.entity).map((child) => world.view(child.id) as View);
    else if (type.kind === 'many')
      getters[name] = (world, stored) =>
        ((stored.values[name] as readonly string[] | null | undefined) ?? []).flatMap((id) => world.view(id) ?? []);
    else if (type.kind === 'all')
      getters[name] = (world, stored) =>
        world
          .living(type.entity)
          .filter(({ values }) => {
            const refers = values[type.by];
            return Array.isArray(refers) ? refers.includes(stored.id) : refers === stored.id;
          })
          .map(({ id }) => world.view(id) as View);
    else if (type.kind === 'reference')
      getters[name] = (world, stored) => world.view((stored.values[name] as string | null) ?? null);
    else getters[name] = (_world, stored) => stored.values[name] ?? null;
  }
  const names = [...Object.keys(getters), 'parent', ...(entity.owner === null ? [] : [snakeCase(entity.owner.entity)])];
  const properties = names.map((name) => [
    name,
    {
      enumerable: true,
      get(this: View & Inner): unknown {
        const [world, stored] = [this[WORLD], this[STORED]];
        return getters[name]?.(world, stored, this) ?? (isParentName(entity, name) ? world.view(stored.parent) : null);
      },
    },
  ]);
  return Object.fromEntries(properties) as PropertyDescriptorMap;
}

/** A computed field has the scale of its type, like anything that is assigned; a reference leads to its record. */
function computedValue(value: unknown, world: World, { type }: Entity['fields'][number]): unknown {
  if (value === null) return null;
  const kept = assigned(value, world.lookup, type);
  return type.kind === 'reference' ? world.view(plain(kept)) : kept;
}

/** A value as it is kept: exact numbers at the scale of their type, half away from zero; text trimmed, null when empty. */
export function assigned(value: unknown, lookup: Lookup, type: Entity['fields'][number]['type']): unknown {
  if (value === null || value === undefined) return type.kind === 'roles' || type.kind === 'many' ? [] : null;
  if (typeof value === 'object' && 'id' in value) return value.id;
  switch (type.kind) {
    case 'money':
      return toScale(plain(value), moneyPlaces(type.currency, lookup.plan.settings));
    case 'decimal':
      return toScale(plain(value), type.scale);
    case 'many':
      // Each once, in the order in which they were given.
      return [...new Set((value as readonly unknown[]).map((each) => (each as View | null)?.id ?? each))];
    case 'roles':
      // A set, in the order of the document.
      return lookup.plan.roles.map(({ name }) => name).filter((name) => (value as readonly string[]).includes(name));
    case 'text':
    case 'long text':
    case 'markdown':
      return plain(value).normalize('NFC').trim() || null;
    case 'all':
    case 'boolean':
    case 'children':
    case 'date':
    case 'datetime':
    case 'duration':
    case 'email':
    case 'enum':
    case 'file':
    case 'id':
    case 'image':
    case 'integer':
    case 'json':
    case 'number':
    case 'open':
    case 'percent':
    case 'phone':
    case 'reference':
    case 'secret':
    case 'serial':
    case 'slug':
    case 'state':
    case 'time':
    case 'url':
      return value;
  }
}

/** A decimal text at a number of places, rounded half away from zero. */
export function toScale(text: string, scale: number): string {
  const negative = text.startsWith('-');
  const [whole = '0', places = ''] = text.replace(/^[+-]/, '').split('.');
  const digits = BigInt(whole + places.padEnd(scale + 1, '0').slice(0, scale + 1));
  const rounded = ((digits + 5n) / 10n).toString().padStart(scale + 1, '0');
  const result = scale === 0 ? rounded : `${rounded.slice(0, -scale)}.${rounded.slice(-scale)}`;
  return negative && /[1-9]/.test(result) ? `-${result}` : result;
}
