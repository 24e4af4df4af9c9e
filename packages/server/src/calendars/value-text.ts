import type { FieldView } from '@nonet/client';
import { formatValue } from '@nonet/engine';
import { isObject, message, messageFormatIn, type Settings } from '@nonet/language';

/** A value of a record in the form of the API as one line of words, in the LOCALE and TIME_ZONE of the settings. */
export function valueText(value: unknown, field: FieldView, settings: Settings): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((each: unknown) => valueText(each, field, settings)).join(', ');
  if (isObject(value)) {
    const title = value['_title'] ?? value['name'];
    return typeof title === 'string' ? title : '';
  }
  const { locale } = settings;
  if (typeof value === 'boolean') return messageFormatIn(locale).message(message(value ? 'yes' : 'no'));
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const choice = field.choices?.find(({ name }) => name === text);
  if (choice !== undefined) return choice.label;
  return writtenText(text, field, settings);
}

function writtenText(text: string, { kind, currency, scale }: FieldView, settings: Settings): string {
  switch (kind) {
    case 'integer':
    case 'date':
    case 'time':
    case 'datetime':
    case 'duration':
    case 'recurrence':
      return formatValue(text, { kind, nullable: false }, settings);
    case 'decimal':
      return formatValue(text, { kind, scale, nullable: false }, settings);
    case 'money':
      return formatValue(text, { kind, currency, nullable: false }, settings);
    case 'percent':
      return formatPercent(text, settings.locale);
    case 'all':
    case 'boolean':
    case 'children':
    case 'email':
    case 'enum':
    case 'file':
    case 'id':
    case 'image':
    case 'json':
    case 'long text':
    case 'many':
    case 'markdown':
    case 'number':
    case 'open':
    case 'phone':
    case 'reference':
    case 'roles':
    case 'secret':
    case 'serial':
    case 'slug':
    case 'state':
    case 'text':
    case 'url':
      return text;
  }
}

function formatPercent(text: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 10 }).format(Number(text));
}
