import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SpecTree } from '../../syntax/tree.ts';
import { withoutAllowed } from './allowed.ts';
import type { CheckedOnce, CheckFiles } from './checked-once.ts';
import { withCommonFixes } from './common-fixes.ts';
import { withoutConsequences } from './consequences.ts';
import { withoutExplained } from './explained.ts';
import { inOrder } from './in-order.ts';
import { atDeclarations } from './misspelt-declarations.ts';
import { onceEach } from './once-each.ts';
import { oncePerName } from './once-per-name.ts';

/** What a pass knows of the document beside the diagnostics that it is given. */
export interface PassContext {
  readonly tree: SpecTree;
  /** What is found before the whole is reasoned about. */
  readonly read: readonly Diagnostic[];
}

/** One step from what is found to what is reported. Diagnostics come in the order of the text. */
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
  /** On what reasoning finds. */
  readonly reasoned: readonly Pass[];
  /** On all that is found: what is left is a mistake, a gap or a remark of its own. */
  readonly own: readonly Pass[];
  /** What is said several times of one mistake becomes one diagnostic, with the other places beside it. */
  readonly grouped: readonly Pass[];
  /** What the document itself asks for. */
  readonly allowed: readonly Pass[];
  /** What one fix takes away becomes one diagnostic, and what is found once that is fixed is added. */
  readonly document: readonly PassOverDocument[];
}

/** All passes, in the order in which they are run: from all that is found to what is reported. */
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
  ],
  allowed: [
    { name: 'without what is allowed', run: (found, { tree }) => withoutAllowed(tree, found) },
    { name: 'in the order of the text', run: (found, { tree }) => inOrder(tree, found) },
  ],
  document: [{ name: 'errors of one fix as one', run: withCommonFixes }],
};
