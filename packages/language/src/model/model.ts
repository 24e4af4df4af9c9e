import type { Span } from '../source/span.ts';
import type { SpecTree } from '../syntax/tree.ts';
import type { PointName } from '../points.ts';
import type { ExactCalls } from './exact-calls.ts';
import type { OutboundCall } from './outbound-calls.ts';
import type { ClauseAddress, Gap } from './clause.ts';
import type { Constant, Term } from './constants.ts';
import type { Entity } from './entities.ts';
import type { CatalogueError } from './errors.ts';
import type { Example } from './examples.ts';
import type { AccountMail } from './account-mails.ts';
import type { Feed } from './feeds.ts';
import type { Gone } from './gone.ts';
import type { Paper } from './papers.ts';
import type { Purpose } from './purpose.ts';
import type { ReceivedMail } from './received.ts';
import type { Conversion } from './conversions.ts';
import type { Origin } from './origins.ts';
import type { Rename } from './renames.ts';
import type { Permissions, Role } from './roles.ts';
import type { Rule } from './rules.ts';
import type { Screen } from './screens.ts';
import type { Workflow } from './states.ts';

/** The typed, read-only product that a document states. */
export interface Model {
  readonly title: string;
  readonly tree: SpecTree;
  /** The points that are not shown as a whole, or missing. */
  readonly openPoints: readonly PointName[];
  readonly purpose: Purpose;
  readonly screens: readonly Screen[];
  readonly entities: readonly Entity[];
  readonly states: readonly Workflow[];
  readonly rules: readonly Rule[];
  /** The examples of points 4 and 5. */
  readonly examples: readonly Example[];
  readonly roles: readonly Role[];
  readonly permissions: readonly Permissions[];
  readonly calls: readonly OutboundCall[];
  readonly papers: readonly Paper[];
  readonly received: readonly ReceivedMail[];
  readonly feeds: readonly Feed[];
  readonly accountMails: readonly AccountMail[];
  readonly answered: ExactCalls;
  readonly errors: readonly CatalogueError[];
  readonly constants: readonly Constant[];
  readonly terms: readonly Term[];
  /** The parts that have another name now, in the order of the document. */
  readonly renames: readonly Rename[];
  /** The values that stored records get in fields of the document (`from`). */
  readonly conversions: readonly Conversion[];
  /** The former records that entities of the document get their first records from. */
  readonly origins: readonly Origin[];
  /** The parts of the former document that this one no longer has. */
  readonly gone: readonly Gone[];
  readonly gaps: readonly Gap[];
  /** The place of each clause. */
  readonly places: ReadonlyMap<ClauseAddress, Span>;
}
