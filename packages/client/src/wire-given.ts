/**
 * The messages between a given page in its frame (2, `given by`) and the product around it, over a channel of their
 * own. The page sends `GivenMessage`, and gets `GivenAnswer`. What comes from the page is read as unknown: the types say
 * what its client sends.
 */
import type { RecordView } from './wire.ts';

/** The page of a given screen, and what the screen declares, as far as its reader may ever read it. */
export interface GivenView {
  /** The address of the page. */
  address: string;
  reads: { entity: string; fields: string[] }[];
  does: {
    entity: string;
    kind: 'create' | 'delete' | 'update' | 'event';
    /** The event, or the one field that an `update` may change; null: none, or all of them. */
    name: string | null;
  }[];
}

/** The query of a list that a page asks for. Filters are those of the API: `status`, `due.lt`. */
export interface GivenQuery {
  filters?: Record<string, string>;
  /** `-due,number` */
  order?: string;
  limit?: number;
  cursor?: string;
}

export type GivenRequest =
  | { method: 'list' | 'follow'; entity: string; query: GivenQuery }
  | { method: 'read' | 'delete'; entity: string; id: string }
  | { method: 'create'; entity: string; values: unknown }
  | { method: 'update'; entity: string; id: string; values: Record<string, unknown> }
  | { method: 'fire'; entity: string; id: string | null; event: string; values: unknown };

export type GivenMessage =
  /** A request, by a number of the page's own, under which it is answered. */
  | { ask: number; request: GivenRequest }
  /** A list is followed no longer. */
  | { stop: number }
  /** The height of the page's content, in pixels. */
  | { height: number }
  /** A widget sets the value of its field, in the form of the wire. */
  | { set: unknown }
  /** The answer to `alive`. */
  | { alive: true };

/** A page of records, with the fields that the screen declares. */
export interface GivenPage {
  items: RecordView[];
  next: string | null;
}

export type GivenAnswer =
  | { answer: number; value: RecordView | GivenPage | null }
  | { answer: number; refused: GivenRefusal }
  /** A followed list as it is now. */
  | { followed: number; page: GivenPage }
  | { context: GivenContext }
  | { field: GivenField }
  /** Asks whether the page still does anything. */
  | { alive: true };

export interface GivenRefusal {
  /** An error of point 8, or `NOT_DECLARED`: the screen does not declare it. */
  code: string;
  /** Of the product's answer; 0 if there was none. */
  status: number;
  message: string;
  errors: { field: string | null; code: string; message: string }[];
}

/** The surroundings of a page: how it should look, and where it is. */
export interface GivenContext {
  theme: 'light' | 'dark';
  /** CSS values by what they are for: `text`, `background`, `accent`. */
  colours: Record<string, string>;
  font: string;
  /** BCP 47. */
  language: string;
  direction: 'ltr' | 'rtl';
  timeZone: string;
  /** The values of the route's parameters, by their names. */
  path: Record<string, string>;
}

/** The field of a widget, with its value in the form of the wire. */
export interface GivenField {
  value: unknown;
  label: string;
  kind: string;
  /** Whether the value is shown and not entered. */
  readOnly: boolean;
  required: boolean;
  choices: { name: string; label: string }[] | null;
  minimum: string | null;
  maximum: string | null;
  /** The message of the product about the value that stands there. */
  error: string | null;
}
