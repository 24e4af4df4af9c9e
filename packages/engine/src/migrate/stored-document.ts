import type { Plan } from '@nonet/language';
import { type Queryable, run } from '../store/pool.ts';
import type { ConversionBasis, DoneConversion } from './conversions.ts';
import type { Standing } from './versions.ts';

/** The document that a database has in use. */
export interface StoredDocument {
  readonly hash: string;
  readonly plan: Plan;
  /** What it and those before it have carried out, in order. */
  readonly conversions: readonly DoneConversion[];
  /** By which this database is told from others. */
  readonly database: string;
}

/** Null where the database holds no product. */
export async function storedDocument(client: Queryable): Promise<StoredDocument | null> {
  const [row] = await run<StoredDocument>(client, {
    text: `select document_hash as hash, plan, conversions, encode(sha256(secret || 'which database'::bytea), 'hex') as database
      from nonet.product`,
    values: [],
  });
  return row ?? null;
}

/** What of the conversions of a document, which stands so, was carried out before. */
export function basisOf({ conversions }: StoredDocument, { current, own }: Standing): ConversionBasis {
  return { done: conversions, backTo: own !== null && own.number < current.number ? own.number : null };
}
