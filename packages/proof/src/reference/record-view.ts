import type { Entity } from '@nonet/language';
import { assigned } from './assigned.ts';
import { evaluate, type Records, type View, viewIn } from './evaluate.ts';
import { isParentName, type Lookup, snakeCase } from './lookup.ts';
import { plain } from './plain.ts';
import type { Stored } from './stored.ts';
import { alongTree, isTree } from './tree.ts';

/** The part of a world that the views of records read. */
export interface ViewedWorld extends Records {
  /** Another number after each change. */
  readonly version: number;
  living(entity: string): readonly Stored[];
  children(owner: string, entity: string): readonly Stored[];
}

const WORLD = Symbol('world');
const STORED = Symbol('stored');
const DERIVED = Symbol('derived');
type Inner = { [WORLD]: ViewedWorld; [STORED]: Stored; [DERIVED]: Derived | null };

/** Values derived from a record, valid while nothing in its world changes. */
interface Derived {
  readonly version: number;
  readonly values: Map<string, unknown>;
}

/** The world that a view was taken from. */
export function worldOfView(view: View): ViewedWorld {
  // Views are made by the classes below alone.
  return (view as View & Inner)[WORLD];
}

/** The record that a view shows, as it is kept. */
export function storedOf(view: View): Stored {
  return (view as View & Inner)[STORED];
}

type ViewClass = new (world: ViewedWorld, stored: Stored) => View;

const classes = new WeakMap<Lookup, Map<string, ViewClass>>();

/** The class of an entity's views. */
export function viewsOf(lookup: Lookup, name: string): ViewClass {
  let known = classes.get(lookup);
  if (known === undefined) classes.set(lookup, (known = new Map()));
  let found = known.get(name);
  if (found === undefined) known.set(name, (found = makeClass(lookup.entity(name))));
  return found;
}

/** The class of an entity's records as expressions read them: each field is worked out when it is asked for. */
function makeClass(entity: Entity): ViewClass {
  class RecordView {
    readonly [WORLD]: ViewedWorld;
    readonly [STORED]: Stored;
    [DERIVED]: Derived | null = null;

    constructor(world: ViewedWorld, stored: Stored) {
      this[WORLD] = world;
      this[STORED] = stored;
    }
  }
  Object.defineProperties(RecordView.prototype, gettersOf(entity));
  return RecordView as unknown as ViewClass;
}

function gettersOf(entity: Entity): PropertyDescriptorMap {
  const getters: Record<string, (world: ViewedWorld, stored: Stored, view: View & Inner) => unknown> = {
    id: (_world, stored) => stored.id,
    created_at: (_world, stored) => stored.createdAt,
    created_by: (world, stored) => world.view(stored.createdBy),
    updated_at: (_world, stored) => stored.updatedAt,
    updated_by: (world, stored) => world.view(stored.updatedBy),
  };
  for (const field of entity.fields) {
    const { name, type, computed } = field;
    if (field.derived && !isTree(type)) continue;
    if (computed !== null)
      getters[name] = derived(name, (world, _stored, view) =>
        computedValue(evaluate(world, computed, { this: view }), world, field),
      );
    else if (type.kind === 'children')
      getters[name] = derived(name, (world, stored) =>
        world.children(stored.id, type.entity).map((child) => viewIn(world, child.id)),
      );
    else if (type.kind === 'many')
      getters[name] = (world, stored) =>
        ((stored.values[name] as readonly string[] | null | undefined) ?? []).flatMap((id) => world.view(id) ?? []);
    else if (isTree(type))
      getters[name] = derived(name, (world, stored) =>
        alongTree(world.living(type.entity), stored, type).map(({ id }) => viewIn(world, id)),
      );
    else if (type.kind === 'all')
      getters[name] = derived(name, (world, stored) =>
        world
          .living(type.entity)
          .filter(({ values }) => {
            const refers = values[type.by];
            return Array.isArray(refers) ? refers.includes(stored.id) : refers === stored.id;
          })
          .map(({ id }) => viewIn(world, id)),
      );
    else if (type.kind === 'reference')
      getters[name] = (world, stored) => world.view((stored.values[name] as string | null) ?? null);
    else getters[name] = (_world, stored) => stored.values[name] ?? null;
  }
  const names = [...Object.keys(getters), 'parent', ...(entity.owner === null ? [] : [snakeCase(entity.owner.entity)])];
  const properties = names.map((name): [string, PropertyDescriptor & ThisType<View & Inner>] => [
    name,
    {
      enumerable: true,
      get(this: View & Inner): unknown {
        const [world, stored] = [this[WORLD], this[STORED]];
        return getters[name]?.(world, stored, this) ?? (isParentName(entity, name) ? world.view(stored.parent) : null);
      },
    },
  ]);
  return Object.fromEntries(properties);
}

/** A getter that works its value out once for each version of its world. */
function derived(
  name: string,
  work: (world: ViewedWorld, stored: Stored, view: View) => unknown,
): (world: ViewedWorld, stored: Stored, view: View & Inner) => unknown {
  return (world, stored, view) => {
    const { version } = world;
    let known = view[DERIVED];
    if (known?.version !== version) view[DERIVED] = known = { version, values: new Map() };
    if (!known.values.has(name)) known.values.set(name, work(world, stored, view));
    return known.values.get(name);
  };
}

/** A computed field has the scale of its type, like anything that is assigned; a reference leads to its record. */
function computedValue(value: unknown, world: ViewedWorld, { type }: Entity['fields'][number]): unknown {
  if (value === null) return null;
  const kept = assigned(value, world.lookup, type);
  return type.kind === 'reference' ? world.view(plain(kept)) : kept;
}
