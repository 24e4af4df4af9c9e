import { askedOfNew, type Field, PHONE_FORM } from '@nonet/language';
import { compileLimits, isCountedText } from '../run/validation/field-limits.ts';
import type { Parameters } from '../sql/parameters.ts';
import { postgresPattern } from '../sql/pattern.ts';

/** The value of a conversion if the field accepts it, and null otherwise (3, `else open`). */
export function valueOrOpen(value: string, field: Field, parameters: Parameters): string {
  const { type } = field;
  const asked = askedOfNew(field);
  const fits = compileLimits(parameters, { ...asked, required: false }, 'o.v');
  if (asked.pattern !== null && isCountedText(type))
    fits.push(`o.v collate "C" ~ ${parameters.bind(postgresPattern(asked.pattern), 'text')}`);
  if (type.kind === 'enum')
    fits.push(`o.v = any(${parameters.bind(`{${type.values.map(({ name }) => name).join(',')}}`, 'text[]')})`);
  if (type.kind === 'phone') fits.push(`o.v collate "C" ~ '${PHONE_FORM}'`);
  return fits.length === 0 ? value : `(select o.v from (select ${value} as v) o where ${fits.join(' and ')})`;
}
