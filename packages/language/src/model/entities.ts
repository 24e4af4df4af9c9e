import type { Expression, Template } from '../expression/tree.ts';
import type { Clause, ClauseAddress, Label } from './clause.ts';

/** Point 3. */
export type FieldType =
  | {
      readonly kind:
        | 'text'
        | 'long text'
        | 'markdown'
        | 'integer'
        | 'percent'
        | 'boolean'
        | 'date'
        | 'time'
        | 'datetime'
        | 'duration'
        /** Repeating dates: a recurrence rule of RFC 5545. */
        | 'recurrence'
        | 'email'
        | 'url'
        | 'phone'
        | 'json'
        | 'secret'
        | 'image'
        /** The assigned roles of a `User`. */
        | 'roles'
        /** `id`: a uuid. */
        | 'id'
        /** `id` where the setting says `integer`: a whole number, from 1. */
        | 'serial'
        /** `not shown`: holds nothing. */
        | 'open';
    }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'money'; readonly currency: string | null }
  | { readonly kind: 'enum'; readonly values: readonly Choice[] }
  | { readonly kind: 'state'; readonly values: readonly Choice[] }
  | { readonly kind: 'file'; readonly types: readonly string[] }
  | { readonly kind: 'number'; readonly pattern: string }
  /** `slug of title`: unique, made of the text of another field, and made again where that changes. */
  | { readonly kind: 'slug'; readonly of: string }
  /** `id`: where the records that it refers to are known by whole numbers; so for the lists of records below. */
  | { readonly kind: 'reference'; readonly entity: string; readonly id?: 'integer' }
  /** `list of E`: owned children. */
  | { readonly kind: 'children'; readonly entity: string }
  /** `many E`: references to any number of records, each once, in the order in which they were given. */
  | { readonly kind: 'many'; readonly entity: string; readonly id?: 'integer' }
  /**
   * `all E by field`: the records of E whose `by` (a reference, or a `many`) refers here; read-only. `along`: of a tree,
   * all records above this one, or all below it.
   */
  | {
      readonly kind: 'all';
      readonly entity: string;
      readonly by: string;
      readonly along?: TreeWay;
      readonly id?: 'integer';
    };

/** The ways along a `tree`, which are the names of its lists: the nearest record comes first. */
export type TreeWay = 'ancestors' | 'descendants';

export interface Choice extends Label {
  readonly name: string;
}

/** A bound of a length, value or count: a literal or a constant's value, as a decimal string. */
export interface Bound {
  readonly value: string;
  readonly constant: string | null;
}

/** The name of the referred record in an `among`; no document can state this name. */
export const CANDIDATE = '$candidate';

/** The computed field of an entity with `kept for`: until when a record is kept (3). */
export const KEPT_UNTIL = 'kept_until';

/** The change of a field when its person is erased (3). */
export interface Erased {
  /** The reference by which the record is about the person: `created_by`, or one that is `once`; null on `User` itself. */
  readonly with: string | null;
  /** The value that takes its place; null: the field is emptied. */
  readonly to: Expression | null;
}

export interface Field extends Clause, Label {
  readonly name: string;
  readonly type: FieldType;
  readonly meaning: string;
  readonly group: string | null;
  readonly required: boolean;
  readonly unique: 'exact' | 'ignoring case' | null;
  readonly minimum: Bound | null;
  readonly maximum: Bound | null;
  /** The source of a linear-time regular expression that the whole text must contain a match of. */
  readonly pattern: string | null;
  readonly default: Expression | null;
  readonly once: boolean;
  readonly bySystem: boolean;
  readonly when: Expression | null;
  /** Narrows a reference (or each of a `many`); `this` is the record, the variable `CANDIDATE` the referred one. */
  readonly among: Expression | null;
  readonly onDelete: 'restrict' | 'cascade' | 'clear';
  readonly indexed: boolean;
  /** `tree`: the reference to another record of the entity never leads back to where it started. */
  readonly tree?: true;
  readonly computed: Expression | null;
  /** `erased`: what becomes of the value when its person is erased; a field without it keeps its value. */
  readonly erased?: Erased;
  /** `id`, `created_at`, `created_by`, `updated_at`, `updated_by`: on every entity, never stated, read-only. */
  readonly derived: boolean;
  /**
   * Closed to create, update and import unless point 6 has an `update` row naming it: the state field, and fields that
   * an effect, `asks` or a call's `then` sets (4).
   */
  readonly closed: boolean;
  /** In a plan, for a field that is always empty because it is computed from a gap: the clause of that gap. */
  readonly gap?: ClauseAddress;
  /** In a plan: the clause of the first thing that is not shown and that `among` needs. Nothing can be chosen then. */
  readonly amongGap?: ClauseAddress;
  /** Limits only for values that are given from now on (`for new`); stored values may stay as they are. */
  readonly forNew?: FieldLimits;
  /** `widget given by widgets/seat.html`: the file, relative to the main document's folder. */
  readonly widget?: { readonly file: string };
}

/** The limits that a field sets for its values. */
export type FieldLimits = Pick<Field, 'required' | 'minimum' | 'maximum' | 'pattern'>;

/** A field as values that are given from now on have to be: it asks no less than the field itself. */
export function askedOfNew(field: Field): Field {
  return field.forNew === undefined ? field : { ...field, ...field.forNew };
}

/** A condition under which a record is held as it is (3, `kept while`). */
export interface Hold {
  readonly clause: ClauseAddress;
  /** Null if it is not shown. */
  readonly condition: Expression | null;
}

export interface Entity extends Clause, Label {
  readonly name: string;
  /** The label of several: "Claims". */
  readonly plural: string;
  /** The collection's name in the API: `claims`. */
  readonly path: string;
  readonly description: string;
  readonly fields: readonly Field[];
  /** Expressions read `this`. */
  readonly title: Template;
  readonly unique: readonly (readonly string[])[];
  readonly order: readonly SortKey[];
  /** The field by which people order the records by hand: lists and boards in its order let them move a record. */
  readonly orderByHand: string | null;
  /** `comments on`: the entity on whose records these are comments; they are its `comments`. */
  readonly commentsOn: string | null;
  /**
   * `kept for`: its records are deleted for good once their `kept_until`, a computed field, has passed; null if they are
   * kept for ever. `after`: the field that the time counts from.
   */
  readonly keptFor: { readonly clause: ClauseAddress; readonly after: string } | null;
  /** `kept while`: what keeps a record beyond its time, and stops that its person is erased; null if nothing does. */
  readonly keptWhile: Hold | null;
  /** `size`: the number of records that there are expected to be; null if it is not stated. */
  readonly size: number | null;
  readonly delete: 'hard' | 'soft' | 'never';
  readonly history: 'kept' | 'none';
  /** The field of `User` that people sign in with; null for other entities. */
  readonly signInBy: string | null;
  /** For an owned child: its owner, and the owner's list field. */
  readonly owner: { readonly entity: string; readonly field: string } | null;
  readonly records: readonly SeedRecord[];
  readonly demoRecords: readonly SeedRecord[];
}

export interface SortKey {
  readonly path: readonly string[];
  readonly descending: boolean;
}

/** A row of `#### Records` or `#### Demo records`. Absent fields take their default. */
export interface SeedRecord extends Clause {
  readonly values: Readonly<Record<string, SeedValue>>;
}

/** A value on the wire's form, or a reference by the title or a unique field of the record it means. */
export type SeedValue =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'reference'; readonly entity: string; readonly text: string }
  /** In a `many` field: the name of one of them. */
  | { readonly kind: 'references'; readonly entity: string; readonly texts: readonly string[] }
  | { readonly kind: 'none' };
