import { type GapConsequence } from '../diagnostics/codes/reasons/gaps.ts';
import type { CodeId, DetailsOf } from '../diagnostics/catalogue.ts';
import type { Code } from '../diagnostics/code.ts';
import type { Extras } from '../diagnostics/diagnose.ts';
import type { Expression, Template } from '../expression/tree.ts';
import type { Schema, Scope } from '../expression/scope.ts';
import type { Type } from '../expression/type.ts';
import type { ClauseAddress } from '../model/clause.ts';
import type { Constant } from '../model/constants.ts';
import type { Gone } from '../model/gone.ts';
import type { Named, Rename } from '../model/renames.ts';
import type { Span } from '../source/span.ts';
import type { Cell, SpecTree, Words } from '../syntax/tree.ts';

/** A rename, and where its `was` stands. */
export interface StatedRename {
  readonly rename: Rename;
  readonly place: Span;
}

/** An effect's read of its own record: its row, its number in the row, and the path that is written. */
export interface EffectRead {
  readonly row: ClauseAddress;
  readonly number: number;
  /** The field of the record that the path begins with. */
  readonly field: string;
  readonly written: string;
  readonly span: Span;
}

/** The context of every point's resolver. Its only effects are the diagnostics, places and gaps that it collects. */
export interface Context {
  readonly tree: SpecTree;
  /** Every name that expressions can use; complete before the first expression is read. */
  readonly schema: Schema;

  /** Reports one diagnostic of the table of codes (`diagnostics/codes/<point>.ts`). */
  report<Id extends CodeId>(
    id: Id,
    code: Code<DetailsOf<Id>>,
    details: DetailsOf<Id>,
    span: Span,
    extras?: Extras,
  ): void;

  /** Records the place of a clause. The first place wins. */
  place(clause: ClauseAddress, span: Span): void;

  /** The place of a clause, if it has been read already. */
  placeOf(clause: ClauseAddress): Span | undefined;

  /** Records a gap: its place, the diagnostic that lists it, and what the product can't do because of it. */
  gap(clause: ClauseAddress, consequence: GapConsequence, span: Span): void;

  /** Records a former name. */
  rename(rename: Rename, place: Span): void;

  /** Records a `Gone` row with its place. */
  gone(gone: Gone, place: Span): void;

  /** The `Gone` rows recorded so far. */
  readonly statedGone: readonly { readonly gone: Gone; readonly place: Span }[];

  /** Records that what is named is new: something else of its name may have another one now. */
  isNew(named: Named): void;

  /** The names that are stated as new, as recorded so far. */
  readonly statedAsNew: readonly Named[];

  /** The former names that are recorded so far. */
  readonly renamed: readonly StatedRename[];

  /** Records what an effect reads without saying `old` or `new`. */
  effectRead(read: EffectRead): void;

  /** The values that effects read in this way, in the order of the text. */
  readonly effectReads: readonly EffectRead[];

  /**
   * Parses and checks the expression in a cell (or other words). Null if it had errors, which are reported at
   * their exact places. `expected` also rounds out literals: a bare number takes a money field's currency.
   */
  expression(words: Cell | Words, scope: Scope, expected: Type | null): Expression | null;

  /** Checks the form of an expression whose names are another document's; what is wrong is reported. */
  syntax(words: Cell | Words): void;

  /** Reads a value of point 9 (`21 %`, `30 days`, `env NAME`); null if it had errors, which are reported. */
  value(words: Cell | Words): Pick<Constant, 'type' | 'value'> | null;

  /** Reads words with `{placeholders}`; `{{` is a brace. */
  template(words: Cell | Words, scope: Scope): Template | null;
}
