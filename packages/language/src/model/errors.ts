import type { Template } from '../expression/tree.ts';
import type { Clause } from './clause.ts';

/** Point 8. */
export interface CatalogueError extends Clause {
  readonly code: string;
  readonly status: number;
  /** Whether it asks for confirmation instead of refusing (5). */
  readonly warning: boolean;
  /** The message as stated, with its placeholders: for the catalogue's readers. Null where it is not shown. */
  readonly text: string | null;
  /** The message by the entity of the record it is raised on (`''` where it has no placeholders that read one). */
  readonly messages: Readonly<Record<string, Template>>;
  /** The name under which exact calls answer it where no field is at fault (7); null where the call itself says it. */
  readonly key: string | null;
  /** The same by language, for those that a column `message (nl)` states. */
  readonly translations: Readonly<Record<string, Readonly<Record<string, Template>>>>;
  /** Whether it rewords a standard error. */
  readonly derived: boolean;
}
