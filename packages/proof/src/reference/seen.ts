import { isView, entityOf, evaluate, type Records, type View, viewIn } from './evaluate.ts';
import type { Expression } from '@nonet/language';
import { mayDo, mayReadField, type Actor } from './permissions.ts';
import { storedOf } from './record-view.ts';
import type { Stored } from './stored.ts';
import { alongTree, isTree } from './tree.ts';
import type { World } from './world.ts';

/**
 * A world as one reader sees it: values that they may not read are null, records that they may not read do not exist
 * (6). Tiles, `where` and columns use it.
 */
export function seenBy(world: World, actor: Actor): Records {
  const readable = readableBy(world, actor);
  return {
    lookup: world.lookup,
    now: world.now,
    acting: world.acting,
    living: (entity) => world.living(entity).filter(({ id }) => readable(id)),
    view: (id) => (id !== null && readable(id) ? seenAs(world, actor, viewIn(world, id)) : null),
  };
}

function readableBy(world: World, actor: Actor): (id: string) => boolean {
  return (id) => {
    const [record, view] = [world.get(id), world.view(id)];
    return record !== null && view !== null && world.isLiving(record) && mayDo(actor, 'read', view);
  };
}

/** A record as a reader sees it, who may perhaps not read it: then everything of it is null. */
export function seenAs(world: World, actor: Actor, record: View): View {
  const readable = readableBy(world, actor);
  const seen = (view: View): View =>
    new Proxy(view, {
      get(target, name) {
        if (typeof name !== 'string' || name === 'id') return Reflect.get(target, name);
        const field = world.lookup.field(entityOf(target.id), name);
        if (field !== null && !mayReadField(actor, target, name)) return field.type.kind === 'children' ? [] : null;
        if (isTree(field?.type)) return treeOf(storedOf(target), field.type);
        return visible(Reflect.get(target, name));
      },
    });
  /** A reader's walk leads only over records that they may read, with the field that leads on. */
  const treeOf = (from: Stored, type: Parameters<typeof alongTree>[2]): readonly View[] => {
    const leadsOn = ({ id }: Stored): boolean => mayReadField(actor, viewIn(world, id), type.by);
    if (type.along === 'ancestors' && !leadsOn(from)) return [];
    return alongTree(world.living(type.entity), from, type, (each) => readable(each.id) && leadsOn(each)).map(
      ({ id }) => seen(viewIn(world, id)),
    );
  };
  const visible = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visible).filter((item) => item !== null);
    if (!isView(value)) return value;
    return readable(storedOf(value).id) ? seen(value) : null;
  };
  return seen(record);
}

/**
 * The records for which a condition holds as the reader sees them; without a condition, all that they may read.
 * @param only Asks about this one alone.
 */
export function selected(
  world: World,
  actor: Actor,
  entity: string,
  where: Expression | null,
  only: string | null = null,
): string[] {
  const seen = seenBy(world, actor);
  const user = world.view(actor);
  const asked = only === null ? seen.living(entity).map(({ id }) => id) : [only].filter((id) => seen.view(id) !== null);
  return asked.filter(
    (id) => where === null || evaluate(seen, where, { this: seen.view(id), user, path: {} }) === true,
  );
}
