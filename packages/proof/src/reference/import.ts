import { type Transaction, beginTransaction } from './transaction.ts';
import type { Body } from './body.ts';
import { type Outcome, run } from './perform.ts';
import type { Actor } from './permissions.ts';
import { type ExpectedError, Refused, refuse, refuseAll } from './refusal.ts';
import { isWritable } from './settable.ts';
import type { World } from './world.ts';
import { create, requireHope, settabilityOf } from './write.ts';

/** Kinds of fields that no cell of a file can hold. */
const NOT_IN_CELLS: ReadonlySet<string> = new Set(['file', 'image', 'children']);

export interface Imported {
  /** The columns that nobody can import; they are ignored. */
  readonly ignored: readonly string[];
  /** The world afterwards; the same as before where a row is refused. */
  readonly world: World;
  /** Null: every row was put in. */
  readonly refused: Refused | null;
  /** The result of each row; empty if the file is refused as a whole. */
  readonly rows: readonly Outcome[];
}

/**
 * The document's answer to an import (the derived API): a record from each row, all or none, each as if its importer
 * had created it alone. It needs the `import` cell and the `create` cell on each result (6).
 */
export function importRows(
  world: World,
  actor: Actor,
  entity: string,
  { header, bodies }: { readonly header: readonly string[]; readonly bodies: readonly Body[] },
  confirmed: readonly string[] = [],
): Imported {
  let ignored: readonly string[];
  try {
    requireImporter(world, actor, entity);
    ignored = requireSettable(world, actor, entity, header);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { world, refused: error, rows: [], ignored: [] };
  }
  let current = world;
  const rows = bodies.map((body) => {
    const outcome = run(beginTransaction(current, actor, false, confirmed), (transaction) =>
      create(transaction, entity, body, { imports: true }),
    );
    current = outcome.world;
    return outcome;
  });
  const errors = rows.flatMap(({ refused }) => (refused === null ? [] : errorsOf(refused)));
  if (errors.length === 0) return { world: current, refused: null, rows, ignored };
  return { world, refused: refuseAll(world.lookup, errors, entity), rows, ignored };
}

/** The errors of a row; a refusal that has none is one itself. */
export function errorsOf({ code, clause, errors }: Refused): readonly ExpectedError[] {
  return errors.length > 0 ? errors : [{ code, ...(clause === undefined ? {} : { clause }) }];
}

function requireImporter(world: World, actor: Actor, entity: string): void {
  const transaction = beginTransaction(world, actor);
  requireHope(transaction, entity, 'create');
  requireHope(transaction, entity, 'import');
}

/** Answers the columns that nobody can import, among those that this reader may know. */
function requireSettable(world: World, actor: Actor, entity: string, header: readonly string[]): readonly string[] {
  const transaction = beginTransaction(world, actor);
  const columns = header.map((name) => ({ name, settability: columnOf(transaction, entity, name) }));
  const unknown = columns.filter(({ settability }) => settability === 'unknown');
  if (unknown.length === 0)
    return columns.filter(({ settability }) => settability === 'ignored').map(({ name }) => name);
  throw refuse(world.lookup, 'INVALID', { errors: unknown.map(() => ({ code: 'INVALID' })) });
}

function columnOf(transaction: Transaction, entity: string, name: string): 'settable' | 'ignored' | 'unknown' {
  const field = transaction.lookup.field(entity, name);
  const settability = settabilityOf(transaction, entity, name, true);
  if (field === null || settability === 'unknown') return 'unknown';
  const isNobodys = NOT_IN_CELLS.has(field.type.kind) || !isWritable(transaction, entity, field, true);
  return isNobodys ? 'ignored' : settability === 'settable' ? 'settable' : 'unknown';
}
