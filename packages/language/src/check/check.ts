import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Model } from '../model/model.ts';
import type { Plan } from '../plan/plan.ts';
import { planOf } from '../plan/plan-of.ts';
import type { SourceFile } from '../source/span.ts';
import type { ReadInclude } from '../syntax/include.ts';
import { parse } from '../syntax/parse.ts';
import type { SpecTree } from '../syntax/tree.ts';
import { isSound } from './checks/is-sound.ts';
import { CHECKS, OF_CALLS, OF_THE_WHOLE } from './checks/list.ts';
import { declare } from './declare/declare.ts';
import type { Findings } from './make-context.ts';
import type { CheckedOnce } from './passes/checked-once.ts';
import { inOrder } from './passes/in-order.ts';
import { type Pass, type PassContext, PASSES } from './passes/list.ts';
import { resolveModel } from './resolve/resolve-model.ts';

export interface Checked {
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * The diagnostics from before the checks of the whole model, which run only if these find no mistakes in its
   * foundations.
   */
  readonly read: readonly Diagnostic[];
  readonly isReasoned: boolean;
}

/**
 * Makes the model of a parsed document, and reports its errors in addition to `syntaxErrors`, those of parsing. A
 * document with errors has a model of the parts that could be read.
 */
export function check(tree: SpecTree, syntaxErrors: readonly Diagnostic[] = []): Checked {
  const findings: Findings = { diagnostics: [], gaps: [], places: new Map() };
  const declaration = declare(tree, findings);
  const model = resolveModel(declaration, findings);
  const { context } = declaration;
  for (const rule of CHECKS) rule(model, context);
  const found = [...findings.diagnostics];
  const mistakes = [...syntaxErrors, ...found];
  for (const { bases, checks } of [OF_THE_WHOLE, ...OF_CALLS])
    if (isSound(tree, mistakes, bases)) for (const rule of checks) rule(model, context);
  const reasoned = findings.diagnostics.slice(found.length);
  return {
    model,
    diagnostics: [...found, ...run(PASSES.reasoned, reasoned, { tree, read: found })],
    read: found,
    isReasoned: isSound(tree, mistakes, OF_THE_WHOLE.bases),
  };
}

export interface CheckedDocument extends Pick<Checked, 'model' | 'diagnostics'> {
  readonly tree: SpecTree;
  /** Null if the document has errors. Made on demand: a command that only checks needs none. */
  readonly plan: Plan | null;
}

/** The whole way from a document's text to its plan. Diagnostics are in the order of the text, file by file. */
export function checkDocument(main: SourceFile, readInclude: ReadInclude): CheckedDocument {
  const once = checkOnce(main, readInclude);
  const { tree, model } = once;
  const isWhole = !once.reported.some(({ severity }) => severity === 'error');
  const again = ([first = main, ...others]: readonly SourceFile[]): CheckedOnce =>
    checkOnce(first, (path) => {
      const file = others.find((other) => other.path === path);
      return file ? { kind: 'file', text: file.text } : readInclude(path);
    });
  const diagnostics = PASSES.document.reduce<readonly Diagnostic[]>(
    (reported, pass) => pass.run({ ...once, reported }, again),
    once.reported,
  );
  let plan: Plan | null = null;
  return {
    tree,
    model,
    diagnostics: inOrder(tree, diagnostics),
    get plan() {
      if (isWhole) plan ??= planOf(model);
      return plan;
    },
  };
}

/** One pass over the text: the model, and the diagnostics without those that only follow from others. */
function checkOnce(main: SourceFile, readInclude: ReadInclude): CheckedOnce & { readonly model: Model } {
  const parsed = parse(main, readInclude);
  const checked = check(parsed.tree, parsed.diagnostics);
  const all = inOrder(parsed.tree, [...parsed.diagnostics, ...checked.diagnostics]);
  const document = { tree: parsed.tree, read: [...parsed.diagnostics, ...checked.read] };
  const own = run(PASSES.own, all, document);
  const reported = run([...PASSES.grouped, ...PASSES.allowed], own, document);
  const listed = new Set(own.flatMap(({ severity, clause }) => (severity === 'gap' && clause ? [clause] : [])));
  const model =
    own.length === all.length
      ? checked.model
      : { ...checked.model, gaps: checked.model.gaps.filter(({ clause }) => listed.has(clause)) };
  return {
    tree: parsed.tree,
    model,
    reported,
    own,
    all,
    read: document.read,
    isReasoned: checked.isReasoned,
  };
}

/** Runs passes one after the other. */
function run(passes: readonly Pass[], found: readonly Diagnostic[], context: PassContext): readonly Diagnostic[] {
  return passes.reduce((left, pass) => pass.run(left, context), found);
}
