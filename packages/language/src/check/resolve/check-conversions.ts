import { ENTITIES_CODES } from '../../diagnostics/codes/entities.ts';
import { diagnose } from '../../diagnostics/diagnose.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ExpressionProblem } from '../../expression/problem.ts';
import type { Conversion } from '../../model/conversions.ts';
import type { Model } from '../../model/model.ts';
import type { SpecTree } from '../../syntax/tree.ts';
import { type Declaration, declare } from '../declare/declare.ts';
import { originsOf } from '../declare/origins.ts';
import { type FieldRules, waysBack } from '../declare/field-rules.ts';
import { placed } from '../make-context.ts';
import { isKey, type ResolvedOrigin } from './origins.ts';
import type { Part } from './words.ts';
import { isSameConversion, readConversions } from './conversions.ts';
import { type Convertible, resolveWaysBack } from './ways-back.ts';

/**
 * Checks the conversions of a document that follows another one. Conversions that the former document states already
 * were carried out with it.
 */
export function checkConversions(
  tree: SpecTree,
  plan: Convertible & Pick<Model, 'conversions'>,
  former: Convertible & Pick<Model, 'conversions'>,
): Diagnostic[] {
  const { entities } = declare(tree, { diagnostics: [], gaps: [], places: new Map() });
  const rulesOf = (conversion: Conversion): FieldRules => {
    const { fields = [] } = entities.find(({ draft }) => draft.name.text === conversion.entity) ?? {};
    return fields.find(({ name }) => name === conversion.field)?.rules ?? {};
  };
  const isNew = (conversion: Conversion) =>
    !former.conversions.some(
      (other) =>
        other.entity === conversion.entity && other.field === conversion.field && isSameConversion(other, conversion),
    );
  const stated = plan.conversions.filter(isNew);
  const { conversions, origins } = readConversions(plan, stated, former);
  const there = conversions.flatMap(({ conversion, problems }) => {
    const words = rulesOf(conversion).from;
    return words === undefined
      ? []
      : problems.map((problem) => ({ ...placed(words, problem), clause: conversion.clause }));
  });
  const { resolved, unplaced } = resolveWaysBack(plan, stated, former);
  const back = resolved.flatMap(({ of, place, problems }) => {
    const words = waysBack(rulesOf(of))[place]?.words;
    return words === undefined ? [] : problems.map((problem) => ({ ...placed(words, problem), clause: of.clause }));
  });
  const lost = unplaced.flatMap(({ of, place, target, candidates, reason }) => {
    const words = waysBack(rulesOf(of))[place]?.words;
    const details = { field: of.field, target, candidates, reason };
    return words === undefined
      ? []
      : [diagnose('N333', ENTITIES_CODES.N333, details, words.span, { clause: of.clause })];
  });
  return [...originProblems(entities, origins), ...there, ...back, ...lost];
}

/** The faults in the origins of entities that the former document does not have. */
function originProblems(entities: Declaration['entities'], origins: readonly ResolvedOrigin[]): Diagnostic[] {
  return origins.flatMap(({ origin, key, isKnown, problems }) => {
    const { clause } = origin;
    const draft = entities.find((each) => each.draft.name.text === origin.entity)?.draft;
    const stated = draft === undefined ? null : originsOf(draft);
    const own = stated?.of.find(({ entity }) => entity.text === origin.of);
    if (stated === null || own === undefined) return [];
    const report = (details: DetailsOf<'N334'>, part: Part) =>
      diagnose('N334', ENTITIES_CODES.N334, details, part.span, { clause });
    if (!isKnown) return [report({ of: origin.of, reason: 'unknown' }, own.entity)];
    const within = (part: Part | null, found: readonly ExpressionProblem[]) =>
      part === null ? [] : found.map((problem) => ({ ...placed(part, problem), clause }));
    const isNoKey = stated.key !== null && key !== null && !isKey(key);
    return [
      ...within(own.where, problems.where),
      ...within(stated.key, problems.key),
      ...(isNoKey ? [report({ of: stated.key.text, reason: 'key' }, stated.key)] : []),
    ];
  });
}
