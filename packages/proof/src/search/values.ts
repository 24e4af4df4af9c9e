import { askedOfNew, type Field } from '@nonet/language';
import { brokenLimit } from '../reference/checks.ts';
import { exceedsDigits, moneyPlaces } from '../reference/digits.ts';
import { viewIn } from '../reference/evaluate.ts';
import { hasContent } from '../reference/file-contents.ts';
import { storedFields } from '../reference/lookup.ts';
import { mayDo, type Actor } from '../reference/permissions.ts';
import { Remembered } from '../reference/remembered.ts';
import { toScale } from '../reference/assigned.ts';
import type { World } from '../reference/world.ts';
import { around, atTime, dayAt, soon } from './days.ts';
import type { MentionedValues } from './mentioned-values.ts';
import { sample } from './pattern.ts';

const MOST_REFERENCES = 12;
/** The number of earliest records that are tried in addition to these. */
const MOST_FIRST = 4;
/** Values that a field might hold, in the wire's form, the plainest first, within the field's own limits. */
export function valuesFor(
  world: World,
  actor: Actor,
  field: Field,
  mentionedValues: MentionedValues,
  serial: number,
): unknown[] {
  const asked = askedOfNew(field);
  const take = (values: readonly unknown[]) => values.filter((value) => isTaken(world, field, asked, value));
  const values = () => take(rawValues(world, actor, asked, mentionedValues, serial));
  const found = isFixed(field)
    ? remembered(mentionedValues, field, dayAt(world, 0), values)
    : TEXTS.has(field.type.kind)
      ? [
          ...take(texts(world, asked, serial)),
          ...remembered(mentionedValues, field, '', () => take(mentionedValues.texts)),
        ]
      : values();
  return [...new Set(asked.required ? found : [...found, null])];
}

function isTaken(world: World, field: Field, asked: Field, value: unknown): boolean {
  return (
    brokenLimit(world, field, value) === null &&
    (asked === field || brokenLimit(world, asked, value) === null) &&
    !exceedsDigits(field.type, world.lookup.plan.settings, value)
  );
}

/** Whether a field's values depend on the document and the day alone, so that they are worked out once. */
function isFixed({ type, unique }: Field): boolean {
  return FIXED.has(type.kind) && unique === null;
}

const FIXED: ReadonlySet<string> = new Set(['integer', 'money', 'decimal', 'percent', 'date', 'enum', 'boolean']);

const TEXTS: ReadonlySet<string> = new Set(['text', 'long text', 'markdown', 'secret']);

const known = new WeakMap<MentionedValues, WeakMap<Field, Map<string, readonly unknown[]>>>();

function remembered(
  mentionedValues: MentionedValues,
  field: Field,
  when: string,
  work: () => readonly unknown[],
): readonly unknown[] {
  let fields = known.get(mentionedValues);
  if (fields === undefined) known.set(mentionedValues, (fields = new WeakMap()));
  let values = fields.get(field);
  if (values === undefined) fields.set(field, (values = new Map()));
  let found = values.get(when);
  if (found === undefined) values.set(when, (found = work()));
  return found;
}

/** Texts of a plausible, of the least and of the greatest length. */
function texts(world: World, field: Field, serial: number): unknown[] {
  const minimum = Math.max(1, Number(field.minimum?.value ?? 4));
  const maximum = Number(field.maximum?.value ?? minimum + 8);
  const lengths = [Math.min(maximum, Math.max(minimum, field.unique === null ? 4 : 8)), minimum, maximum];
  return lengths.map((length) => textFor(world, field, length, serial)).filter(Boolean);
}

/** A value that the field's own limits admit, with `length` characters where it is text. */
export function textFor(world: World, field: Field, length: number, serial: number): string | null {
  const mark = serial.toString(36);
  const word = `${mark}${'abcdefghij'.repeat(Math.ceil(length / 10))}`.slice(0, Math.max(length, mark.length));
  if (field.pattern === null) return word;
  const made = sample(field.pattern, length);
  if (made === null || brokenLimit(world, { ...field, minimum: null, maximum: null }, made) !== null) return null;
  return varied(world, field, made, serial);
}

/** Another text of the same form: its digits at the end are counted, or else its letters. */
function varied(world: World, field: Field, text: string, serial: number): string {
  const isAdmitted = (other: string) => brokenLimit(world, field, other) === null;
  const digits = /\d+$/.exec(text)?.[0] ?? '';
  if (digits === '') return isAdmitted(text) ? spelled(text, serial, isAdmitted) : text;
  const other = text.slice(0, -digits.length) + String(serial % 10 ** digits.length).padStart(digits.length, '0');
  return isAdmitted(other) ? other : text;
}

/** The characters that may take the place of a letter or a digit: of the same case, so that texts differ whether case counts or not. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];

/** The text of a number among those that differ from one in letters and digits, the last of which changes first. */
function spelled(text: string, serial: number, isAdmitted: (other: string) => boolean): string {
  const signs = Array.from(text);
  let left = serial;
  for (let place = signs.length - 1; place >= 0 && left > 0; place -= 1) {
    const alphabet = ALPHABETS.find((each) => each.includes(signs[place] ?? ' ')) ?? '';
    const fitting = Array.from(alphabet).filter((sign) => isAdmitted(signs.with(place, sign).join('')));
    if (fitting.length < 2) continue;
    signs[place] = fitting[left % fitting.length] ?? '';
    left = Math.floor(left / fitting.length);
  }
  const other = signs.join('');
  return isAdmitted(other) ? other : text;
}

function rawValues(
  world: World,
  actor: Actor,
  field: Field,
  mentionedValues: MentionedValues,
  serial: number,
): unknown[] {
  const { type } = field;
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'markdown':
    case 'secret':
      return [...texts(world, field, serial), ...mentionedValues.texts];
    case 'email':
      return [`person${serial}@example.com`];
    case 'url':
      return [`https://example.com/${serial}`];
    case 'phone':
      return [`+31 20 555 ${String(serial % 10_000).padStart(4, '0')}`];
    case 'boolean':
      return [true, false];
    case 'enum':
      return type.values.map(({ name }) => name);
    case 'integer':
      return [...distinct(field, serial), ...numbers(field, mentionedValues, 0)].map(Number);
    case 'money':
      return [
        ...distinct(field, serial),
        ...numbers(field, mentionedValues, moneyPlaces(type.currency, world.lookup.plan.settings)),
      ];
    case 'decimal':
      return [...distinct(field, serial), ...numbers(field, mentionedValues, type.scale)];
    case 'percent':
      return ['0.1', '0', '1'];
    case 'date':
      return [
        ...[...distinct(field, serial).map(Number), ...mentionedValues.days].flatMap((offset) =>
          [offset, offset - 1, offset + 1].map((days) => dayAt(world, days)),
        ),
        ...mentionedValues.dates.flatMap(around),
      ];
    case 'datetime':
      return [
        // Where the noon of today is over, what is to come today is plainer than what is past.
        ...(field.unique === null ? soon(world) : []),
        ...[...distinct(field, serial).map(Number), ...mentionedValues.days].map(
          (offset) => `${dayAt(world, offset)}T12:00:00Z`,
        ),
        ...soon(world),
        ...mentionedValues.dates.flatMap(around).map((day) => `${day}T12:00:00Z`),
        // These times may be over today.
        ...mentionedValues.times.map((time) => atTime(world, dayAt(world, 1), time)),
      ];
    case 'time':
      return ['09:00:00', '17:30:00'];
    case 'file':
      return (type.types.length === 0 ? ['pdf'] : type.types).filter(hasContent).map((kind) => `@upload:${kind}`);
    case 'image':
      return ['@upload:png'];
    case 'roles':
      return [[]];
    case 'many':
      return [[], ...references(world, actor, type.entity).map((id) => [id])];
    case 'duration':
      return ['PT1H', 'P1D'];
    case 'recurrence':
      return recurrences(dayAt(world, 1));
    case 'json':
      return [{ a: 1 }];
    case 'reference':
      return [...references(world, actor, type.entity)];
    case 'all':
    case 'children':
    case 'id':
    case 'number':
    case 'open':
    case 'serial':
    case 'slug':
    case 'state':
      return [];
  }
}

/** Rules whose dates a search meets soon, and one that ends. */
function recurrences(day: string): string[] {
  const start = `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`;
  return [`${start}\nRRULE:FREQ=DAILY`, `${start}\nRRULE:FREQ=DAILY;INTERVAL=3;COUNT=2`];
}

function references(world: World, actor: Actor, entity: string): readonly string[] {
  return REFERENCES.of(world, `${actor} ${entity}`, () => referencesIn(world, actor, entity));
}

const REFERENCES = new Remembered<readonly string[]>();

function referencesIn(world: World, actor: Actor, entity: string): readonly string[] {
  const readable = world
    .living(entity)
    .filter(({ id }) => mayDo(actor, 'read', viewIn(world, id)))
    .map(({ id }) => id);
  if (readable.length <= MOST_FIRST + MOST_REFERENCES) return readable;
  // The first are those of the document, whose writer has distinguished what matters; the latest are the most varied.
  return [...readable.slice(0, MOST_FIRST), ...readable.slice(-MOST_REFERENCES)];
}

/** Higher than the numbers that most documents state. */
const FAR_UP = 1000;

/** Values of a unique field: different ones for each serial, far from those that a document states. */
function distinct({ unique, minimum }: Field, serial: number): string[] {
  if (unique === null) return [];
  const lowest = Math.ceil(Number(minimum?.value ?? 0));
  return [FAR_UP + serial, lowest + serial].map(String);
}

/** The value of a limit in a plain record: a smaller one would stop other cases. */
const GENEROUS = 12;

/**
 * Numbers within the field's bounds, at each mentioned number and just beside it, the smallest first; for a limit, a
 * generous number.
 */
function numbers(field: Field, mentionedValues: MentionedValues, scale: number): string[] {
  const step = 10 ** -scale;
  const bounds = [field.minimum?.value, field.maximum?.value].filter((bound) => bound !== undefined);
  const isLimit = mentionedValues.limits.has(field.clause);
  const near = [...bounds, ...mentionedValues.numbers, ...(isLimit ? [GENEROUS] : [])]
    .map(Number)
    .flatMap((value) => [value, value - step, value + step]);
  const from = (text: string) => Math.abs(Number(text) - (isLimit ? GENEROUS : 0));
  const ordered = [...new Set(near.map((value) => toScale(value.toFixed(scale + 1), scale)))]
    .filter((text) => field.minimum !== null || !text.startsWith('-'))
    .toSorted((a, b) => from(a) - from(b));
  if (!isLimit) return ordered;
  // A case that exceeds a limit needs a small one.
  const lowest = Number(field.minimum?.value ?? 0);
  return [...ordered.filter((text) => Number(text) !== lowest), toScale(lowest.toFixed(scale + 1), scale)];
}

/** The fields of an entity that limit their values' length, size or form. */
export function limitedFields(world: World, entity: string): Field[] {
  return storedFields(world.lookup.entity(entity)).filter(
    (field) => field.minimum !== null || field.maximum !== null || field.pattern !== null,
  );
}
