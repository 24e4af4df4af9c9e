import type { Expression } from '../expression/tree.ts';
import type { Clause } from './clause.ts';
import type { SortKey } from './entities.ts';

/** Point 2. */
export type ScreenKind =
  | 'list'
  | 'board'
  | 'calendar'
  | 'record'
  | 'form'
  | 'dashboard'
  | 'page'
  | 'sign in'
  | 'sign up';

interface ScreenKindRow {
  /** How a document writes it (2, `kind`): `…` stands for a name of its own. */
  readonly written: string;
  /** What stands on it: several records, one, the entries of a form, or nothing of one entity. */
  readonly shows: 'records' | 'record' | 'entries' | 'nothing';
  /** Whether people come in by it: there is nothing on it for who is in. */
  readonly isEntrance: boolean;
}

/** Every kind of screen, and what all stages ask of it. */
export const SCREEN_KINDS = {
  list: { written: 'list of …', shows: 'records', isEntrance: false },
  board: { written: 'board of … by …', shows: 'records', isEntrance: false },
  calendar: { written: 'calendar of … by …', shows: 'records', isEntrance: false },
  record: { written: 'record of …', shows: 'record', isEntrance: false },
  form: { written: 'form for …', shows: 'entries', isEntrance: false },
  dashboard: { written: 'dashboard', shows: 'nothing', isEntrance: false },
  page: { written: 'page', shows: 'nothing', isEntrance: false },
  'sign in': { written: 'sign in', shows: 'nothing', isEntrance: true },
  'sign up': { written: 'sign up', shows: 'entries', isEntrance: true },
} as const satisfies Readonly<Record<ScreenKind, ScreenKindRow>>;

/** Whether a screen of this kind shows these; null is a kind that is not shown. */
export function screenShows(kind: ScreenKind | null, ...what: readonly ScreenKindRow['shows'][]): boolean {
  return kind !== null && what.includes(SCREEN_KINDS[kind].shows);
}

/** Whether people come in by the screen. */
export function isEntrance({ kind }: { readonly kind: ScreenKind | null }): boolean {
  return kind !== null && SCREEN_KINDS[kind].isEntrance;
}

export interface Screen extends Clause {
  /** The name in snake_case, unique among screens: `my_claims`. */
  readonly slug: string;
  readonly name: string;
  readonly route: string;
  readonly parameters: readonly { readonly name: string; readonly entity: string; readonly field: string }[];
  /** Null where it is not shown. */
  readonly kind: ScreenKind | null;
  /** The entity of a list, board, calendar, record or form; `User` where people sign up. */
  readonly entity: string | null;
  /** Role names, or everyone; null where it is not shown (nobody). */
  readonly for: readonly string[] | 'everyone' | null;
  /** `this` is the listed record, `path` the route's parameters. */
  readonly where: Expression | null;
  /** Columns or fields; one group with the label null where no groups are stated. */
  readonly groups: readonly { readonly label: string | null; readonly columns: readonly Column[] }[];
  readonly filters: readonly Column[];
  readonly search: readonly Column[];
  readonly order: readonly SortKey[];
  readonly pageSize: number | null;
  readonly actions: readonly ScreenAction[];
  readonly related: readonly { readonly field: string; readonly entity: string; readonly columns: readonly Column[] }[];
  readonly empty: string | null;
  /** Prose under the heading: a page's content, elsewhere help. Markdown. */
  readonly body: string;
  readonly board: { readonly field: string } | null;
  readonly calendar: Days | null;
  /** On a calendar: further entities, each by its own days and shown by its title. */
  readonly also: readonly (Clause & Days & { readonly entity: string })[];
  readonly tiles: readonly Tile[];
  /** Parts that are not shown, by their clause: `2.my_claims.columns`. */
  readonly open: readonly string[];
}

/** The fields, dates or instants, at which a record of a calendar begins and ends. */
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
    | { readonly kind: 'create' | 'edit' | 'delete' | 'restore' | 'export' | 'import' }
    | { readonly kind: 'event'; readonly event: string }
    /**
     * `Reserve -> create Reservation(book: this)`: the form of another record, with these values entered. Where one of
     * them reads `this`, it is an action of each record, else of the screen.
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
  /** An aggregate; null where it is not shown. */
  readonly shows: Expression | null;
  /** Read on the queried record (the query's variable); null for a single number. */
  readonly by: Expression | null;
  readonly as: 'number' | 'bar' | 'line' | 'pie' | 'table';
}
