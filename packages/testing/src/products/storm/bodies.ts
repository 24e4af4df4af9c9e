import type { Ask, Entity, Event, Field } from '@nonet/language';
import type { Known } from './known.ts';
import { hostile, valid } from './values.ts';

type Json = Record<string, unknown>;

/** The fields of an entity that a person can enter. */
function entered(known: Known, entity: Entity): Field[] {
  return entity.fields.filter(
    ({ derived, computed, bySystem, closed, type }) =>
      (!closed || known.dice.once(10)) &&
      !derived &&
      computed === null &&
      !bySystem &&
      !['all', 'number', 'slug', 'state', 'open', 'id', 'serial'].includes(type.kind),
  );
}

/** A body for a new record: mostly one that could be saved. */
export function newRecord(known: Known, entity: Entity, depth = 2): Json {
  const { dice } = known;
  const fields = entered(known, entity).filter(({ required }) => required || dice.once(3));
  return spoiled(known, Object.fromEntries(fields.map((field) => [field.name, fieldValue(known, field, depth)])));
}

/** A body for a change. */
export function change(known: Known, entity: Entity): Json {
  const { dice } = known;
  const fields = dice.some(entered(known, entity), 3);
  return spoiled(known, Object.fromEntries(fields.map((field) => [field.name, fieldValue(known, field, 1)])));
}

/** A body for an event: what its rows ask for. */
export function asked(known: Known, entity: Entity, event: Event): Json {
  const { dice } = known;
  const asks = dice.maybe(event.transitions)?.asks ?? [];
  const pairs = asks.filter((ask) => ask.required || dice.once(2)).map((ask) => askValue(known, entity, ask));
  return spoiled(known, Object.fromEntries(pairs));
}

function askValue(known: Known, entity: Entity, ask: Ask): [string, unknown] {
  const { dice, plan } = known;
  const of = (owner: Entity | undefined, name: string): unknown => {
    const field = owner?.fields.find((one) => one.name === name);
    return field === undefined ? null : fieldValue(known, field, 1);
  };
  switch (ask.kind) {
    case 'field':
      return [ask.field, of(entity, ask.field)];
    case 'child': {
      const child = plan.entities.find(({ name }) => name === ask.entity);
      const fields = ask.fields.filter(({ required }) => required || dice.once(2));
      return [ask.field, Object.fromEntries(fields.map(({ field }) => [field, of(child, field)]))];
    }
    case 'input': {
      const plain = entity.fields[0];
      const field = plain === undefined ? undefined : { ...plain, type: ask.type, minimum: null, maximum: null };
      return [ask.name, field === undefined ? null : valid(field, dice, (name) => known.id(name))];
    }
  }
}

export function fieldValue(known: Known, field: Field, depth: number): unknown {
  const { dice, plan } = known;
  const { type } = field;
  if (type.kind === 'children') {
    const child = plan.entities.find(({ name }) => name === type.entity);
    if (child === undefined || depth <= 0) return [];
    return Array.from({ length: dice.below(3) }, () => newRecord(known, child, depth - 1));
  }
  if (type.kind === 'file' || type.kind === 'image') return dice.maybe(known.files) ?? null;
  if (!field.required && dice.once(6)) return null;
  return valid(field, dice, (entity) => known.id(entity));
}

/** Now and then with something in it that does not belong there. */
function spoiled(known: Known, body: Json): Json {
  const { dice } = known;
  if (!dice.once(4)) return body;
  const names = Object.keys(body);
  const name = dice.maybe(names);
  if (name === undefined || dice.once(6))
    return { ...body, [dice.pick(['unknown', 'id', 'created_at', '_title', 'status', ''])]: hostile(dice) };
  if (dice.once(4)) return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
  return { ...body, [name]: hostile(dice) };
}
