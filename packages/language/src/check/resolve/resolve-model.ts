import type { Model } from '../../model/model.ts';
import type { Declaration } from '../declare/declare.ts';
import { statedConversions } from './conversions.ts';
import { statedOrigins } from './origins.ts';
import type { Findings } from '../make-context.ts';
import { closeFields } from './close-fields.ts';
import { listOpenPoints, statedPoint } from './open-points.ts';
import { resolveCalls } from './calls.ts';
import { resolveEntities } from './entities.ts';
import { resolveErrors } from './errors.ts';
import { resolveExamples } from './examples.ts';
import { resolvePurpose } from './purpose.ts';
import { reportOpenConstants } from './open-constants.ts';
import { resolvePermissions, resolveRoles } from './roles.ts';
import { resolveRules } from './rules.ts';
import { resolveScreens } from './screens.ts';
import { resolveStates } from './states.ts';

/**
 * Makes the model of a document from its declarations, point by point. If there are errors, the model holds the parts
 * that could be read.
 */
export function resolveModel(declaration: Declaration, findings: Findings): Model {
  const { context, declared, constants, terms } = declaration;
  const { tree } = context;
  const openPoints = listOpenPoints(context);

  const purpose = resolvePurpose(context, statedPoint(tree, 'purpose'));
  const entities = resolveEntities(declaration);
  const states = resolveStates(declaration);
  const rules = resolveRules(context, statedPoint(tree, 'rules'), declared, entities, states);
  const screens = resolveScreens(context, statedPoint(tree, 'screens'), declared, constants);
  const roles = resolveRoles(context, statedPoint(tree, 'roles'), declared);
  const permissions = resolvePermissions(context, statedPoint(tree, 'roles'), declared, screens);
  const {
    made: calls,
    papers,
    received,
    feeds,
    accountMails,
    answered,
  } = resolveCalls(context, statedPoint(tree, 'calls'), declared, states, constants);
  const errors = resolveErrors(context, statedPoint(tree, 'errors'), declared, rules, states, answered);

  const stated = { states: statedPoint(tree, 'states'), rules: statedPoint(tree, 'rules') };
  const examples = resolveExamples(context, stated, declared, states, rules);
  reportOpenConstants(findings, { constants, entities, states, calls });

  return {
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
    papers,
    received,
    feeds,
    accountMails,
    answered,
    errors,
    constants,
    terms,
    renames: context.renamed.map(({ rename }) => rename),
    conversions: statedConversions(declaration),
    origins: statedOrigins(declaration),
    gone: context.statedGone.map(({ gone }) => gone),
    gaps: findings.gaps,
    places: findings.places,
  };
}
