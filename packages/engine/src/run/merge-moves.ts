import type { Entity } from '@nonet/language';
import { column, quote, type StoredField, SYSTEM_COLUMNS, storedFields, table } from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';
import { run } from '../store/pool.ts';
import { stamp } from './save.ts';
import { note } from './touch.ts';
import { fromThis, perform, snapshot, THIS, touchedKey, type Write } from './write.ts';

/** Two records of an entity of which one goes, and the clause by which they are merged. */
export interface Moved {
  readonly entity: string;
  readonly stays: string;
  readonly goes: string;
  readonly clause: string;
}

/** Gives the owned children of the record that goes to the one that stays, behind its own, in their order. */
export async function moveChildren(write: Write, { entity, stays, goes, clause }: Moved): Promise<void> {
  const parent = SYSTEM_COLUMNS.parent;
  for (const { entity: child } of write.index.children(entity)) {
    await noteAll(
      write,
      child.name,
      'child',
      (parameters) => `${column(THIS, parent)} = ${slotOf(parameters, 'goes')}`,
      {
        goes,
        clause,
      },
    );
    await perform(
      write,
      `merge children ${child.name}`,
      (parameters) => {
        const owner = slotOf(parameters, 'stays');
        const next = `(select coalesce(max(other."_position"), -1) + 1 from ${table(child.name)} other where other.${quote(parent)} = ${owner})`;
        const place = `${next} + row_number() over (order by former."_position") - 1`;
        return `update ${table(child.name)} ${THIS} set ${quote(parent)} = ${owner}, "_position" = moved.place, ${stamp(parameters)}
          from (select former.id, ${place} as place from ${table(child.name)} former where former.${quote(parent)} = ${slotOf(parameters, 'goes')}) moved
          where ${column(THIS, 'id')} = moved.id`;
      },
      { stays, goes },
    );
  }
}

/** Lets every reference to the record that goes lead to the one that stays, in records that are softly deleted as well. */
export async function moveReferences(write: Write, moved: Moved): Promise<void> {
  for (const { entity, field } of referencesTo(write, moved.entity)) {
    const isOwn = entity.name === moved.entity;
    await noteAll(
      write,
      entity.name,
      field.name,
      (parameters) => `${refersTo(field, parameters)} and ${column(THIS, 'id')} <> ${slotOf(parameters, 'goes')}`,
      moved,
    );
    await perform(
      write,
      `merge references ${entity.name} ${field.name}`,
      (parameters) => {
        const value = isOwn ? ofOneThatStays(entity, field, parameters) : movedValue(field, parameters);
        return `update ${table(entity.name)} ${THIS} set ${quote(field.name)} = ${value}, ${stamp(parameters)}
          where ${refersTo(field, parameters)} and ${column(THIS, 'id')} <> ${slotOf(parameters, 'goes')}`;
      },
      { stays: moved.stays, goes: moved.goes },
    );
  }
}

function movedValue(field: StoredField, parameters: Parameters): string {
  const [stays, goes] = [slotOf(parameters, 'stays'), slotOf(parameters, 'goes')];
  if (field.type.kind !== 'many') return stays;
  const own = column(THIS, field.name);
  return `case when ${own} @> array[${stays}] then array_remove(${own}, ${goes}) else array_replace(${own}, ${goes}, ${stays}) end`;
}

/**
 * The one that stays would refer to itself: a list loses the other one, and a reference leads on to what that one refers
 * to, if it is not this one again.
 */
function ofOneThatStays(entity: Entity, field: StoredField, parameters: Parameters): string {
  const [stays, goes] = [slotOf(parameters, 'stays'), slotOf(parameters, 'goes')];
  const own = column(THIS, field.name);
  const further =
    field.type.kind === 'many'
      ? `array_remove(${own}, ${goes})`
      : `(select nullif(other.${quote(field.name)}, ${stays}) from ${table(entity.name)} other where other.id = ${goes})`;
  return `case when ${column(THIS, 'id')} = ${stays} then ${further} else ${movedValue(field, parameters)} end`;
}

/** Locks the records for which a condition holds, and notes that they change; those that are softly deleted are not judged. */
async function noteAll(
  write: Write,
  entity: string,
  key: string,
  condition: (parameters: Parameters) => string,
  { goes, clause }: Pick<Moved, 'goes' | 'clause'>,
): Promise<void> {
  const rows = await perform<{ id: string; before: string }>(
    write,
    `to merge ${entity} ${key}`,
    (parameters) =>
      `select ${column(THIS, 'id')} as id, ${snapshot(write.index, entity, THIS)}::text as before ${fromThis(entity)}
       where ${condition(parameters)} and ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null order by 1 for no key update of ${THIS}`,
    { goes },
  );
  for (const { id, before } of rows) {
    const known = write.touched.get(touchedKey(entity, id));
    if (known === undefined) note(write, entity, id, before, { cause: 'update', action: 'update', clause });
    else known.causes.add('update');
  }
}

/** Notes that the record goes; before all others, so that its history ends before that of the one that stays goes on. */
export function noteMerged(write: Write, { entity, goes, clause }: Moved, before: string): void {
  note(write, entity, goes, before, { cause: 'delete', action: 'merge', clause }).deleted = true;
}

/** Deletes the record that goes for good, whatever `delete` says: nothing refers to it any more. */
export async function removeMerged(write: Write, { entity, goes }: Moved): Promise<void> {
  await perform(
    write,
    `remove ${entity}`,
    (parameters) => `delete ${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
    { id: goes },
  );
}

/**
 * Lets what the product itself keeps about the record be about the one that stays: calls, notices, papers that are to be
 * set; and notes where the address of the one that went leads.
 */
export async function moveTraces(write: Write, { entity, stays, goes }: Moved): Promise<void> {
  const values = [stays, goes, entity];
  for (const name of ['outbound_call', 'received_mail', 'notice'])
    await run(write.client, {
      text: `update nonet.${name} set record = $1::uuid where record = $2::uuid and entity = $3::text`,
      values,
    });
  // The next table finds the one that stays by its own key.
  await run(write.client, {
    text: 'delete from nonet.feed_record where record = $1::uuid and entity = $2::text',
    values: [goes, entity],
  });
  // Whole numbers are ids of other entities as well.
  if (!write.index.hasWholeIds(entity)) {
    await run(write.client, {
      text: 'update nonet.notice set each_record = $1::uuid where each_record = $2::uuid',
      values: [stays, goes],
    });
    await run(write.client, {
      text: 'update nonet.paper_to_set set record = $1::uuid where record = $2::uuid',
      values: [stays, goes],
    });
  }
  await run(write.client, {
    text: 'delete from nonet.hidden_with where record = $1::uuid and entity = $2::text',
    values: [goes, entity],
  });
  const relation = [table(entity)];
  await run(write.client, {
    text: 'update nonet.merged set stays = $1::uuid where stays = $2::uuid and relation = $3::text::regclass',
    values: [stays, goes, ...relation],
  });
  await run(write.client, {
    text: 'insert into nonet.merged (relation, gone, stays, at) values ($3::text::regclass, $2::uuid, $1::uuid, $4::timestamptz)',
    values: [stays, goes, ...relation, write.now],
  });
}

function referencesTo(write: Write, target: string): { readonly entity: Entity; readonly field: StoredField }[] {
  return write.index.plan.entities.flatMap((entity) =>
    storedFields(entity)
      .filter(({ type }) => (type.kind === 'reference' || type.kind === 'many') && type.entity === target)
      .map((field) => ({ entity, field })),
  );
}

function refersTo(field: StoredField, parameters: Parameters): string {
  const goes = slotOf(parameters, 'goes');
  return field.type.kind === 'many'
    ? `${column(THIS, field.name)} @> array[${goes}]`
    : `${column(THIS, field.name)} = ${goes}`;
}

function slotOf(parameters: Parameters, name: 'stays' | 'goes'): string {
  return parameters.slot(name, 'uuid');
}
