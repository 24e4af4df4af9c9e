import type { Purpose } from '../vocabulary/purposes.ts';
import type { Expression } from './tree.ts';
import type { Type } from './type.ts';

/** The names that the expressions of one document can use. */
export interface Schema {
  readonly entities: ReadonlyMap<string, SchemaEntity>;
  readonly constants: ReadonlyMap<string, Type>;
  readonly roles: ReadonlySet<string>;
  /** The product's `CURRENCY`, so that `2500 EUR` and a field in `CURRENCY` are known to agree. */
  readonly currency?: string | null;
  /** Constants whose value is known not to be zero: they may divide. */
  readonly nonZero?: ReadonlySet<string>;
  /** Entities that are not shown: naming one is no mistake, and NOT_SPECIFIED when it is asked for. */
  readonly openEntities?: ReadonlySet<string>;
  /** The point of constants is not shown: any name in its form may be one, and NOT_SPECIFIED when it is asked for. */
  readonly constantsAreOpen?: boolean;
  /** The terms of point 9. */
  readonly terms?: Terms;
}

/** The named expressions of point 9, each checked when it is first asked for. */
export interface Terms {
  readonly names: () => Iterable<string>;
  /** Null if there is no such term; the circle of terms, in order, if the term is being checked itself. */
  readonly find: (name: string) => SchemaTerm | { readonly circle: readonly string[] } | null;
}

export interface SchemaTerm {
  readonly name: string;
  /** Null if they are not shown. */
  readonly parameters: readonly { readonly name: string; readonly type: Type }[] | null;
  /** Over its parameters and `user` (which may be null); null if it has mistakes, which are reported. */
  readonly body: Expression | 'not shown' | null;
  /** The type of its result, where a function gives it: it has no body then. */
  readonly given?: Type;
}

export interface SchemaEntity {
  readonly name: string;
  /** Every field with its type, the derived ones too; a list field is `{kind: 'list', of: {kind: 'record', …}}`. */
  readonly fields: ReadonlyMap<string, Type>;
  /** The fields of an owned child that are its parent: `parent`, and the owner's name where it is free. */
  readonly parents?: ReadonlySet<string>;
  /** The inputs that its events ask for and do not store, each with the event: only that event's guard and effects read it. */
  readonly inputs?: ReadonlyMap<string, string>;
  /** The working time of each of its records; null or absent if they have none, `not shown` if that is a gap. */
  readonly workingTime?: WorkingTime | 'not shown' | null;
  /** The values of numbers, and the counts of lists, that the document admits: where their bounds are written out. */
  readonly bounds?: ReadonlyMap<string, { readonly least: number; readonly most: number }>;
}

/** Which of an entity's records say when work is done at one of its records (3, `working time`). */
export interface WorkingTime {
  /** The list of its weekdays, and the fields of these: a choice of weekdays, and the times from and to which it is. */
  readonly week: {
    readonly list: string;
    readonly entity: string;
    readonly weekday: string;
    readonly hours: { readonly opens: string; readonly closes: string } | null;
  };
  readonly daysOff: readonly DaysOff[];
}

/** Days without work: those of a list of the record, those of all records of an entity, or those of a constant. */
export type DaysOff =
  | {
      readonly kind: 'list';
      readonly list: string;
      readonly entity: string;
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: 'entity'; readonly entity: string; readonly from: string; readonly to: string }
  | { readonly kind: 'constant'; readonly name: string };

/** The names that an expression can use at its place. */
export interface Scope {
  /**
   * `this`, `user`, `old`, `path`, `response`, `input`: by name, with their types. `new` is another word for `this`.
   */
  readonly variables: Readonly<Record<string, Type>>;
  /** The variable whose fields (or properties) are written bare, the nearest first: `['this']`. */
  readonly bare: readonly string[];
  /** The kind of the clause. */
  readonly purpose: Purpose;
  /**
   * Conditions that are known to hold where this expression is read, over the same variables: the `where` of a tile's
   * `shows` for its `by`, the guards of a call's causes for the call. They narrow what may be null.
   */
  readonly given?: readonly Expression[];
  /** Whether the value of the expression may be null, so that its last `else` may be. */
  readonly mayBeEmpty?: boolean;
  /** Whether an empty value makes the whole value empty, and needs no guard: a timer's time, which then never comes. */
  readonly nullRuns?: true;
  /** Whether records may be left without a value where the expression has none (`else open`). */
  readonly mayBeOpen?: true;
  /**
   * The choices of the field that a conversion fills: a text that is one of them may be compared with a choice of
   * another field.
   */
  readonly choices?: readonly string[];
  /** For a message: the entities whose records it concerns. */
  readonly saidOf?: readonly string[];
  /** For a role that is given by what holds of a person alone: a column `of` would name the records that it is about. */
  readonly mayBeOfRecords?: true;
  /** For an effect: its condition; null if there is none. */
  readonly effectCondition?: string | null;
  /** For a call: its causes. */
  readonly causes?: readonly Cause[];
}

/** A cause of a call, such as `Claim submit`. */
export interface Cause {
  readonly name: string;
  /** Whether it has an `if` of its own. */
  readonly hasCondition: boolean;
  /** For a time: its entity, behind which its condition stands (`for Loan where …`). */
  readonly timeOf?: string;
  /** The facts that are known when it is the cause. */
  readonly given: readonly Expression[];
}
