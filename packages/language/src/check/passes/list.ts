import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SpecTree } from '../../syntax/tree.ts';
import { withoutAllowed } from './allowed.ts';
import type { CheckedOnce, CheckFiles } from './checked-once.ts';
import { withCommonFixes } from './common-fixes.ts';
import { withoutConsequences } from './consequences.ts';
import { withoutExplained } from './explained.ts';
import { inOrder } from './in-order.ts';
import { atDeclarations } from './misspelt-declarations.ts';
import { withOfferedRows } from './offered-rows.ts';
import { onceEach } from './once-each.ts';
import { oncePerName } from './once-per-name.ts';

/** The context of a pass, beside the diagnostics that it gets. */
export interface PassContext {
  readonly tree: SpecTree;
  /** The findings before the checks of the whole. */
  readonly read: readonly Diagnostic[];
}

/** One step between all that the checks find and the final report. Diagnostics come in the order of the text. */
export interface Pass {
  readonly name: string;
  readonly run: (found: readonly Diagnostic[], context: PassContext) => readonly Diagnostic[];
}

/** A pass that checks the document again, with changes. */
interface PassOverDocument {
  readonly name: string;
  readonly run: (checked: CheckedOnce, check: CheckFiles) => readonly Diagnostic[];
}

interface Passes {
  /** Passes over the diagnostics of the checks of the whole model. */
  readonly reasoned: readonly Pass[];
  /** Run on everything that is found; the remaining ones are mistakes, gaps or remarks of their own. */
  readonly own: readonly Pass[];
  /** Several diagnostics about one mistake become one, with the other places as related ones; suggestions are added. */
  readonly grouped: readonly Pass[];
  /** The passes that the document itself asks for. */
  readonly allowed: readonly Pass[];
  /** Errors that one fix removes become one diagnostic; errors that appear after that fix are added. */
  readonly document: readonly PassOverDocument[];
}

/** All passes in their order, from all that the checks find to the final report. */
export const PASSES: Passes = {
  reasoned: [{ name: 'without what a mistake explains', run: (found, { read }) => withoutExplained(found, read) }],
  own: [
    {
      name: 'without consequences of what could not be read',
      run: (found, { tree }) => withoutConsequences(tree, found),
    },
    { name: 'each once', run: onceEach },
  ],
  grouped: [
    { name: 'misspelt names where they are stated', run: (found, { tree }) => atDeclarations(tree, found) },
    { name: 'each unknown name once', run: (found, { tree }) => oncePerName(tree, found) },
    { name: 'the row that a computed field lacks', run: (found, { tree }) => withOfferedRows(tree, found) },
  ],
  allowed: [
    { name: 'without what is allowed', run: (found, { tree }) => withoutAllowed(tree, found) },
    { name: 'in the order of the text', run: (found, { tree }) => inOrder(tree, found) },
  ],
  document: [{ name: 'errors of one fix as one', run: withCommonFixes }],
};
