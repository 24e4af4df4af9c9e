import { type Entity, hasValue } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { storedFields } from './identifiers.ts';

/** The columns by which people find records, for each entity. */
interface Searched {
  /** The stored texts with an index for parts of words. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
  /** Those that are in the titles of records which people look for by them; with an index of their beginnings. */
  readonly titles: ReadonlyMap<string, ReadonlySet<string>>;
}

const NONE: ReadonlySet<string> = new Set();
const kept = new WeakMap<PlanIndex, Searched>();

function searchedOf(index: PlanIndex): Searched {
  let searched = kept.get(index);
  if (searched === undefined) kept.set(index, (searched = findSearched(index)));
  return searched;
}

/**
 * The stored texts of an entity that have an index for parts of words: those that a screen searches or filters by, those
 * of titles (`titleColumns`), and `indexed` ones.
 */
export function searchedColumns(index: PlanIndex, entity: string): ReadonlySet<string> {
  return searchedOf(index).columns.get(entity) ?? NONE;
}

/**
 * The stored texts in the titles of an entity whose records people look for: to refer to them, or to open their screen.
 * They have an index of how they begin.
 */
export function titleColumns(index: PlanIndex, entity: string): ReadonlySet<string> {
  return searchedOf(index).titles.get(entity) ?? NONE;
}

/** The paths by which people find a record of an entity: its title, what lists of it search, and `indexed` texts. */
export function findingPaths(index: PlanIndex, entity: Entity): readonly (readonly string[])[] {
  const paths = [
    ...[...titleColumns(index, entity.name)].map((name) => [name]),
    ...titleFields(entity).flatMap((name) => {
      const type = index.findField(entity.name, name)?.type;
      return type?.kind === 'reference' ? [...titleColumns(index, type.entity)].map((inner) => [name, inner]) : [];
    }),
    ...index.plan.screens
      .flatMap((screen) => (screen.entity === entity.name ? screen.search : []))
      .map(({ path }) => path),
    ...storedTexts(entity).flatMap(({ name, indexed }) => (indexed ? [[name]] : [])),
  ].filter((path) => isIndexedPath(index, entity, path));
  return [...new Map(paths.map((path) => [path.join('.'), path])).values()];
}

/** Whether a path leads to an indexed text of the record itself, or of a record that it refers to, perhaps as one of several. */
export function isIndexedPath(index: PlanIndex, entity: Entity, [first = '', second, ...more]: readonly string[]) {
  if (second === undefined) return searchedColumns(index, entity.name).has(first);
  const type = index.findField(entity.name, first)?.type;
  if (more.length > 0 || (type?.kind !== 'reference' && type?.kind !== 'many')) return false;
  if (index.field(entity.name, first).computed !== null) return false;
  return searchedColumns(index, type.entity).has(second);
}

function findSearched(index: PlanIndex): Searched {
  const { entities, screens } = index.plan;
  const looked = new Set(
    entities.flatMap(({ fields }) =>
      fields.flatMap(({ type }) => (type.kind === 'reference' || type.kind === 'many' ? [type.entity] : [])),
    ),
  );
  for (const { kind, entity } of screens) if (kind === 'record' && entity !== null) looked.add(entity);
  const titles = new Map(
    entities
      .filter(({ name }) => looked.has(name))
      .map((entity) => {
        const inTitle = new Set(titleFields(entity));
        return [
          entity.name,
          new Set<string>(storedTexts(entity).flatMap(({ name }) => (inTitle.has(name) ? [name] : []))),
        ] as const;
      }),
  );
  const columns = new Map(
    entities.map((entity) => [
      entity.name,
      new Set<string>([
        ...storedTexts(entity).flatMap((field) => (field.indexed ? [field.name] : [])),
        ...(titles.get(entity.name) ?? []),
      ]),
    ]),
  );
  for (const screen of screens) {
    if (screen.entity === null) continue;
    for (const { path } of [...screen.search, ...screen.filters]) {
      const found = lastEntity(index, screen.entity, path);
      const name = path.at(-1) ?? '';
      if (found !== null && storedTexts(found).some((field) => field.name === name)) columns.get(found.name)?.add(name);
    }
  }
  return { columns, titles };
}

/** The fields of the record itself that its title shows. */
function titleFields({ title }: Entity): string[] {
  return title.flatMap((part) =>
    typeof part !== 'string' && part.kind === 'field' && part.of.kind === 'variable' && part.of.name === 'this'
      ? [part.field]
      : [],
  );
}

function storedTexts(entity: Entity) {
  return storedFields(entity).filter(({ type }) => hasValue(type, 'text', 'made text'));
}

/** The entity that the last field of a path belongs to; null if the path is not made of references and lists of them. */
function lastEntity(index: PlanIndex, entity: string, path: readonly string[]): Entity | null {
  let current = index.findEntity(entity);
  for (const name of path.slice(0, -1)) {
    const type = current === null ? null : index.findField(current.name, name)?.type;
    current = type?.kind === 'reference' || type?.kind === 'many' ? index.findEntity(type.entity) : null;
  }
  return current;
}

/** A column as searches compare it (`foldText`), in an index or for a comparison with folded texts. */
export function foldedColumn(sql: string): string {
  return `nonet.folded(${sql})`;
}

/** Any text as searches compare it. */
export function foldedText(sql: string): string {
  return `nonet.fold(${sql})`;
}

/** The part of a text that an index of beginnings holds: an entry of an index has a limited size. */
export const BEGINNING = 100;

/** The beginning of a column as searches compare it. */
export function foldedBeginning(sql: string): string {
  return `left(${foldedColumn(sql)}, ${BEGINNING})`;
}
