import type { Template } from '../expression/tree.ts';
import type { Clause } from './clause.ts';

/** Point 8. */
export interface CatalogueError extends Clause {
  readonly code: string;
  readonly status: number;
  /** Whether it asks for confirmation instead of refusing (5). */
  readonly warning: boolean;
  /** The message as stated, with its placeholders: for the catalogue's readers. Null if it is not shown. */
  readonly text: string | null;
  /** The message by the entity of the record it is raised on (`''` where it has no placeholders that read one). */
  readonly messages: Readonly<Record<string, Template>>;
  /** The error's key in exact calls where no field is at fault (7); null if the call itself supplies it. */
  readonly key: string | null;
  /** The words by language, for errors with a column `message (nl)`. */
  readonly translations: Readonly<Record<string, Readonly<Record<string, Template>>>>;
  /** Whether it rewords a standard error. */
  readonly derived: boolean;
}
