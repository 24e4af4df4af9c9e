import { type Entity, hasValue } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { storedFields } from './identifiers.ts';

const kept = new WeakMap<PlanIndex, ReadonlyMap<string, ReadonlySet<string>>>();

/**
 * The stored texts of an entity that have an index for parts of words: those that a screen searches or filters by, and
 * `indexed` ones.
 */
export function searchedColumns(index: PlanIndex, entity: string): ReadonlySet<string> {
  let columns = kept.get(index);
  if (columns === undefined) kept.set(index, (columns = findSearchedColumns(index)));
  return columns.get(entity) ?? new Set();
}

function findSearchedColumns(index: PlanIndex): ReadonlyMap<string, ReadonlySet<string>> {
  const columns = new Map(
    index.plan.entities.map((entity) => [
      entity.name,
      new Set<string>(storedTexts(entity).flatMap((field) => (field.indexed ? [field.name] : []))),
    ]),
  );
  for (const screen of index.plan.screens) {
    if (screen.entity === null) continue;
    for (const { path } of [...screen.search, ...screen.filters]) {
      const found = lastEntity(index, screen.entity, path);
      const name = path.at(-1) ?? '';
      if (found !== null && storedTexts(found).some((field) => field.name === name)) columns.get(found.name)?.add(name);
    }
  }
  return columns;
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

/** A text as searches compare it, in an index or for a comparison with folded texts (`foldText`). */
export function foldedText(sql: string): string {
  return `nonet.folded(${sql})`;
}
