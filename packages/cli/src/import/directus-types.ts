import { choiceLiteral, choiceOf, enumOf, literalOf } from './names.ts';
import type { DirectusField } from './directus-snapshot.ts';
import { isObject, listOf, objectOf, textOf } from './structured-file.ts';

interface FieldType {
  readonly type: string | null;
  readonly rules: readonly string[];
}

const UNKNOWN: FieldType = { type: null, rules: [] };

const TYPES: Readonly<Record<string, string>> = {
  bigInteger: 'integer',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'datetime',
  integer: 'integer',
  json: 'json',
  string: 'text',
  text: 'long text',
  time: 'time',
  timestamp: 'datetime',
  uuid: 'text',
};
/** Interfaces whose fields have a list of values, and neither plain JSON nor one text. */
const LISTS = new Set([
  'list',
  'tags',
  'select-multiple-checkbox',
  'select-multiple-checkbox-tree',
  'select-multiple-dropdown',
]);

/** The type of a field that refers to nothing. `leave`: lists what is not taken of it. */
export function fieldTypeOf(field: DirectusField, leave: (what: string) => void): FieldType {
  const { type: stated, meta, schema } = field;
  const type = LISTS.has(meta?.interface ?? '') ? null : (TYPES[stated] ?? decimalIn(field));
  if (type === null) {
    leave(
      `the type ${stated}${meta?.interface ? ` (${meta.interface})` : ''} has no counterpart that is known to be the same`,
    );
    return UNKNOWN;
  }
  if (stated === 'dateTime' || /without time zone/.test(schema?.data_type ?? ''))
    if (type === 'datetime') leave('is an instant without a time zone: TIME_ZONE of point 9 has to be its zone');
  const choices = choicesIn(field, leave);
  const known = choices ?? (meta?.interface === 'input-rich-text-md' ? 'markdown' : type);
  const size = known === 'text' && stated === 'string' && schema?.max_length ? [`..${schema.max_length}`] : [];
  return { type: known, rules: [...size, ...patternIn(field, known, leave), ...defaultIn(field, known, leave)] };
}

function decimalIn({ type, schema }: DirectusField): string | null {
  const precision = schema?.numeric_precision;
  const scale = schema?.numeric_scale ?? 0;
  return type === 'decimal' && precision ? `decimal(${precision}, ${scale})` : null;
}

/** The choices of a field with one value; null: it has none, or others are admitted. */
function choicesIn({ type, meta }: DirectusField, leave: (what: string) => void): string | null {
  const choices = listOf(meta?.options?.['choices']).map(objectOf);
  if (choices.length === 0 || !/^select-(?:dropdown|radio|icon)$/.test(meta?.interface ?? '')) return null;
  const values = choices.flatMap(({ value }) => textOf(value) ?? []);
  const isOpen = meta?.options?.['allowOther'] === true;
  if (type !== 'string' || values.length < choices.length || isOpen || enumOf(values) === null) {
    leave(`choices that are not taken as such: ${choices.map(({ value }) => String(value)).join(', ')}`);
    return null;
  }
  const named = choices.map(({ value, text }) => {
    const own = choiceOf(String(value))?.split(' ')[0] ?? '';
    const label = labelOf(text);
    return label === '' || label === own ? choiceOf(String(value)) : `${own} (${label})`;
  });
  return `enum(${named.join(', ')})`;
}

/** The words of a choice; a name of Directus's own translations (`$t:draft`) is none. */
function labelOf(text: unknown): string {
  if (typeof text !== 'string' || text.startsWith('$t:')) return '';
  return text
    .replaceAll(/[(),|`\r\n\\]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** `{"_and": [{"code": {"_regex": "^[A-Z]+$"}}]}` is the only validation that says the same in the language. */
function patternIn({ field, meta }: DirectusField, type: string, leave: (what: string) => void): readonly string[] {
  const validation = meta?.validation;
  if (!isObject(validation)) return [];
  const [only, ...others] = listOf(validation['_and']).map(objectOf);
  const pattern = others.length > 0 || only === undefined ? null : textOf(objectOf(only[field])['_regex']);
  if (pattern !== null && type.endsWith('text') && !/[|`\r\n]/.test(pattern))
    return [`matches /${pattern.replaceAll(/(?<!\\)\//g, '\\/')}/`];
  leave('a validation that is not taken');
  return [];
}

function defaultIn({ schema, meta }: DirectusField, type: string, leave: (what: string) => void): readonly string[] {
  const isCreation = meta?.special?.includes('date-created') === true;
  if (isCreation && type === 'datetime') return ['`default now()`'];
  if (isCreation && type === 'date') return ['`default today()`'];
  const value = schema?.default_value;
  if (value === undefined || value === null || (typeof value === 'string' && value.startsWith('nextval('))) return [];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const literal = literalIn(text, type);
  if (literal === null) leave('has a default that is not taken');
  return literal === null ? [] : [`\`default ${literal}\``];
}

function literalIn(text: string, type: string): string | null {
  if (type === 'boolean') return /^(?:true|false)$/.test(text) ? text : ({ '0': 'false', '1': 'true' }[text] ?? null);
  if (type === 'integer' || type.startsWith('decimal')) return /^-?\d+(?:\.\d+)?$/.test(text) ? text : null;
  if (type === 'datetime' || type === 'date')
    return /^(?:now\(\)|current_(?:timestamp|date)(?:\(\))?)$/i.test(text)
      ? type === 'date'
        ? 'today()'
        : 'now()'
      : null;
  if (type.startsWith('enum(')) return choiceLiteral(text);
  return /text$|^markdown$/.test(type) && text !== '' ? literalOf(text) : null;
}
