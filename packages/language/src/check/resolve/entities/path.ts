import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { SortKey } from '../../../model/entities.ts';
import type { Context } from '../../context.ts';
import { parentNames } from '../names.ts';
import type { Declared } from '../../declared.ts';
import { replacement } from '../replacement.ts';
import { readSortKey } from '../sort-key.ts';
import { type Part, part, splitList } from '../words.ts';

/** Follows `owner.name` from an entity; null if a name is unknown, which is reported. */
export function readFieldPath(
  context: Context,
  declared: Declared,
  entity: string,
  words: Part,
): readonly string[] | null {
  const path: string[] = [];
  let current = declared.entities.get(entity);
  let offset = 0;
  const names = words.text.split('.');
  for (const [index, name] of names.entries()) {
    if (!current) return null;
    const field = current.fields.get(name);
    const isParent: boolean = current.owner !== null && !field && parentNames(current.owner.entity).includes(name);
    const known = [...current.fields.keys(), ...(current.owner ? parentNames(current.owner.entity) : [])];
    const place = part(words, offset, offset + name.length);
    const leads: string | null = isParent
      ? (current.owner?.entity ?? null)
      : field?.type.kind === 'reference'
        ? field.type.entity
        : null;
    if ((!field && !isParent) || (index < names.length - 1 && leads === null)) {
      const offered = field ? null : nearest(name, known);
      context.report(
        'N314',
        ENTITIES_CODES.N314,
        { entity: current.name, field: field ? (names[index + 1] ?? name) : name, nearest: offered },
        place.span,
        replacement(place.span, offered),
      );
      return null;
    }
    path.push(name);
    current = leads === null ? undefined : declared.entities.get(leads);
    offset += name.length + 1;
  }
  return path;
}

/** Reads `submitted_at desc, number`. Keys that can't be read are reported and left out. */
export function readOrder(context: Context, declared: Declared, entity: string, words: Part): SortKey[] {
  const keys: SortKey[] = [];
  for (const item of splitList(words)) {
    const { key, descending } = readSortKey(context, item);
    if (/^$|\s/.test(key.text)) {
      context.report('N313', ENTITIES_CODES.N313, { setting: 'order', value: item.text, form: 'order' }, item.span);
      continue;
    }
    const path = readFieldPath(context, declared, entity, key);
    if (path) keys.push({ path, descending });
  }
  return keys;
}
