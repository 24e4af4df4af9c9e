import type { Field } from '@nonet/language';
import type { Dice } from '../document/dice.ts';

/** Values that no client of good will sends, and that must be refused or taken, never break anything. */
const HOSTILE: readonly unknown[] = [
  null,
  '',
  ' ',
  'x'.repeat(5000),
  '\u0000',
  "'; drop table product.user; --",
  '𝒳😀\u202e',
  -1,
  0,
  1e308,
  9007199254740991,
  '9007199254740993',
  0.1,
  true,
  [],
  [null],
  {},
  { id: 'x' },
  '00000000-0000-0000-0000-000000000000',
  'not-a-date',
  '9999-12-31',
  '0001-01-01',
  '2026-02-30',
  '-P1D',
  '99999999999999999999999',
  '1e5',
  'NaN',
  'Infinity',
  '{"a": 1}',
  '__proto__',
];

export function hostile(dice: Dice): unknown {
  return dice.pick(HOSTILE);
}

/** A value that the type takes, in the wire's form; ids are those of the records known so far. */
export function valid(field: Field, dice: Dice, idOf: (entity: string) => unknown): unknown {
  const { type, minimum, maximum } = field;
  const place = dice.below(1000);
  const number = (): number => {
    const least = minimum === null ? 1 : Number(minimum.value);
    const most = maximum === null ? least + 40 : Number(maximum.value);
    return least + Math.floor(((place % 10) / 10) * Math.max(0, most - least));
  };
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'markdown': {
      const most = maximum === null ? 40 : Number(maximum.value);
      return `Ab${place} ${dice.pick(['é', 'low', 'x'])}`.slice(0, most);
    }
    case 'integer':
      return number();
    case 'decimal':
    case 'money':
      return String(number());
    case 'percent':
      return '0.1';
    case 'boolean':
      return dice.once(2);
    case 'date':
      return `2026-0${1 + (place % 9)}-1${place % 10}`;
    case 'time':
      return `0${place % 10}:30`;
    case 'datetime':
      return `2026-0${1 + (place % 9)}-15T10:00:00Z`;
    case 'duration':
      return dice.pick(['P3D', 'PT2H', 'P1M']);
    case 'recurrence':
      return dice.pick([
        'DTSTART:20260301 RRULE:FREQ=DAILY;INTERVAL=4',
        'DTSTART:20260203 RRULE:FREQ=WEEKLY;BYDAY=TU,FR;COUNT=9',
        'DTSTART:20260401 RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=6 EXDATE:20260408,20260429',
        'DTSTART:20260131 RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      ]);
    case 'email':
      return `somebody${place}@example.com`;
    case 'url':
      return `https://example.com/${place}`;
    case 'phone':
      return `+3120123${1000 + place}`;
    case 'json':
      return dice.pick([{ a: [1, 'x'] }, 'text', 5]);
    case 'secret':
      return `secret ${place}`;
    case 'enum':
    case 'state':
      return dice.maybe(type.values)?.name ?? null;
    case 'reference':
      return idOf(type.entity);
    case 'many':
      return dice.once(3) ? [] : [idOf(type.entity)];
    case 'roles':
      return [];
    case 'all':
    case 'children':
    case 'file':
    case 'id':
    case 'image':
    case 'number':
    case 'open':
    case 'serial':
    case 'slug':
      return null;
  }
}

/** A valid value as text, as an operator enters it: null if there is none. */
export function validText({ type, minimum, name }: Field, place: number): string | null {
  const number = String((minimum === null ? 1 : Number(minimum.value)) + place);
  switch (type.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
      return number;
    case 'percent':
      return '0.1';
    case 'boolean':
      return 'true';
    case 'date':
      return '2026-03-01';
    case 'time':
      return '08:30';
    case 'datetime':
      return '2026-03-01T10:00:00Z';
    case 'duration':
      return 'P3D';
    case 'recurrence':
      return 'DTSTART:20260301 RRULE:FREQ=YEARLY';
    case 'email':
      return `${name.replaceAll('_', '')}${place}@example.com`;
    case 'url':
      return `https://example.com/${place}`;
    case 'phone':
      return `+312012345${10 + place}`;
    case 'enum':
      return type.values[0]?.name ?? null;
    case 'text':
    case 'long text':
    case 'markdown':
      return `Ab ${place}`;
    case 'all':
    case 'children':
    case 'file':
    case 'id':
    case 'image':
    case 'json':
    case 'many':
    case 'number':
    case 'open':
    case 'reference':
    case 'roles':
    case 'secret':
    case 'serial':
    case 'slug':
    case 'state':
      return null;
  }
}
