import { isObject, type ExactCallAction, type Records, type Target } from '@nonet/language';
import { column, SYSTEM_COLUMNS } from '../../sql/identifiers.ts';
import { Refusal } from '../../refusal.ts';
import { bodyNow, LateBody } from '../body.ts';
import { changeRecord } from '../update.ts';
import { fromThis, perform, THIS, type Write } from '../write.ts';
import { refuse } from '../refuse.ts';
import { withErrors } from './about.ts';

/** Owned children are written with their parent (6): each of these changes the parent's list. */
export function isOwned(write: Write, entity: string): boolean {
  return write.index.entity(entity).owner !== null;
}

/** Adds a child at the end of its parent's list; answers its id. `parents` leads to the parent. */
export async function createOwned(
  write: Write,
  of: NonNullable<Records['of']>,
  parents: readonly string[],
  body: unknown,
): Promise<string> {
  const parent = parents.at(-1) ?? '';
  const { entity } = of.target;
  const child = childOf(write, entity, of.list);
  await changeList(write, entity, parent, of.list, async (ids, errors) => [
    ...ids.map(same),
    await bodyNow(body, errors),
  ]);
  return (await childIds(write, child, parent)).at(-1) ?? '';
}

export function updateOwned(write: Write, target: Target, ids: readonly string[], body: unknown): Promise<void> {
  const { entity, list, parent, child } = placeOf(write, target, ids);
  return changeList(write, entity, parent, list, async (present, errors) => {
    const changed = await bodyNow(body, errors);
    return present.map((id) => (id === child ? { ...(isObject(changed) && changed), id } : same(id)));
  });
}

export function deleteOwned(write: Write, target: Target, ids: readonly string[]): Promise<void> {
  const { entity, list, parent, child } = placeOf(write, target, ids);
  return changeList(write, entity, parent, list, async (present) => present.filter((id) => id !== child).map(same));
}

type Change = (ids: readonly string[], errors: Parameters<LateBody['read']>[0]) => Promise<readonly unknown[]>;

async function changeList(write: Write, entity: string, parent: string, list: string, change: Change): Promise<void> {
  if (isOwned(write, entity)) throw refuse(write.index, 'NOT_FOUND');
  const child = childOf(write, entity, list);
  // The children are looked at when the parent is locked.
  const body = new LateBody(async (errors) => ({ [list]: await change(await childIds(write, child, parent), errors) }));
  try {
    await changeRecord(write, entity, parent, body, async () => undefined);
  } catch (error) {
    throw error instanceof Refusal ? asChilds(error, list) : error;
  }
}

/** The list through which an action writes one owned child; null if it writes a record without an owner. */
export function listOfChild({ index }: Pick<Write, 'index'>, does: ExactCallAction): string | null {
  const entity = does.kind === 'create' ? does.records.entity : does.kind === 'update' ? does.target.entity : null;
  return entity === null ? null : (index.entity(entity).owner?.field ?? null);
}

/** The caller has sent a child and no list: its errors have its own fields' names. */
export function asChilds(refusal: Refusal, list: string): Refusal {
  const errors = refusal.errors.map((error) => {
    const [head, place, ...field] = error.field?.split('.') ?? [];
    return head === list && place !== undefined && field.length > 0 ? { ...error, field: field.join('.') } : error;
  });
  return withErrors(refusal, errors);
}

/** A child that stays as it is. */
function same(id: string): { readonly id: string } {
  return { id };
}

/** The list of the parent's that holds a child, found through it or by itself. */
function placeOf(write: Write, { steps, entity }: Target, ids: readonly string[]) {
  const step = steps.at(-1);
  const { owner } = write.index.entity(entity);
  const [parent, child] = ids.slice(-2);
  if (step === undefined || owner === null || parent === undefined || child === undefined)
    throw new Error(`A ${entity} is written through the list that holds it.`);
  return { entity: owner.entity, list: owner.field, parent, child };
}

function childOf(write: Write, entity: string, list: string): string {
  const { type } = write.index.field(entity, list);
  if (type.kind !== 'children') throw new Error(`${entity}.${list} is no list of owned records.`);
  return type.entity;
}

async function childIds(write: Write, child: string, parent: string): Promise<readonly string[]> {
  const rows = await perform<{ id: string }>(
    write,
    `owned ${child}`,
    (parameters) =>
      `select ${column(THIS, 'id')} as id ${fromThis(child)} where ${column(THIS, SYSTEM_COLUMNS.parent)} = ${parameters.slot('parent', 'uuid')} order by ${column(THIS, SYSTEM_COLUMNS.position)}, 1`,
    { parent },
  );
  return rows.map(({ id }) => id);
}
