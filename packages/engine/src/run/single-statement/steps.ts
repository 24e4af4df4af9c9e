import { isSelfContained } from '../../isolation/self-contained.ts';
import { rolesToday } from '../../session/today.ts';
import { compileCondition } from '../../sql/expression.ts';
import { column, quote, storedFields, SYSTEM_COLUMNS, table } from '../../sql/identifiers.ts';
import { recordPredicate } from '../../sql/permissions.ts';
import { compileFieldsJson } from '../../sql/projection.ts';
import { compileTitle } from '../../sql/title.ts';
import { checkedFields } from '../validation/check-fields.ts';
import { compileTag, isTaggable, tagSlots } from '../etag.ts';
import { compileLimits, compileLimitsForNew } from '../validation/field-limits.ts';
import { actorContext } from '../read-scope.ts';
import { hasGivenCall } from '../validation/given-calls.ts';
import { rulesOn } from '../validation/rules.ts';
import { OLD, THIS } from '../write.ts';
import { WRITE_STEPS, type WriteStep } from '../write-steps/write-step.ts';
import { HISTORY } from './history.ts';
import { KEY } from './key.ts';
import { SAVE } from './save.ts';
import type { StatementPart, StatementStep, StatementWrite } from './statement-step.ts';

const STEPS: Record<WriteStep, StatementStep> = {
  actor: {
    key: ({ scope }) => (scope.actor.session === undefined ? '' : 'session'),
    slots: ({ scope: { actor } }) =>
      actor.session === undefined ? {} : { session: actor.session.tokenHash, roles: JSON.stringify(actor.roles) },
    premises: ({ scope, parameters }) =>
      scope.actor.session === undefined
        ? []
        : [`coalesce(to_jsonb(${rolesToday(scope.index, parameters)}) = ${parameters.slot('roles', 'jsonb')}, false)`],
  },
  key: KEY,
  admission: { coveredBy: 'permission' },
  lock: {
    // Only the record itself is locked (decision 4).
    needsSeveral: (index, entity) => !isSelfContained(index.plan, entity),
    // A row that somebody else is writing would delay the whole batch: in several statements it waits alone.
    before: ({ draft, parameters }) =>
      draft.isNew
        ? null
        : `locked_ as (select t.* from ${table(draft.entity)} t where t."id" in (select ${parameters.slot('id', 'uuid')} from calls_ calls) and t.${quote(SYSTEM_COLUMNS.deletedAt)} is null order by t."id" for update skip locked)`,
    conditions: ({ scope, draft: { isNew, entity }, context }) =>
      isNew ? [] : [recordPredicate(context, scope.authority, 'read', { kind: 'row', entity, alias: OLD })],
  },
  body: 'draft',
  references: { premises: ({ draft, parameters, context }) => draft.references(parameters, context) },
  version: {
    key: ({ tags }) => (tags === null ? '' : 'tagged'),
    slots: ({ tags, scope }) => (tags === null ? {} : { tags: JSON.stringify(tags), ...tagSlots(scope.secret) }),
    conditions: (write) => (write.tags === null ? [] : [sameVersion(write)]),
  },
  guard: { conditions: ({ draft, parameters, context }) => draft.guard(parameters, context) },
  save: SAVE,
  permission: { conditions: ({ draft, context }) => draft.permission(context) },
  slugs: {
    needsSeveral: (index, entity) => storedFields(index.entity(entity)).some(({ type }) => type.kind === 'slug'),
  },
  limits: {
    needsSeveral: (index, entity) =>
      storedFields(index.entity(entity)).some(({ when, among }) => when !== null || among !== null),
    // Patterns are matched in the program (`body.ts`).
    conditions: ({ scope, draft, parameters }) =>
      checkedFields(scope, draft.entity).flatMap((field) => {
        const value = column(THIS, field.name);
        const before = draft.isNew ? null : column(OLD, field.name);
        return [...compileLimits(parameters, field, value), ...compileLimitsForNew(parameters, field, value, before)];
      }),
  },
  rules: {
    // A rule that is left open counts a hit; one that needs something which is not shown refuses after everything else;
    // a given function is called between two statements.
    needsSeveral: ({ plan }, entity) =>
      plan.rules.some(
        (rule) =>
          rule.entity === entity && (rule.condition === null || rule.gap !== undefined || hasGivenCall(rule.condition)),
      ),
    // The statement knows no confirmations: a confirmed warning would refuse.
    requestNeedsSeveral: ({ confirm = [] }) => confirm.length > 0,
    conditions: ({ scope, draft, context }) =>
      rulesOn(scope.index, draft.entity, new Set([draft.change.cause])).flatMap(({ condition }) =>
        condition === null ? [] : [compileCondition(condition, context)],
      ),
  },
  history: HISTORY,
  answer: {
    // An actor who may not read the written record gets only its id.
    conditions: ({ scope, draft: { entity }, context }) => [
      recordPredicate(context, scope.authority, 'read', { kind: 'row', entity, alias: THIS }),
    ],
    judged: ({ scope, draft, parameters }) => {
      const row = { kind: 'row', entity: draft.entity, alias: THIS, readable: true } as const;
      const context = actorContext(scope, parameters, { this: row });
      return [`${compileFieldsJson(context, row)}::text as "_fields"`, `${compileTitle(context, row)} as "_title"`];
    },
    answered: () => ['judged_."_fields" as fields', 'judged_."_title" as title'],
  },
  // Erasing a person takes several statements.
  traces: {},
  calls: {
    needsSeveral: ({ plan }, entity) => plan.calls.some((call) => call.when.some((cause) => cause.entity === entity)),
  },
};

/** The parts that the steps add to one place of the statement, in their order. */
export function partsFor<Place extends keyof StatementPart>(
  place: Place,
): readonly NonNullable<StatementPart[Place]>[] {
  return WRITE_STEPS.flatMap((name) => {
    const step = STEPS[name];
    const part = step === 'draft' || 'coveredBy' in step ? undefined : step[place];
    return part === undefined ? [] : [part];
  });
}

/** `If-Match`: the tag of the record as the actor may read it, before the change. */
function sameVersion({ scope, draft, parameters }: StatementWrite): string {
  const row = { kind: 'row', entity: draft.entity, alias: OLD, readable: true } as const;
  const fields = parameters.trace(() => compileFieldsJson(actorContext(scope, parameters, { this: row }), row));
  return isTaggable(fields)
    ? `(${parameters.slot('tags', 'jsonb')} ? ${compileTag(parameters, fields.text)})`
    : 'false';
}
