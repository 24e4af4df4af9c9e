import { type Transaction, change, storedAt } from './transaction.ts';
import { storedFields } from './lookup.ts';
import { plain } from './plain.ts';

const LONGEST = 80;

/** Sets the slugs of touched records that have none yet, or whose source text has changed (3). */
export function makeSlugs(transaction: Transaction): void {
  for (const { id, entity, deleted } of transaction.touched.values()) {
    if (deleted) continue;
    for (const { name, type, once } of storedFields(transaction.lookup.entity(entity))) {
      if (type.kind !== 'slug') continue;
      const { values } = storedAt(transaction, id);
      const own = (values[name] as string | null | undefined) ?? null;
      const text = values[type.of] ?? null;
      const former = transaction.before.get(id)?.values[type.of] ?? null;
      if (text === null || (own !== null && (once || former === text))) continue;
      const others = transaction.world.rows(entity).filter((other) => other.id !== id);
      const taken = new Set(others.map((other) => other.values[name]));
      const base = slugOf(plain(text));
      const rest = own?.startsWith(`${base}-`) === true ? own.slice(base.length + 1) : '';
      if (own !== null && (own === base || /^\d+$/.test(rest)) && !taken.has(own)) continue;
      let slug = base;
      for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
      change(transaction, id, { [name]: slug });
    }
  }
}

/** Small letters and digits, with `-` for what is between them. */
function slugOf(text: string): string {
  const plainLetters = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase();
  const words = plainLetters.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return Array.from(words.join('-')).slice(0, LONGEST).join('').replace(/-$/, '');
}
