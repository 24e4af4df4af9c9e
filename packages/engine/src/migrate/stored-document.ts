import type { Plan } from '@nonet/language';
import { type Queryable, run } from '../store/pool.ts';
import { NOTHING_KEPT, readKeptParts } from './former/finish-former.ts';
import type { ConversionBasis, DoneConversion } from './planned-conversions.ts';
import type { VersionStatus } from './versions.ts';

/** The document that a database has in use. */
export interface StoredDocument {
  readonly hash: string;
  readonly plan: Plan;
  /**
   * The former document, while consequences of the change besides the storage are still to be carried out; otherwise
   * null.
   */
  readonly followUpFrom: Plan | null;
  /** The conversions that it and the documents before it have carried out, in order. */
  readonly conversions: readonly DoneConversion[];
  /** The id that distinguishes this database from others. */
  readonly database: string;
}

/** Null if the database holds no product. */
export async function storedDocument(client: Queryable): Promise<StoredDocument | null> {
  const [row] = await run<StoredDocument>(client, {
    text: `select document_hash as hash, plan, follow_up_from as "followUpFrom", conversions, encode(sha256(secret || 'which database'::bytea), 'hex') as database
      from nonet.product`,
    values: [],
  });
  return row ?? null;
}

/** The conversions that were carried out and are kept, for a document with this status among the versions. */
export async function basisOf(
  client: Queryable,
  { conversions }: StoredDocument,
  { own, isBefore, isKept }: VersionStatus,
): Promise<ConversionBasis> {
  if (own === null || !isBefore) return { done: conversions, backTo: null };
  const { columns, since, gone } = isKept ? await readKeptParts(client) : NOTHING_KEPT;
  const kept = new Set([...columns, ...since].map(({ table, column }) => `${table}.${column}`));
  return { done: conversions, backTo: own.number, kept, keptTables: new Map(gone.map((each) => [each.table, each])) };
}
