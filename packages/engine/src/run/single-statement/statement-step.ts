import type { PlanIndex } from '../../plan-index.ts';
import type { TableDescription } from '../../migrate/describe.ts';
import type { WriteOptions } from '../../engine.ts';
import type { SqlContext } from '../../sql/context.ts';
import type { Parameters, Slots } from '../../sql/parameters.ts';
import type { KeyedRequest } from '../idempotency.ts';
import type { ReadScope } from '../read-scope.ts';
import type { WriteStep } from '../write-steps/write-step.ts';
import type { Draft } from './draft.ts';

/** One write that one statement is asked for. */
export interface StatementRequest {
  readonly scope: ReadScope;
  readonly draft: Draft;
  /** The tags of `If-Match`; null if any version will do. */
  readonly tags: readonly string[] | null;
  readonly request: KeyedRequest | null;
}

/** A request while the text of its statement is made. */
export interface StatementWrite extends StatementRequest {
  readonly parameters: Parameters;
  /** A context with the product's authority: `this`, `old` and `user`. */
  readonly context: SqlContext;
}

/** A request while the tables after `judged_` are made. */
export interface JudgedWrite extends StatementWrite {
  readonly description: TableDescription;
  /** The values that the draft sets, by column. */
  readonly news: ReadonlyMap<string, string>;
  /** The text after `from`: the judged records that are saved. */
  readonly source: string;
  /** The columns of `saved_` that the steps need. */
  readonly returned: readonly string[];
}

/**
 * A step's part of the one statement. The statement is a chain of tables: `asked_` (the requests and their actors),
 * `locked_` (the present records), `judged_` (the records as they would be saved, if nothing refuses them), `saved_`.
 * A record passes through them as one row, in which columns that begin with `_` are not its fields.
 */
export interface StatementPart {
  /** Whether this step makes an entity's writes need more than the statement does: several statements write them. */
  readonly needsSeveral?: (index: PlanIndex, entity: string) => boolean;
  /** Whether this step makes a single request need several statements. */
  readonly requestNeedsSeveral?: (options: WriteOptions) => boolean;
  /** The values on which the step's text depends. */
  readonly key?: (request: StatementRequest) => string;
  readonly slots?: (request: StatementRequest) => Slots;
  /** Conditions on what is asked alone, without the record. */
  readonly premises?: (write: StatementWrite) => readonly string[];
  /** A table from which `judged_` is made. */
  readonly before?: (write: StatementWrite) => string | null;
  /** Conditions on `this_` and `old_`. */
  readonly conditions?: (write: StatementWrite) => readonly string[];
  /** Columns of `judged_`. */
  readonly judged?: (write: StatementWrite) => readonly string[];
  /** The text after `judged_`, if the step leaves out records that are not saved. */
  readonly restricted?: (write: StatementWrite) => string | null;
  /** Columns of `saved_`. */
  readonly saved?: (write: StatementWrite) => readonly string[];
  /** A table made from `judged_`, or from `saved_`. */
  readonly after?: (write: JudgedWrite) => string | null;
  /** Columns of what the statement answers. */
  readonly answered?: (write: StatementWrite) => readonly string[];
}

/**
 * How one statement carries out a step: by a part of it; `draft`: the program has done it before the statement is
 * sent; or not at all, because another step refuses everything that this one refuses, and several statements find the
 * reason.
 */
export type StatementStep = StatementPart | 'draft' | { readonly coveredBy: WriteStep };
