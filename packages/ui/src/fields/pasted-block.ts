import type { FieldView } from '@nonet/client';
import type { Draft } from './drafts.ts';

/** The list of a form into which a block is put. */
export interface Target {
  /** The fields in the order of their columns. */
  readonly fields: readonly FieldView[];
  /** A new row, with its defaults. */
  readonly blank: () => Draft & { readonly _row?: string };
  readonly onChange: (change: (before: unknown) => unknown) => void;
}

/** A block of cells, and the cell that had the focus. */
export interface PastedBlock {
  readonly text: string;
  /** Null outside of the rows. */
  readonly rowKey: string | null;
  /** The place of its column. */
  readonly first: number;
}
