import type { FieldKind } from '@nonet/language';
/** GET /api/-/document: the document itself, for everyone in `dev` and for those that the deployment names. */
export interface DocumentView {
  title: string;
  sources: { path: string; text: string }[];
  points: { number: number; name: string; title: string; open: boolean; line: number | null }[];
  gaps: GapView[];
  /** The functions and pages that the document is given: each with its file, and the name that it exports if it is a function. */
  given: {
    kind: 'function' | 'screen' | 'widget';
    name: string;
    clause: string;
    file: string;
    exported: string | null;
  }[];
  diagnostics: { code: string; severity: string; message: string; file: string; line: number; column: number }[];
  /** Every clause by its address: its place, and its sentence or row there. */
  clauses: Record<string, { file: string; line: number; text: string }>;
  /** All screens, for any roles. */
  screens: {
    slug: string;
    clause: string;
    route: string;
    entity: string | null;
    columns: { label: string; path: string[]; clause: string }[];
    /** The clauses of its actions, but for links. */
    actions: string[];
    /** The tiles of a dashboard, with the records and fields that each is counted from. */
    tiles: { name: string; clause: string; reads: { entity: string; field: string | null }[] }[];
  }[];
  entities: {
    name: string;
    label: string;
    clause: string;
    /** The entity that owns it, where it is a child. */
    owner: string | null;
    fields: {
      name: string;
      label: string;
      clause: string;
      kind: FieldKind;
      /** The entity that it leads to. */
      target: string | null;
      computed: boolean;
      required: boolean;
    }[];
  }[];
  workflows: {
    entity: string;
    /** The state field; null if its events have no states. */
    field: string | null;
    clause: string;
    states: { name: string; label: string; kind: 'initial' | 'final' | 'between'; clause: string }[];
    transitions: {
      event: string;
      label: string;
      clause: string;
      from: string[] | 'new';
      /** A state, or `same`. */
      to: string;
      by: string[];
      /** Clauses of what is not shown of it. */
      open: string[];
    }[];
  }[];
  examples: {
    clause: string;
    /** The clauses with which it is shown. */
    shows: string[];
    /** Its cells. */
    given: string;
    who: string;
    does: string;
    then: string;
  }[];
  permissions: {
    entity: string;
    roles: string[];
    rows: {
      /** `read`, `update email`. */
      may: string;
      /** Null: in every state. */
      states: string[] | null;
      /** By role; null if the role has no cell. `text` describes a condition. */
      cells: ({ kind: 'yes' | 'no' | 'gap' | 'when' | 'as'; text: string; clause: string } | null)[];
    }[];
  }[];
}

/** GET /api/gaps. */
export interface GapView {
  clause: string;
  consequence: string;
  file: string;
  line: number;
  hits: number;
}

/** Events of GET /api/-/dev/events (only in `dev`, server-sent). */
export type DevEvent =
  | { kind: 'reload'; revision: string }
  /** The document was changed and has errors: the former one continues running. */
  | {
      kind: 'errors';
      diagnostics: {
        code: string;
        severity: string;
        message: string;
        file: string;
        line: number;
        column: number;
        /** The offset behind its last character, where it ends in the same line. */
        endColumn: number | null;
        excerpt: string;
      }[];
    }
  /** The document was changed and has no errors, but can't be put to use: the former one goes on running. */
  | {
      kind: 'refused';
      message: string;
      /**
       * Words that may be written into the document so that it can be put to use; POST /api/-/dev/offers writes one of
       * them.
       */
      offers: string[];
    };
