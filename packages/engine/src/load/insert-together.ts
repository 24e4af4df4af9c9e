import { itemAt } from '@nonet/language';
import { insertMany } from '../run/insert-many.ts';
import type { PutInTogether } from '../run/put-in-many.ts';
import { touchNew } from '../run/touch.ts';
import type { Write } from '../run/write.ts';
import type { ReadRecord } from './loaded-record.ts';

/** Creates the records of rows with their owned children, by one statement for each entity, noted for the checks at the end. */
export async function insertTogether(
  write: Write,
  entity: string,
  rows: readonly ReadRecord[],
  leavesOut: boolean,
): Promise<PutInTogether> {
  const { clause } = write.index.entity(entity);
  const own = { leftOut: new Set<string>(), owners: new Map<string, string>() };
  const records = rows.map((record) => ({ ...record, parent: null, path: '', root: null }));
  const ids = await insertLevel(write, entity, records, { ...own, clause, leavesOut });
  return { ids, ...own };
}

/** A record of a level: the rows' own, or owned children of one entity. */
interface OfLevel extends ReadRecord {
  readonly parent: { readonly id: string; readonly position: number } | null;
  readonly path: string;
  /** The record of the row that a child is in. */
  readonly root: string | null;
}

interface Level {
  readonly clause: string;
  readonly leavesOut: boolean;
  readonly leftOut: Set<string>;
  readonly owners: Map<string, string>;
}

/** Puts in the records of one level, and then the owned children of those that are in. Answers their ids in order. */
async function insertLevel(
  write: Write,
  entity: string,
  records: readonly OfLevel[],
  level: Level,
): Promise<readonly string[]> {
  const { clause, leavesOut } = level;
  const inserted = await insertMany(write, entity, records, leavesOut);
  const leftOut = new Set(inserted.leftOut);
  const below = new Map<string, OfLevel[]>();
  for (const [place, record] of records.entries()) {
    const id = itemAt(inserted.ids, place);
    const root = record.root ?? id;
    if (record.root !== null) level.owners.set(id, root);
    if (leftOut.has(id)) {
      level.leftOut.add(root);
      continue;
    }
    touchNew(write, entity, id, { cause: 'create', action: 'create', clause, path: record.path });
    for (const child of record.children) {
      const { entity: of, position, path, values, children } = child;
      const siblings = below.get(of) ?? [];
      below.set(of, siblings);
      siblings.push({ values, children, path, root, parent: { id, position } });
    }
  }
  for (const [of, children] of below) await insertLevel(write, of, children, level);
  return inserted.ids;
}
