import { type Field, fieldsRead } from '@nonet/language';
import { storedFields } from '../../reference/lookup.ts';
import { plain } from '../../reference/plain.ts';
import { isWritable } from '../../reference/settable.ts';
import type { World } from '../../reference/world.ts';
import { expressionsOf, type MentionedValues } from '../../search/mentioned-values.ts';
import { valuesFor } from '../../search/values.ts';

/** Optional fields that people may set of themselves and that conditions read (`donor.born_on`). */
export function askedOfPeople(world: World): Field[] {
  const { entities, states, rules, permissions } = world.lookup.plan;
  const read = new Set<string>();
  for (const expression of expressionsOf([entities, states, rules, permissions]))
    for (const { entity, field } of fieldsRead(expression)) if (entity === 'User') read.add(field);
  return storedFields(world.lookup.entity('User')).filter((field) => {
    const isLeft = !field.required && field.default === null && field.when === null && read.has(field.name);
    return isLeft && isWritable(world, 'User', field, true) && ORDERED.has(field.type.kind);
  });
}

/** Types whose values have an order. */
const ORDERED: ReadonlySet<string> = new Set(['date', 'datetime', 'integer', 'decimal', 'money']);

/** The lowest plausible value of each of these fields, or the highest. */
export function valuesAt(
  world: World,
  fields: readonly Field[],
  end: 'lowest' | 'highest',
  mentionedValues: MentionedValues,
  serial: number,
): Record<string, unknown> {
  const isDay = ({ type }: Field) => type.kind === 'date' || type.kind === 'datetime';
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const place = (value: unknown) => (isDay(field) ? Date.parse(plain(value)) : Number(value));
      const values = valuesFor(world, null, field, mentionedValues, serial)
        .filter((value) => value !== null)
        // Days that say something of a person are in the past: nobody is born tomorrow.
        .filter((value) => !isDay(field) || place(value) <= Date.parse(world.now))
        .toSorted((one, other) => place(one) - place(other));
      const value = end === 'lowest' ? values[0] : values.at(-1);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}
