import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mistakeOf } from '../diagnostics/meaning.ts';
import type { Model } from '../model/model.ts';
import type { Plan } from '../plan/plan.ts';
import { planOf } from '../plan/plan-of.ts';
import type { SourceFile } from '../source/span.ts';
import type { ReadInclude } from '../syntax/include.ts';
import { parse } from '../syntax/parse.ts';
import type { SpecTree } from '../syntax/tree.ts';
import { withoutAllowed } from './allow.ts';
import type { CheckedOnce } from './checked-once.ts';
import { CHECKS, OF_CALLS, OF_THE_WHOLE } from './checks/list.ts';
import { besides, isSound, oncePerName } from './consequences.ts';
import { declare } from './declare/declare.ts';
import { statedConversions } from './conversions.ts';
import { closeFields } from './finalize.ts';
import type { Findings } from './make-context.ts';
import { listOpenPoints, statedPoint } from './open-points.ts';
import { atDeclarations } from './misspelt-declarations.ts';
import { withCommonFixes } from './common-fixes.ts';
import { withoutConsequences } from './unread.ts';
import { resolveCalls } from './resolve/calls.ts';
import { resolveEntities } from './resolve/entities.ts';
import { resolveErrors } from './resolve/errors.ts';
import { resolveExamples } from './resolve/examples.ts';
import { resolvePurpose } from './resolve/purpose.ts';
import { reportOpenTimers } from './open-timers.ts';
import { resolvePermissions, resolveRoles } from './resolve/roles.ts';
import { resolveRules } from './resolve/rules.ts';
import { resolveScreens } from './resolve/screens.ts';
import { resolveStates } from './resolve/states.ts';

export interface Checked {
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
  /** Those diagnostics that are found before the checks of the whole model run. These don't run where its bases have mistakes. */
  readonly read: readonly Diagnostic[];
  readonly isReasoned: boolean;
}

/**
 * Makes the model of a parsed document, and says what is wrong with it beside `unread`, what parsing has found. With errors the model is as far as it was read. */
export function check(tree: SpecTree, unread: readonly Diagnostic[] = []): Checked {
  const findings: Findings = { diagnostics: [], gaps: [], places: new Map() };
  const declaration = declare(tree, findings);
  const { context, declared, constants, terms } = declaration;
  const openPoints = listOpenPoints(context);

  const purpose = resolvePurpose(context, statedPoint(tree, 'purpose'));
  const entities = resolveEntities(declaration);
  const states = resolveStates(declaration);
  const rules = resolveRules(context, statedPoint(tree, 'rules'), declared, entities, states);
  const screens = resolveScreens(context, statedPoint(tree, 'screens'), declared, constants);
  const roles = resolveRoles(context, statedPoint(tree, 'roles'), declared);
  const permissions = resolvePermissions(context, statedPoint(tree, 'roles'), declared, screens);
  const { made: calls, answered } = resolveCalls(context, statedPoint(tree, 'calls'), declared, states, constants);
  const errors = resolveErrors(context, statedPoint(tree, 'errors'), declared, rules, states, answered);

  const stated = { states: statedPoint(tree, 'states'), rules: statedPoint(tree, 'rules') };
  const examples = resolveExamples(context, stated, declared, states, rules);
  reportOpenTimers(findings, { constants, entities, states, calls });

  const model: Model = {
    title: tree.title?.text.replace(/\s+/g, ' ') ?? '',
    tree,
    openPoints,
    purpose,
    screens,
    entities: closeFields(entities, states, calls, permissions),
    states,
    rules,
    examples,
    roles,
    permissions,
    calls,
    answered,
    errors,
    constants,
    terms,
    renames: context.renamed.map(({ rename }) => rename),
    conversions: statedConversions(declaration),
    gaps: findings.gaps,
    places: findings.places,
  };
  for (const rule of CHECKS) rule(model, context);
  const found = [...findings.diagnostics];
  const mistakes = [...unread, ...found];
  for (const { bases, checks } of [OF_THE_WHOLE, ...OF_CALLS])
    if (isSound(tree, mistakes, bases)) for (const rule of checks) rule(model, context);
  const reasoned = findings.diagnostics.slice(found.length);
  return {
    model,
    diagnostics: [...found, ...besides(found, reasoned)],
    read: found,
    isReasoned: isSound(tree, mistakes, OF_THE_WHOLE.bases),
  };
}

export interface CheckedDocument extends Pick<Checked, 'model' | 'diagnostics'> {
  readonly tree: SpecTree;
  /** Null where the document has errors. Made on demand: a command that only checks needs none. */
  readonly plan: Plan | null;
}

/** The whole way from a document's text to its plan. Diagnostics are in the order of the text, file by file. */
export function checkDocument(main: SourceFile, readInclude: ReadInclude): CheckedDocument {
  const once = checkOnce(main, readInclude);
  const { tree, model } = once;
  const isWhole = !once.reported.some(({ severity }) => severity === 'error');
  const diagnostics = withCommonFixes(once, ([first = main, ...others]) =>
    checkOnce(first, (path) => {
      const file = others.find((other) => other.path === path);
      return file ? { kind: 'file', text: file.text } : readInclude(path);
    }),
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

/** One pass over the text as it stands: the model, and the diagnostics without those that only follow from others. */
function checkOnce(main: SourceFile, readInclude: ReadInclude): CheckedOnce & { readonly model: Model } {
  const parsed = parse(main, readInclude);
  const checked = check(parsed.tree, parsed.diagnostics);
  const all = inOrder(parsed.tree, [...parsed.diagnostics, ...checked.diagnostics]);
  const own = onceEach(withoutConsequences(parsed.tree, all));
  const isWhole = !own.some(({ severity }) => severity === 'error');
  // A remark may allow what is only found in a document without errors.
  const allowed = withoutAllowed(parsed.tree, oncePerName(parsed.tree, atDeclarations(parsed.tree, own))).filter(
    ({ code }) => isWhole || code !== 'N099',
  );
  const listed = new Set(own.flatMap(({ severity, clause }) => (severity === 'gap' && clause ? [clause] : [])));
  const model =
    own.length === all.length
      ? checked.model
      : { ...checked.model, gaps: checked.model.gaps.filter(({ clause }) => listed.has(clause)) };
  return {
    tree: parsed.tree,
    model,
    reported: inOrder(parsed.tree, allowed),
    own,
    all,
    read: [...parsed.diagnostics, ...checked.read],
    isReasoned: checked.isReasoned,
  };
}

function inOrder(tree: SpecTree, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = tree.files.map((file) => file.path);
  return diagnostics.toSorted(
    (left, right) =>
      files.indexOf(left.span.file) - files.indexOf(right.span.file) || left.span.start - right.span.start,
  );
}

/** Reports once what is read several times (a role, permissions of two entities): one error of a code at a place. */
function onceEach(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const keys = new Set<string>();
  // A body that sets nothing also sets nothing of what is needed.
  const saysNothing = new Set(diagnostics.flatMap(({ code, span }) => (code === 'N724' ? [span] : [])));
  return diagnostics.filter((one) => {
    const { code, severity, span } = one;
    if (code === 'N723' && saysNothing.has(span)) return false;
    const key = `${code} ${span.file} ${span.start} ${span.end} ${severity === 'error' ? '' : mistakeOf(one)}`;
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}
