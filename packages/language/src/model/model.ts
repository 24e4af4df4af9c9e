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
import type { Purpose } from './purpose.ts';
import type { Conversion } from './conversions.ts';
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
  /** What points 4 and 5 show by examples. */
  readonly examples: readonly Example[];
  readonly roles: readonly Role[];
  readonly permissions: readonly Permissions[];
  readonly calls: readonly OutboundCall[];
  readonly answered: ExactCalls;
  readonly errors: readonly CatalogueError[];
  readonly constants: readonly Constant[];
  readonly terms: readonly Term[];
  /** What has another name than it had, in the order of the document. */
  readonly renames: readonly Rename[];
  /** What records that are there already have in fields of the document (`from`). */
  readonly conversions: readonly Conversion[];
  readonly gaps: readonly Gap[];
  /** Where each clause stands. */
  readonly places: ReadonlyMap<ClauseAddress, Span>;
}
