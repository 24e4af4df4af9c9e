import type { Cell } from '../../syntax/tree.ts';
import { type Part, part, splitList, unquoted } from '../resolve/words.ts';
import type { EntityDraft } from './entities.ts';

/** The setting `from` of an entity, parted but not resolved. */
export interface StatedOrigins {
  readonly of: readonly { readonly entity: Part; readonly where: Part | null }[];
  readonly key: Part | null;
  /** Parts that are neither an entity nor the only key. */
  readonly misread: readonly Part[];
}

/** Reads `Customer where city != null, key city` of an entity; null if it has no such setting. */
export function originsOf({ settings }: Pick<EntityDraft, 'settings'>): StatedOrigins | null {
  const value = settings.get('from')?.value;
  return value === undefined || value.absence !== null ? null : readOrigins(value);
}

function readOrigins(value: Cell): StatedOrigins {
  const of: { entity: Part; where: Part | null }[] = [];
  const keys: Part[] = [];
  const misread: Part[] = [];
  for (const item of splitList(value)) {
    const rest = (match: RegExpExecArray) => unquoted(part(item, match[0].length, item.text.length));
    const key = /^key\s+/.exec(item.text);
    const entity = /^[A-Z]\w*(?=\s|$)/.exec(item.text);
    const where = /^[A-Z]\w*\s+where\s+/.exec(item.text);
    if (key !== null && keys.length === 0) keys.push(rest(key));
    else if (entity !== null && (where !== null || entity[0] === item.text))
      of.push({ entity: part(item, 0, entity[0].length), where: where === null ? null : rest(where) });
    else misread.push(item);
  }
  return { of, key: keys[0] ?? null, misread: of.length === 0 && misread.length === 0 ? [...keys] : misread };
}
