import { type Ask, type Field, looseField, message, nearest, type Transition } from '@nonet/language';
import type { FieldError } from '../../refusal.ts';
import { columnType } from '../../sql/identifiers.ts';
import { readBody, type Settable } from '../body.ts';
import type { EffectValues } from './effects.ts';
import { hinted } from '../hinted.ts';
import { brokenLimit, required } from '../validation/field-limits.ts';
import { checkUses, recordKey, type Use, usesOf } from '../references.ts';
import { actorSettings } from '../validation/actor-settings.ts';
import { fieldError, refuse } from '../refuse.ts';
import { readValue } from '../values.ts';
import type { StoredValue } from '../values/reading.ts';
import type { Write } from '../write.ts';

/** The content of an event's body: values of fields, and inputs that are not stored. */
export interface Asked {
  readonly fields: ReadonlyMap<string, StoredValue>;
  readonly inputs: ReadonlyMap<string, StoredValue>;
  /** By list field, the values of the child that is added to it. */
  readonly children: ReadonlyMap<string, ReadonlyMap<string, StoredValue>>;
}

/** The input of an event that asks for nothing. */
export const NOTHING_ASKED: Asked = { fields: new Map(), inputs: new Map(), children: new Map() };

/** Reads an event's body against the inputs of the rows in reach; adds all faults to `errors`. */
export function readAsked(
  write: Write,
  entity: string,
  rows: readonly Transition[],
  body: unknown,
  errors: FieldError[],
): Asked {
  const fields = new Map<string, StoredValue>();
  const inputs = new Map<string, StoredValue>();
  const children = new Map<string, ReadonlyMap<string, StoredValue>>();
  const clause = rows[0]?.clause ?? null;
  const asks = new Map(rows.flatMap((row) => row.asks.map((ask) => [nameOf(ask), ask] as const)));
  if (body === null || body === undefined) return { fields, inputs, children };
  if (typeof body !== 'object' || Array.isArray(body)) {
    errors.push({ field: null, code: 'INVALID', message: message('bodyObject'), clause });
    return { fields, inputs, children };
  }
  for (const [key, value] of Object.entries(body)) {
    const ask = asks.get(key);
    if (ask === undefined) {
      const unknown = message('notAsked', { name: JSON.stringify(key.slice(0, 80)) });
      errors.push({ field: key, code: 'INVALID', message: hinted(unknown, nearest(key, asks.keys())), clause });
      continue;
    }
    if (ask.kind === 'child') {
      const child = readChild(write, ask, value, errors);
      if (child !== null) children.set(key, child);
      continue;
    }
    const field = fieldOf(write, entity, ask);
    if (field.type.kind === 'open') throw refuse(write.index, 'NOT_SPECIFIED', { clause: field.gap ?? field.clause });
    const reading = readValue(write.index, field, value);
    if (!reading.ok) errors.push({ field: key, code: 'INVALID', message: reading.problem, clause: field.clause });
    else (ask.kind === 'field' ? fields : inputs).set(key, reading.value);
  }
  return { fields, inputs, children };
}

/** The values of a child that is added: `{"date": …, "amount": …}`; null if there is none. */
function readChild(
  write: Write,
  ask: Extract<Ask, { kind: 'child' }>,
  body: unknown,
  errors: FieldError[],
): ReadonlyMap<string, StoredValue> | null {
  if (body === null || body === undefined) return null;
  const asked = new Set(ask.fields.map(({ field }) => field));
  const settable = (entity: string, field: Field): Settable =>
    entity === ask.entity && asked.has(field.name) ? 'yes' : 'unknown';
  return readBody({ index: write.index, settable, errors }, ask.entity, body, true, `${ask.field}.`).values;
}

/** Checks the records and files that an event's body names, as in any other body. `id` is null if it creates. */
export async function checkAsked(
  write: Write,
  entity: string,
  id: string | null,
  rows: readonly Transition[],
  asked: Asked,
  errors: FieldError[],
): Promise<void> {
  const asks = new Map(rows.flatMap((row) => row.asks.map((ask) => [nameOf(ask), ask] as const)));
  const uses: Use[] = [];
  for (const [name, ask] of asks) {
    if (ask.kind === 'child') {
      for (const [key, value] of asked.children.get(name) ?? [])
        uses.push(...usesOf(write.index.field(ask.entity, key), value, `${name}.${key}`));
      continue;
    }
    const value = (ask.kind === 'field' ? asked.fields : asked.inputs).get(name) ?? null;
    const field = fieldOf(write, entity, ask);
    uses.push(...usesOf(field, value, name));
  }
  await checkUses(write, uses, id === null ? [] : [recordKey(entity, id)], errors);
}

/**
 * Errors of a row's asked fields: required ones that are missing, and values that break their field's limits (6: asked
 * fields come before the guard).
 */
export function askedErrors(write: Write, entity: string, row: Transition, asked: Asked): FieldError[] {
  return row.asks.flatMap((ask) => {
    if (ask.kind === 'child') return childErrors(write, entity, ask, asked);
    const field = fieldOf(write, entity, ask);
    const value = (ask.kind === 'field' ? asked.fields : asked.inputs).get(nameOf(ask)) ?? null;
    const broken = value === null && ask.required ? required(field) : brokenLimit(field, value, actorSettings(write));
    return broken === null ? [] : [fieldError(write.index, broken.code, field, nameOf(ask), broken.message)];
  });
}

function childErrors(write: Write, entity: string, ask: Extract<Ask, { kind: 'child' }>, asked: Asked): FieldError[] {
  const child = asked.children.get(ask.field);
  if (child === undefined) {
    const list = write.index.field(entity, ask.field);
    return ask.required ? [fieldError(write.index, 'REQUIRED', list, ask.field, required(list).message)] : [];
  }
  return ask.fields.flatMap((inner) => {
    const field = write.index.field(ask.entity, inner.field);
    const value = child.get(inner.field) ?? null;
    const broken = value === null && inner.required ? required(field) : brokenLimit(field, value, actorSettings(write));
    const path = `${ask.field}.${inner.field}`;
    return broken === null ? [] : [fieldError(write.index, broken.code, field, path, broken.message)];
  });
}

/** The inputs of a row as the values of the variable `input`. */
export function inputValues(write: Write, row: Transition, asked: Asked): EffectValues {
  return Object.fromEntries(
    row.asks.flatMap((ask) =>
      ask.kind === 'input'
        ? [[ask.name, { type: columnType(ask.type, actorSettings(write)), value: asked.inputs.get(ask.name) ?? null }]]
        : [],
    ),
  );
}

/** The name of an input in the body. */
export function nameOf(ask: Ask): string {
  return ask.kind === 'input' ? ask.name : ask.field;
}

function fieldOf(write: Write, entity: string, ask: Exclude<Ask, { kind: 'child' }>): Field {
  if (ask.kind === 'field') return write.index.field(entity, ask.field);
  return looseField(ask.name, ask.label, ask.type, ask.required, `4.${entity}`);
}
