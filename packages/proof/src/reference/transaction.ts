import type { View } from './evaluate.ts';
import type { Lookup } from './lookup.ts';
import type { Actor } from './permissions.ts';
import type { Stored } from './stored.ts';
import type { World } from './world.ts';

/** A record that one transaction has changed. */
export interface Touched {
  readonly id: string;
  readonly entity: string;
  /** `create`, `update`, `delete`, and the events that it took part in. */
  readonly causes: Set<string>;
  readonly action: string;
  clause: string;
  readonly isNew: boolean;
  /** The actor who changed it first; null is the product itself, for instance an event that an effect causes (4). */
  readonly by: Actor;
  deleted: boolean;
}

/** One transaction on a copy of the world: it holds as a whole, or not at all. */
export interface Transaction {
  readonly lookup: Lookup;
  readonly before: World;
  readonly world: World;
  readonly actor: Actor;
  /** Timers, answers of calls and nested events act as the product itself. */
  readonly system: boolean;
  /** Warnings that the reader has confirmed, by their codes (5). */
  readonly confirmed: ReadonlySet<string>;
  readonly touched: Map<string, Touched>;
}

export function beginTransaction(
  before: World,
  actor: Actor,
  system = false,
  confirmed: readonly string[] = [],
): Transaction {
  before.lookup.workBudget.steps += 1;
  const world = before.fork();
  const roles = before.view(actor)?.roles as readonly string[] | null | undefined;
  if (actor !== null) world.acting = { id: actor, assigned: roles ?? [] };
  return {
    lookup: before.lookup,
    before,
    world,
    actor,
    system,
    confirmed: new Set(confirmed),
    touched: new Map(),
  };
}

export function touch(
  transaction: Transaction,
  id: string,
  entity: string,
  cause: string,
  action: string,
  clause: string,
): Touched {
  const known = transaction.touched.get(id);
  if (known !== undefined) {
    known.causes.add(cause);
    return known;
  }
  const isNew = transaction.before.get(id) === null;
  const touched = {
    id,
    entity,
    causes: new Set([cause]),
    action,
    clause,
    isNew,
    by: transaction.actor,
    deleted: false,
  };
  transaction.touched.set(id, touched);
  return touched;
}

/** Changes values of a record, and with them who changed it last, and when. */
export function change(transaction: Transaction, id: string, values: Readonly<Record<string, unknown>>): void {
  const record = storedAt(transaction, id);
  transaction.world.put({
    ...record,
    values: { ...record.values, ...values },
    updatedAt: transaction.world.now,
    updatedBy: transaction.actor,
  });
}

export function storedAt(transaction: Transaction, id: string): Stored {
  const record = transaction.world.get(id);
  if (record === null) throw new Error(`${id} is not there.`);
  return record;
}

export function viewAt(transaction: Transaction, id: string): View {
  const view = transaction.world.view(id);
  if (view === null) throw new Error(`${id} is not there.`);
  return view;
}

/** The names that guards, rules and effects may use: the record, the actor, and the record before the change. */
export function namesAt(
  transaction: Transaction,
  id: string,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    this: transaction.world.view(id),
    user: transaction.world.view(transaction.actor),
    old: transaction.before.view(id),
    ...more,
  };
}
