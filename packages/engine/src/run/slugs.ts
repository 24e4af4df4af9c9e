import type { Field } from '@nonet/language';
import {
  type ColumnName,
  column,
  columnOf,
  quote,
  snakeCase,
  type StoredField,
  storedFields,
  table,
} from '../sql/identifiers.ts';
import { together } from '../store/pool.ts';
import { fromThis, perform, THIS, type Write } from './write.ts';

/** A slug is cut here, so that an address stays one that people can read. */
const LONGEST = 80;

/** Makes the slugs of what was touched, if there is none yet or their text has changed (3: `slug of title`). */
export async function makeSlugs(write: Write): Promise<void> {
  const touched = [...write.touched.values()].filter(
    ({ deleted, entity }) => !deleted && slugsOf(write, entity).length > 0,
  );
  if (touched.length === 0) return;
  await together(write.sent);
  for (const { entity, id, before } of touched) await makeSlugsOf(write, entity, id, before);
}

/** Makes the slugs of one record. `before`: the former record, as JSON text; null if it is new. */
export async function makeSlugsOf(write: Write, entity: string, id: string, before: string | null): Promise<void> {
  const former = before === null ? {} : (JSON.parse(before) as Record<string, unknown>);
  for (const { name, type, once } of slugsOf(write, entity)) {
    const [row] = await perform<{ source: string | null; slug: string | null }>(
      write,
      `slug of ${entity} ${name}`,
      (parameters) =>
        `select ${column(THIS, sourceOf(write, entity, type.of))} as source, ${column(THIS, name)} as slug ${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
      { id },
    );
    if (row === undefined) continue;
    const { source, slug } = row;
    const isSettled = slug !== null && (once || before === null || former[type.of] === source);
    if (isSettled) continue;
    const next = source === null ? null : await freeSlug(write, entity, name, id, slugOf(source, entity), slug);
    if (next === slug) continue;
    await perform(
      write,
      `set slug ${entity} ${name}`,
      (parameters) =>
        `update ${table(entity)} ${THIS} set ${quote(name)} = ${parameters.slot('slug', 'text')} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
      { id, slug: next },
    );
  }
}

type SlugField = StoredField & { readonly type: Extract<Field['type'], { kind: 'slug' }> };

function slugsOf(write: Write, entity: string): SlugField[] {
  return storedFields(write.index.entity(entity)).filter((field): field is SlugField => field.type.kind === 'slug');
}

/** The text that a slug is made of, which is never computed (3). */
function sourceOf(write: Write, entity: string, name: string): ColumnName {
  return columnOf(write.index.field(entity, name));
}

/**
 * `Ça va, 2nd?` is `ca-va-2nd`; letters of other scripts stay; what has neither letter nor digit takes the entity's
 * name.
 */
export function slugOf(text: string, entity: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  const cut = Array.from(words.replace(/^-/, '')).slice(0, LONGEST).join('').replace(/-$/, '');
  return cut === '' ? snakeCase(entity).replaceAll('_', '-') : cut;
}

/** The slug itself, or with the first number behind it that is free. One that fits already stays. */
async function freeSlug(
  write: Write,
  entity: string,
  name: ColumnName,
  id: string,
  base: string,
  own: string | null,
): Promise<string> {
  const taken = await perform<{ slug: string }>(
    write,
    `slugs like ${entity} ${name}`,
    (parameters) =>
      `select ${column(THIS, name)} as slug ${fromThis(entity)} where (${column(THIS, name)} = ${parameters.slot('base', 'text')} or starts_with(${column(THIS, name)}, ${parameters.slot('start', 'text')})) and ${column(THIS, 'id')} <> ${parameters.slot('id', 'uuid')}`,
    { id, base, start: `${base}-` },
  );
  const others = new Set(taken.map(({ slug }) => slug));
  const fits = own === base || (own?.startsWith(`${base}-`) === true && /^\d+$/.test(own.slice(base.length + 1)));
  if (own !== null && fits && !others.has(own)) return own;
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!others.has(slug)) return slug;
  }
}
