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
  /** Null where there is none; the terms that call each other, in order, where it is being checked itself. */
  readonly find: (name: string) => SchemaTerm | { readonly circle: readonly string[] } | null;
}

export interface SchemaTerm {
  readonly name: string;
  /** Null where they are not shown. */
  readonly parameters: readonly { readonly name: string; readonly type: Type }[] | null;
  /** Over its parameters and \`user\` (which may be null); null where it has mistakes, which are reported. */
  readonly body: Expression | 'not shown' | null;
}

export interface SchemaEntity {
  readonly name: string;
  /** Every field with its type, the derived ones too; a list field is `{kind: 'list', of: {kind: 'record', …}}`. */
  readonly fields: ReadonlyMap<string, Type>;
  /** The fields of an owned child that are its parent: `parent`, and the owner's name where it is free. */
  readonly parents?: ReadonlySet<string>;
  /** The values of numbers, and the counts of lists, that the document admits: where their bounds are written out. */
  readonly bounds?: ReadonlyMap<string, { readonly least: number; readonly most: number }>;
}

/** What is in reach where one expression stands. */
export interface Scope {
  /** `this`, `user`, `old`, `path`, `response`, `input`: by name, with their types. `new` is another word for `this`. */
  readonly variables: Readonly<Record<string, Type>>;
  /** The variable whose fields (or properties) are written bare, the nearest first: `['this']`; `['candidate', 'this']`. */
  readonly bare: readonly string[];
  /** What kind of clause this is. */
  readonly purpose: Purpose;
  /**
   * Conditions that are known to hold where this expression is read, over the same variables: a tile's `by` under the
   * `where` of its `shows`, a call under the guards of its causes. They narrow what may be null.
   */
  readonly given?: readonly Expression[];
  /** Whether the value that is worked out may be empty: null may stand behind its last `else`. */
  readonly mayBeEmpty?: boolean;
  /** Of a conversion, the choices of its field: a text that is one of them may stand beside a choice of another field. */
  readonly choices?: readonly string[];
  /** For a message: the entities whose records it is about. */
  readonly saidOf?: readonly string[];
  /** For an effect: the condition behind it; null where there is none. */
  readonly effectCondition?: string | null;
  /** For a call: its causes, each with what is known when it is the cause. */
  readonly causes?: readonly { readonly name: string; readonly given: readonly Expression[] }[];
}
