import { compileToClosure } from '../../expression/evaluate.ts';
import { inOrderOfDefaults, readsItsRecord } from '../../expression/default-order.ts';
import { isLocal } from '../../expression/local.ts';
import type { Expression } from '../../expression/tree.ts';
import { walk } from '../../expression/walk.ts';
import type { Entity, SeedRecord } from '../../model/entities.ts';

/**
 * The values that defaults give a record of the document, by field, in the wire's form: those that follow from what the
 * record states, and not from other records, constants or the time (3, `default`). A default that is the same for every
 * record is none of them: it is judged at its field.
 */
export function valuesByDefault(entity: Entity, { values }: SeedRecord): ReadonlyMap<string, unknown> {
  const known = new Map<string, unknown>();
  for (const [name, seed] of Object.entries(values)) {
    if (seed.kind === 'value') known.set(name, seed.value);
    else if (seed.kind === 'none') known.set(name, null);
  }
  const found = new Map<string, unknown>();
  const open = entity.fields.filter(({ name, default: preset }) => preset !== null && !(name in values));
  for (const { name, default: preset } of inOrderOfDefaults(open, entity.fields)) {
    if (preset === null || !isStatic(preset)) continue;
    const isOwn = readsItsRecord(preset);
    if (!isLocal(preset, { field: (of, field) => of === entity.name && known.has(field), constant: () => false }))
      continue;
    const value = compileToClosure(preset)({
      variables: { this: Object.fromEntries(known) },
      constants: {},
      now: '',
      timeZone: 'UTC',
      workingDays: [],
      holidays: [],
    });
    known.set(name, value);
    if (isOwn) found.set(name, value);
  }
  return found;
}

/** Whether neither the time, the time zone nor the days of work decide about a value, and nobody who acts. */
function isStatic(expression: Expression): boolean {
  let isFree = true;
  walk(expression, (node) => {
    if (['date', 'datetime', 'duration'].includes(node.type.kind)) isFree = false;
    if (node.kind === 'variable' && node.name !== 'this') isFree = false;
  });
  return isFree;
}
