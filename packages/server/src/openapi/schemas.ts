import { mayBeHidden } from './may-be-hidden.ts';
import { mayBeBeyondType } from '@nonet/engine';
import { hasValue, type Type } from '@nonet/language';
import type { EventView, FieldView } from '@nonet/client';
import type { Rights } from '../view/rights.ts';
import { filterKey } from '../request/query.ts';

export type Schema = Record<string, unknown>;

/** The schema of a field's value on the wire. */
export function valueSchema(field: FieldView): Schema {
  return { ...typeSchema(field), ...(field.meaning === '' ? {} : { description: field.meaning }) };
}

function typeSchema(field: FieldView): Schema {
  switch (field.kind) {
    case 'integer':
      return { type: 'integer', ...bounds(field, 'minimum', 'maximum') };
    case 'decimal':
    case 'money':
    case 'percent':
      return { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$', examples: ['12.50'] };
    case 'boolean':
      return { type: 'boolean' };
    case 'time':
      return TIME_OF_DAY;
    case 'duration':
      return DURATION;
    case 'recurrence':
      return RECURRENCE;
    case 'date':
    case 'email':
      return { type: 'string', format: field.kind };
    case 'datetime':
      return { type: 'string', format: 'date-time' };
    case 'url':
      return { type: 'string', format: 'uri' };
    case 'enum':
    case 'state':
      return { type: 'string', enum: (field.choices ?? []).map((choice) => choice.name) };
    case 'roles':
      return { type: 'array', items: { type: 'string' } };
    case 'json':
      return {};
    case 'secret':
      return { type: 'string', writeOnly: true };
    case 'serial':
      return WHOLE_ID;
    case 'id':
    case 'reference':
      return idSchema(field);
    case 'many':
    case 'all':
      return { type: 'array', items: idSchema(field), ...bounds(field, 'minItems', 'maxItems') };
    case 'file':
    case 'image':
      return { $ref: '#/components/schemas/File' };
    case 'children':
      return {
        type: 'array',
        items: { $ref: reference(field.entity ?? '') },
        ...bounds(field, 'minItems', 'maxItems'),
      };
    case 'long text':
    case 'markdown':
    case 'number':
    case 'open':
    case 'phone':
    case 'slug':
    case 'text':
      return { type: 'string', ...bounds(field, 'minLength', 'maxLength') };
  }
}

/** Two or three lines of RFC 5545; a request may have them in one line. */
const RECURRENCE: Schema = {
  type: 'string',
  pattern:
    '^DTSTART(;VALUE=DATE)?:[0-9]{8}\\s+RRULE:FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;[A-Z]+=[-+0-9A-Z,]+)*(\\s+EXDATE(;VALUE=DATE)?:[0-9]{8}(,[0-9]{8})*)*$',
  examples: ['DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
};

/** A time of no time zone: what JSON Schema calls a `time` has one. */
const TIME_OF_DAY: Schema = {
  type: 'string',
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]+)?)?$',
  examples: ['09:30:00'],
};

/** ISO 8601, whose parts may be negative: what JSON Schema calls a `duration` has no sign. */
const DURATION: Schema = {
  type: 'string',
  pattern: '^P(?=.)(-?[0-9]+[YMWD])*(T(-?[0-9]+(\\.[0-9]+)?[HMS])+)?$',
  examples: ['P21D', 'PT1H30M'],
};

/** The id of an entity's own records, whether or not this reader may read it as a field. */
export function ownIdSchema(rights: Rights, entity: string): Schema {
  return rights.field(entity, 'id')?.type.kind === 'serial' ? WHOLE_ID : UUID;
}

/** The id of what a field refers to. */
function idSchema(field: FieldView): Schema {
  return field.wholeIds ? WHOLE_ID : UUID;
}

function bounds(field: FieldView, minimum: string, maximum: string): Schema {
  const low = field.minimum === null ? Number.NaN : Number(field.minimum);
  const high = field.maximum === null ? Number.NaN : Number(field.maximum);
  return {
    ...(Number.isInteger(low) ? { [minimum]: low } : {}),
    ...(Number.isInteger(high) ? { [maximum]: high } : {}),
  };
}

/** The schema of an expression's value on the wire. */
export function typeSchemaOf(type: Type): Schema {
  switch (type.kind) {
    case 'integer':
    case 'size':
      return { type: 'integer' };
    case 'boolean':
      return { type: 'boolean' };
    case 'decimal':
    case 'money':
      return { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' };
    case 'time':
      return TIME_OF_DAY;
    case 'duration':
      return DURATION;
    case 'recurrence':
      return RECURRENCE;
    case 'date':
      return { type: 'string', format: type.kind };
    case 'datetime':
      return { type: 'string', format: 'date-time' };
    case 'enum':
      return { type: 'string', enum: [...type.values] };
    case 'list':
      return { type: 'array', items: typeSchemaOf(type.of) };
    case 'file':
      return { $ref: reference('File') };
    case 'text':
    case 'given':
    case 'record':
      return { type: 'string' };
    case 'json':
    case 'null':
    case 'object':
    case 'rate':
    case 'unknown':
    case 'working days':
      return {};
  }
}

export function reference(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Lists of ids, or of records where these are asked for. */
const LISTS: ReadonlySet<string> = new Set(['many', 'all']);

/** A record as this reader may read it: fields that they may not read are absent. */
export function recordSchema(rights: Rights, entity: string, fields: readonly FieldView[]): Schema {
  const readable = fields.filter((field) => rights.mayRead(entity, field.name));
  const expandedOf = (field: FieldView) => ({
    type: 'object',
    required: ['id', '_title'],
    properties: { id: idSchema(field), _title: { type: 'string' } },
  });
  const properties = readable.map((field) => {
    const items = { type: 'array', items: expandedOf(field) };
    const wholes = field.kind === 'reference' ? expandedOf(field) : LISTS.has(field.kind) ? items : null;
    const isList = field.kind === 'children' || LISTS.has(field.kind);
    // Records that the reader may not read are left out of a list, so that it may have fewer than the minimum.
    const value = isList ? { ...valueSchema(field), minItems: undefined } : valueSchema(field);
    const schema = wholes === null ? value : { anyOf: [value, wholes] };
    if (field.kind === 'all') return [field.name, { ...schema, description: reversedText(rights, field) }] as const;
    const isThere =
      field.required && !mayBeHidden(rights, entity, field.name) && !mayBeBeyondType(rights.plan, entity, field.name);
    return [field.name, isThere || isList ? schema : nullable(schema)] as const;
  });
  const reversed = readable.flatMap(({ kind, name }) => (kind === 'all' ? [name] : []));
  return {
    type: 'object',
    required: ['id', '_title'],
    properties: {
      ...Object.fromEntries(properties),
      id: ownIdSchema(rights, entity),
      _title: { type: 'string' },
      ...(reversed.length > 0 ? { _more: moreSchema(reversed) } : {}),
    },
  };
}

/** How many records of a reversed list are in an answer, and where to find all of them. */
function reversedText(rights: Rights, field: FieldView): string {
  const first = `${field.meaning === '' ? '' : `${field.meaning} `}Its first ${rights.plan.settings.maximumPageSize}`;
  if (field.by === undefined) return `${first}.`;
  return `${first}; all of them: GET /api/${rights.entity(field.entity ?? '')?.path}?${filterKey(field.by)}={id}.`;
}

function moreSchema(reversed: readonly string[]): Schema {
  return {
    type: 'array',
    items: { type: 'string', enum: reversed },
    description: 'Where reversed lists are answered: those of them that hold more records than are answered.',
  };
}

/** The body of a create or update. */
export function writeSchema(fields: readonly FieldView[], action: 'create' | 'update'): ObjectSchema {
  // An update may keep a value unchanged, even if new values would not be allowed to be so.
  const settable = fields
    .filter((field) => (action === 'create' ? field.onCreate : field.onUpdate))
    .map((field) => (action === 'create' ? { ...field, ...field.forNew } : field));
  const required = settable
    .filter(
      (field) =>
        field.required &&
        field.when === null &&
        field.defaultValue === null &&
        !field.defaultIsComputed &&
        action === 'create',
    )
    .map((field) => field.name);
  return object(settable, required);
}

/** The body of an event. */
export function askedSchema(event: EventView): Schema {
  const required = event.asks.filter((ask) => ask.required).map((ask) => ask.name);
  const children = event.asks.flatMap((ask) => {
    if (ask.child === null) return [];
    const needed = ask.child.filter((field) => field.required).map((field) => field.name);
    const child = object(ask.child, needed);
    return [[ask.name, ask.required ? child : nullable(child)] as const];
  });
  const asked = object(
    event.asks.filter((ask) => ask.child === null).map((ask) => ask.field),
    required,
  );
  return { ...asked, properties: { ...asked.properties, ...Object.fromEntries(children) } };
}

/** The schema of an object with these properties and no others. */
type ObjectSchema = Schema & { readonly properties: Schema };

function object(fields: readonly FieldView[], required: readonly string[]): ObjectSchema {
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(fields.map((field) => [field.name, writtenSchema(field)])),
  };
}

function writtenSchema(field: FieldView): Schema {
  if (field.kind === 'file' || field.kind === 'image') return nullable(UUID);
  if (field.kind === 'children') {
    return {
      type: 'array',
      items: { $ref: reference(`${field.entity}.write`) },
      ...bounds(field, 'minItems', 'maxItems'),
    };
  }
  const value = valueSchema(field);
  const written = hasValue(field, 'number') && field.kind !== 'integer' ? exactOrNumber(value) : value;
  return field.required || LISTS.has(field.kind) ? written : nullable(written);
}

/** A number that is answered as an exact text may be written as a JSON number too, as far as that is exact (3). */
export function exactOrNumber(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'number' }] };
}

export function nullable(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}

const WHOLE_ID: Schema = { type: 'integer', minimum: 1 };
export const UUID: Schema = { type: 'string', format: 'uuid' };
