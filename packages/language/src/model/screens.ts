import type { Expression } from '../expression/tree.ts';
import type { Clause } from './clause.ts';
import type { SortKey } from './entities.ts';

/** Point 2. */
export type ScreenKind =
  | 'list'
  | 'board'
  | 'calendar'
  | 'timeline'
  | 'gallery'
  | 'record'
  | 'form'
  | 'dashboard'
  | 'page'
  | 'given'
  | 'sign in'
  | 'sign up';

interface ScreenKindRow {
  /** Its notation in a document (2, `kind`): `…` stands for a name. */
  readonly written: string;
  /** The records on it: several, one, the entries of a form, or none of one entity. */
  readonly shows: 'records' | 'record' | 'entries' | 'nothing';
  /** Whether people sign in or up on it: it has nothing for signed-in people. */
  readonly isSignInOrUp: boolean;
}

/** Every kind of screen, and what all stages ask of it. */
export const SCREEN_KINDS = {
  list: { written: 'list of …', shows: 'records', isSignInOrUp: false },
  board: { written: 'board of … by …', shows: 'records', isSignInOrUp: false },
  calendar: { written: 'calendar of … by …', shows: 'records', isSignInOrUp: false },
  timeline: { written: 'timeline of … by …', shows: 'records', isSignInOrUp: false },
  gallery: { written: 'gallery of … by …', shows: 'records', isSignInOrUp: false },
  record: { written: 'record of …', shows: 'record', isSignInOrUp: false },
  form: { written: 'form for …', shows: 'entries', isSignInOrUp: false },
  dashboard: { written: 'dashboard', shows: 'nothing', isSignInOrUp: false },
  page: { written: 'page', shows: 'nothing', isSignInOrUp: false },
  given: { written: 'given by ….html', shows: 'nothing', isSignInOrUp: false },
  'sign in': { written: 'sign in', shows: 'nothing', isSignInOrUp: true },
  'sign up': { written: 'sign up', shows: 'entries', isSignInOrUp: true },
} as const satisfies Readonly<Record<ScreenKind, ScreenKindRow>>;

/** Whether a screen of this kind shows these; null is a kind that is a gap. */
export function screenShows(kind: ScreenKind | null, ...what: readonly ScreenKindRow['shows'][]): boolean {
  return kind !== null && what.includes(SCREEN_KINDS[kind].shows);
}

/** Whether people sign in or up on the screen. */
export function isSignInOrUp({ kind }: { readonly kind: ScreenKind | null }): boolean {
  return kind !== null && SCREEN_KINDS[kind].isSignInOrUp;
}

export interface Screen extends Clause {
  /** The name in snake_case, unique among screens: `my_claims`. */
  readonly slug: string;
  readonly name: string;
  readonly route: string;
  readonly parameters: readonly { readonly name: string; readonly entity: string; readonly field: string }[];
  /** Null if it is not shown. */
  readonly kind: ScreenKind | null;
  /** The entity of a screen of records, of a record or of a form; `User` where people sign up. */
  readonly entity: string | null;
  /** Role names, or everyone; null if it is a gap (nobody). */
  readonly for: readonly string[] | 'everyone' | null;
  /** `this` is the listed record, `path` the route's parameters. */
  readonly where: Expression | null;
  /** Columns or fields; one group with the label null if no groups are stated. */
  readonly groups: readonly { readonly label: string | null; readonly columns: readonly Column[] }[];
  readonly filters: readonly Column[];
  readonly search: readonly Column[];
  readonly order: readonly ScreenSortKey[];
  readonly pageSize: number | null;
  readonly actions: readonly ScreenAction[];
  readonly related: readonly { readonly field: string; readonly entity: string; readonly columns: readonly Column[] }[];
  readonly empty: string | null;
  /** Prose under the heading: a page's content; on other screens, help. Markdown. */
  readonly body: string;
  readonly board: { readonly field: string } | null;
  /** The days at which a calendar or a timeline has its records. */
  readonly days: Days | null;
  /** The field with the pictures of a gallery. */
  readonly gallery: { readonly field: string } | null;
  /** The field by which a calendar or a timeline has rows: a reference, a state or an enum. */
  readonly rows: string | null;
  /** The field that colours the records of a calendar or a timeline: a reference, a state or an enum. */
  readonly colour: string | null;
  /** On a calendar: further entities, each by its own days and shown by its title. */
  readonly also: readonly (Clause & Days & { readonly entity: string })[];
  readonly tiles: readonly Tile[];
  /** The page of a file beside the document that a given screen shows; absent on every other screen. */
  readonly given?: GivenScreen;
  /** Parts that are not shown, by their clause: `2.my_claims.columns`. */
  readonly open: readonly string[];
}

/** `given by screens/plan.html`: a page that draws itself, with all that it may ask of the product (2). */
export interface GivenScreen {
  /** The file, relative to the main document's folder. */
  readonly file: string;
  /** `reads`: the records that it may ask for, with the paths that it may have of each. */
  readonly reads: readonly (Clause & { readonly entity: string; readonly columns: readonly Column[] })[];
  /** `does`: the changes that it may ask for. */
  readonly does: readonly GivenAction[];
}

/** A change that a given screen may ask for. An `update` without a field is one of all fields. */
export type GivenAction = Clause & { readonly entity: string } & (
    | { readonly kind: 'create' | 'delete' }
    | { readonly kind: 'update'; readonly field: string | null }
    | { readonly kind: 'event'; readonly event: string }
  );

/** A key of a screen's order: a path, or a condition (`by`), which has none. True comes after false, as in a field. */
export interface ScreenSortKey extends SortKey {
  readonly by?: Expression;
}

/** The fields, dates or instants, at which a record of a calendar or a timeline begins and ends. */
export interface Days {
  readonly from: string;
  readonly to: string | null;
}

export interface Column extends Clause {
  /** Field names from the screen's entity: `['owner', 'name']`. */
  readonly path: readonly string[];
  readonly label: string;
}

export type ScreenAction = Clause &
  (
    | { readonly kind: 'create' | 'copy' | 'edit' | 'delete' | 'restore' | 'erase' | 'merge' | 'export' | 'import' }
    /** Of a calendar: an address from which other programs read it. */
    | { readonly kind: 'subscribe' }
    | { readonly kind: 'event'; readonly event: string }
    /**
     * `Reserve -> create Reservation(book: this)`: the form of another record, with these values entered. If one of
     * them reads `this`, it is an action of each record, otherwise of the screen.
     */
    | {
        readonly kind: 'create from';
        readonly label: string;
        readonly entity: string;
        readonly values: Readonly<Record<string, Expression>>;
      }
    | { readonly kind: 'link'; readonly label: string; readonly to: string }
  );

export interface Tile extends Clause {
  readonly name: string;
  /** An aggregate; null if it is not shown. */
  readonly shows: Expression | null;
  /** Read on the queried record (the query's variable); null for a single number. */
  readonly by: Expression | null;
  /** The value that is to be reached, of a number or a trend; it reads no record of the tile's query. */
  readonly target: Expression | null;
  /** A `trend` is the value of the present month or day, with those before it as a small line. */
  readonly as: 'number' | 'trend' | 'bar' | 'line' | 'pie' | 'table';
}
