import { checkDocument, type Plan } from '@nonet/language';
import { type Queryable, run } from '../store/pool.ts';
import { NOTHING_KEPT, readKeptParts } from './former/finish-former.ts';
import type { ConversionBasis, DoneConversion } from './planned-conversions.ts';
import type { VersionStatus } from './versions.ts';

/** The document that a database has in use. */
export interface StoredDocument {
  readonly hash: string;
  /** In the form of this version of Nonet, whichever has stored it. */
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
  if (row === undefined) return null;
  let plan: Plan | null = null;
  let followUpFrom: Plan | null = null;
  return {
    ...row,
    // They are checked again when somebody compares with them: most starts find the document that they have.
    get plan() {
      return (plan ??= inPresentForm(row.plan));
    },
    get followUpFrom() {
      return row.followUpFrom === null ? null : (followUpFrom ??= inPresentForm(row.followUpFrom));
    },
  };
}

/**
 * The plan that this version of Nonet makes of a stored plan's text: an earlier version has stored it without what
 * plans have gained since. It stays as it is where this version finds errors in the text.
 */
function inPresentForm(stored: Plan): Plan {
  const [main, ...others] = stored.sources;
  if (main === undefined) return stored;
  const { plan } = checkDocument(main, (path) => {
    const found = others.find((other) => other.path === path);
    return found === undefined ? { kind: 'missing' } : { kind: 'file', text: found.text };
  });
  // Every plan has the parts that this version reads without asking.
  return plan ?? Object.assign({ given: [] }, stored);
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
