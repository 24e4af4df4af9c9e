import { hasValue } from '../../../model/field-kinds.ts';
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
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import type { NoSuch } from '../../../diagnostics/no-such-reason.ts';

/** The values that may be given, by name: the type, or the reason why nobody gives it. */
type Givable = ReadonlyMap<string, GivenValue>;

type GivenValue = { readonly type: Type } | { readonly whyNot: Exclude<DetailsOf<'N433'>['reason'], NoSuch> };

/** The fields that somebody may give when they create or update a record, as far as the language is concerned. */
export function fieldTypes({ context, declared }: ExamplePlace, entity: string): Givable {
  const types = context.schema.entities.get(entity)?.fields;
  const fields = [...(declared.entities.get(entity)?.fields.values() ?? [])];
  return new Map(
    fields.flatMap((field) => {
      const type = types?.get(field.name);
      return type === undefined ? [] : [[field.name, givenValue(field, type)] as const];
    }),
  );
}

function givenValue(field: DeclaredField, type: Type): GivenValue {
  if (field.computed) return { whyNot: 'computed' };
  if (field.derived) return { whyNot: 'derived' };
  if (field.type.kind === 'state') return { whyNot: 'state' };
  if (field.type.kind === 'number') return { whyNot: 'number' };
  if (field.type.kind === 'slug') return { whyNot: { because: 'slug', of: field.type.of } };
  if (field.type.kind === 'all') return { whyNot: 'all' };
  if (field.type.kind === 'children') return { whyNot: 'children' };
  if (hasValue(field.type, 'file', 'secret')) return { whyNot: 'valueless' };
  return { type };
}

/** The fields and inputs that the rows of an event ask for. */
export function askedTypes({ context }: ExamplePlace, entity: string, event: Event): Givable {
  const fields = context.schema.entities.get(entity)?.fields;
  const asked = new Map<string, GivenValue>();
  for (const ask of event.transitions.flatMap(({ asks }) => asks)) {
    const type = ask.kind === 'field' ? fields?.get(ask.field) : ask.kind === 'input' ? typeOf(ask.type, true) : null;
    if (ask.kind === 'child') asked.set(ask.field, { whyNot: 'asked' });
    else if (type) asked.set(ask.kind === 'field' ? ask.field : ask.name, { type });
  }
  return asked;
}

/**
 * `field: value, …`. Any value may be `null`: that it is missing is what an example may be about. Null if it has
 * mistakes.
 */
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
      context.report('N433', EXAMPLES_CODES.N433, { target: item.text, reason: 'form' }, item.span);
      complete = false;
      continue;
    }
    const { field, value } = pair;
    const given = givable.get(field.text);
    if (given === undefined || 'whyNot' in given) {
      const offered = given === undefined ? nearest(field.text, givable.keys()) : null;
      const reason = given?.whyNot ?? ({ no: 'value', name: field.text, of: '', nearest: offered } as const);
      const details = { target: field.text, reason };
      context.report('N433', EXAMPLES_CODES.N433, details, field.span, replacement(field.span, offered));
      complete = false;
    } else if (Object.hasOwn(values, field.text)) {
      context.report('N037', TABLE_CODES.N037, { name: field.text, what: 'field' }, field.span);
    } else {
      const read = context.expression(value, scope, { ...given.type, nullable: true });
      if (read === null) complete = false;
      else values[field.text] = read;
    }
  }
  return complete ? values : null;
}
