import { type Field, message } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { readEmail, readJson, readPhone, readUrl } from './values/checked-text.ts';
import { readChoice, readRoles } from './values/choice.ts';
import { readIdentifier, readIdentifiers } from './values/identifier.ts';
import { readBoolean, readDecimal, readInteger, readMoney, readPercent } from './values/number.ts';
import { invalid, type Reading, stored, type ValueReader } from './values/reading.ts';
import { readRecurrenceText } from './values/recurrence.ts';
import { readLongText, readSecret, readText } from './values/text.ts';
import { readDate, readDuration, readInstant, readTime } from './values/time.ts';

const refuseValue: ValueReader = (_value, field) => invalid(message('notSettable', { label: field.label }));

const READERS = {
  text: readText,
  'long text': readLongText,
  markdown: readLongText,
  integer: readInteger,
  percent: readPercent,
  decimal: readDecimal,
  money: readMoney,
  boolean: readBoolean,
  date: readDate,
  time: readTime,
  datetime: readInstant,
  duration: readDuration,
  recurrence: readRecurrenceText,
  email: readEmail,
  url: readUrl,
  phone: readPhone,
  json: readJson,
  secret: readSecret,
  image: readIdentifier,
  file: readIdentifier,
  reference: readIdentifier,
  many: readIdentifiers,
  enum: readChoice,
  state: readChoice,
  id: refuseValue,
  serial: readIdentifier,
  number: refuseValue,
  slug: readText,
  open: refuseValue,
  children: refuseValue,
  all: refuseValue,
} satisfies Record<Exclude<Field['type']['kind'], 'roles'>, ValueReader>;

/**
 * Reads a value of the wire as a field's type. Null and `""` mean "nothing stated". Owned children are read elsewhere.
 */
export function readValue(index: PlanIndex, field: Field, value: unknown): Reading {
  if (value === null) return field.type.kind === 'roles' || field.type.kind === 'many' ? stored([]) : stored(null);
  const reader = field.type.kind === 'roles' ? readRoles(assignableRoles(index)) : READERS[field.type.kind];
  return reader(value, field, index.plan.settings);
}

/** The roles that people give (6). */
export function assignableRoles(index: PlanIndex): string[] {
  return index.plan.roles.filter((role) => role.given.kind === 'assigned').map((role) => role.name);
}
