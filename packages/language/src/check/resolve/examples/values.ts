import { EXAMPLES_CODES } from '../../../diagnostics/codes/examples.ts';
import { TABLE_CODES } from '../../../diagnostics/codes/tables.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Type } from '../../../expression/type.ts';
import type { Event } from '../../../model/states.ts';
import { typeOf } from '../../declare/schema.ts';
import type { DeclaredField } from '../../declared.ts';
import { pairOf } from '../pair.ts';
import { replacement } from '../replacement.ts';
import { type Part, splitList } from '../words.ts';
import type { ExamplePlace } from './place.ts';

/** What may be given, by name: its type, or why nobody gives it. */
type Givable = ReadonlyMap<string, Type | string>;

/** The fields that whoever creates or updates a record may give, as far as the language says. */
export function fieldTypes({ context, declared }: ExamplePlace, entity: string): Givable {
  const types = context.schema.entities.get(entity)?.fields;
  const fields = [...(declared.entities.get(entity)?.fields.values() ?? [])];
  return new Map(
    fields.flatMap((field) => {
      const type = types?.get(field.name);
      return type === undefined ? [] : [[field.name, whyNot(field) ?? type] as const];
    }),
  );
}

function whyNot(field: DeclaredField): string | null {
  if (field.computed) return 'it is computed';
  if (field.derived) return 'every entity has it, and Nonet keeps it';
  if (field.type.kind === 'state') return 'it is the state, which events change';
  if (field.type.kind === 'number') return 'it is given on create';
  if (field.type.kind === 'slug') return `it is made of \`${field.type.of}\``;
  if (field.type.kind === 'all') return 'it lists what refers here';
  if (field.type.kind === 'children')
    return 'its records are filled in as the document allows; say what they are like under `given`';
  if (['file', 'image', 'secret'].includes(field.type.kind)) return 'no expression has such a value';
  return null;
}

/** What the rows of an event ask for. */
export function askedTypes({ context }: ExamplePlace, entity: string, event: Event): Givable {
  const fields = context.schema.entities.get(entity)?.fields;
  const asked = new Map<string, Type | string>();
  for (const ask of event.transitions.flatMap(({ asks }) => asks)) {
    const type = ask.kind === 'field' ? fields?.get(ask.field) : ask.kind === 'input' ? typeOf(ask.type, true) : null;
    if (ask.kind === 'child') asked.set(ask.field, 'its record is filled in as the document allows');
    else if (type) asked.set(ask.kind === 'field' ? ask.field : ask.name, type);
  }
  return asked;
}

/** `field: value, …`. Any value may be `null`: that it is missing is what an example may be about. Null where it has mistakes. */
export function readValues(
  { context }: ExamplePlace,
  words: Part | null,
  givable: Givable,
  scope: Scope,
): Readonly<Record<string, Expression>> | null {
  const values: Record<string, Expression> = {};
  let complete = true;
  for (const item of words === null ? [] : splitList(words).filter(({ text }) => text !== '')) {
    const pair = pairOf(item);
    if (pair === null) {
      const reason = 'each value has its field, as in `purpose: "Rome"`';
      context.report('N433', EXAMPLES_CODES.N433, { target: item.text, reason }, item.span);
      complete = false;
      continue;
    }
    const { field, value } = pair;
    const type = givable.get(field.text);
    if (type === undefined || typeof type === 'string') {
      const offered = type === undefined ? nearest(field.text, givable.keys()) : null;
      const reason = type ?? ({ no: 'value', name: field.text, of: '', nearest: offered } as const);
      const holes = { target: field.text, reason };
      context.report('N433', EXAMPLES_CODES.N433, holes, field.span, replacement(field.span, offered));
      complete = false;
    } else if (Object.hasOwn(values, field.text)) {
      context.report('N037', TABLE_CODES.N037, { name: field.text, what: 'field' }, field.span);
    } else {
      const read = context.expression(value, scope, { ...type, nullable: true });
      if (read === null) complete = false;
      else values[field.text] = read;
    }
  }
  return complete ? values : null;
}
