import { choiceLiteral, enumOf, literalOf } from './names.ts';
import { type Schema, type Schemas, typesOf } from './openapi-schemas.ts';
import { listOf, numberOf, textOf } from './structured-file.ts';

/** A type of point 3 with its rules; `type` null: the description does not say one that is known to be the same. */
export interface Typed {
  readonly type: string | null;
  readonly rules: readonly string[];
}

const UNKNOWN: Typed = { type: null, rules: [] };

const FORMATS: Readonly<Record<string, string | null>> = {
  binary: null,
  byte: null,
  date: 'date',
  'date-time': 'datetime',
  decimal: null,
  duration: null,
  email: 'email',
  password: 'secret',
  time: null,
  uri: 'url',
  url: 'url',
};

/** The type of a property. `entities`: those of the components that are entities. `leave`: lists what is not taken of it. */
export function typeOfSchema(
  schemas: Schemas,
  schema: Schema,
  entities: ReadonlyMap<string, string>,
  leave: (what: string) => void,
): Typed {
  const entity = entities.get(schema.component ?? '');
  if (entity !== undefined) return { type: entity, rules: [] };
  const { types } = typesOf(schema);
  const [type, ...others] = types;
  if (type === undefined || others.length > 0) {
    const several = listOf(schema.is['oneOf']).length + listOf(schema.is['anyOf']).length > 0;
    leave(several ? 'is one of several forms' : others.length > 0 ? `is one of ${types.join(', ')}` : 'has no type');
    return UNKNOWN;
  }
  switch (type) {
    case 'boolean':
      return { type, rules: defaultRule(schema, type, leave) };
    case 'integer':
      return { type, rules: [...boundsOf(schema), ...defaultRule(schema, type, leave)] };
    case 'string':
      return typeOfText(schema, leave);
    case 'object':
      if (schemas.objectAt(schema) !== null) leave('is an object without a name: it is kept as a whole');
      return { type: 'json', rules: [] };
    case 'array':
      leave(`is a list of ${itemsOf(schemas, schema, entities)}: whose records they are is not known`);
      return UNKNOWN;
    default:
      leave(`the type ${type} has no counterpart that is known to be the same`);
      return UNKNOWN;
  }
}

/** The component that the items of a list are; its entity, if it is one. */
function itemsOf(schemas: Schemas, { is, pointer }: Schema, entities: ReadonlyMap<string, string>): string {
  const items = is['items'] === undefined ? null : schemas.at(is['items'], `${pointer}/items`);
  if (items === null) return 'what is not said';
  return entities.get(items.component ?? '') ?? items.component ?? typesOf(items).types[0] ?? 'values';
}

function typeOfText(schema: Schema, leave: (what: string) => void): Typed {
  const { is } = schema;
  const stated = is['const'] === undefined ? listOf(is['enum']) : [is['const']];
  const values = stated.flatMap((value) => textOf(value) ?? []);
  if (values.length > 0) {
    const type = enumOf(values.filter((value) => value !== ''));
    if (type === null) leave(`choices that are not taken as such: ${values.slice(0, 20).join(', ')}`);
    return type === null ? UNKNOWN : { type, rules: defaultRule(schema, type, leave) };
  }
  const format = textOf(is['format']) ?? '';
  const type = Object.hasOwn(FORMATS, format) ? FORMATS[format] : 'text';
  if (type === null || type === undefined) {
    leave(`the format ${format} has no counterpart that is known to be the same`);
    return UNKNOWN;
  }
  if (type === 'text')
    return { type, rules: [...lengthsOf(schema), ...patternOf(schema, leave), ...defaultRule(schema, type, leave)] };
  if (is['default'] !== undefined) leave('has a default that is not taken');
  return { type, rules: [] };
}

function lengthsOf({ is }: Schema): string[] {
  const [least, most] = [numberOf(is['minLength']) ?? 0, numberOf(is['maxLength'])];
  return least <= 0 && most === null ? [] : [`${least <= 0 ? '' : least}..${most ?? ''}`];
}

function boundsOf({ is }: Schema): string[] {
  const least = limitOf(is['minimum'], is['exclusiveMinimum'], 1);
  const most = limitOf(is['maximum'], is['exclusiveMaximum'], -1);
  return least === null && most === null ? [] : [`${least ?? ''}..${most ?? ''}`];
}

/** A bound of whole numbers. What is excluded is a number in 3.1, and a boolean beside the bound in 3.0. */
function limitOf(limit: unknown, excluded: unknown, step: 1 | -1): number | null {
  const [given, beyond] = [numberOf(limit), numberOf(excluded)];
  const bounds = [
    ...(given === null ? [] : [given + (excluded === true ? step : 0)]),
    ...(beyond === null ? [] : [beyond + step]),
  ].filter((bound) => Number.isSafeInteger(bound));
  if (bounds.length === 0) return null;
  return step === 1 ? Math.max(...bounds) : Math.min(...bounds);
}

function patternOf({ is }: Schema, leave: (what: string) => void): string[] {
  const pattern = textOf(is['pattern']);
  if (pattern === null || pattern === '') return [];
  // A table of Markdown has no such signs in a cell.
  if (/[|`\r\n]/.test(pattern)) {
    leave(`the pattern ${pattern} is not taken`);
    return [];
  }
  return [`matches /${pattern.replaceAll(/(?<!\\)\//g, '\\/')}/`];
}

function defaultRule({ is }: Schema, type: string, leave: (what: string) => void): string[] {
  const standard = is['default'];
  if (standard === undefined || standard === null) return [];
  const text = typeof standard === 'string' ? standard : JSON.stringify(standard);
  const literal =
    type === 'boolean' || type === 'integer'
      ? /^(?:true|false|-?\d+)$/.exec(text)?.[0]
      : type.startsWith('enum(')
        ? choiceLiteral(text)
        : text === ''
          ? null
          : literalOf(text);
  if (literal !== null && literal !== undefined) return [`\`default ${literal}\``];
  leave('has a default that is not taken');
  return [];
}
