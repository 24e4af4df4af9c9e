import type { FormRuleView, RuleView } from '@nonet/client';
import {
  type Effect,
  type Entity,
  type Event,
  ownFields,
  type Rule,
  messageFormatIn,
  standardMessage,
  type Workflow,
} from '@nonet/language';
import { localView } from './known.ts';
import type { Rights } from './rights.ts';

/** The types whose values the browser and the server write in the same form. */
const WRITTEN: ReadonlySet<string> = new Set(['text', 'integer', 'decimal', 'money', 'date', 'datetime']);

/**
 * The rules of an entity that a form can judge on its own values (5): the form has all fields that they and their
 * messages read, and its user may read them. The product judges every rule again.
 */
export function ruleViews(rights: Rights, entity: Entity): FormRuleView[] {
  return rulesOf(rights, entity).flatMap((rule) => {
    const on = (['create', 'update'] as const).filter((cause) => rule.on.includes(cause));
    return on.length === 0 ? [] : ruleView(rights, rule).map((view) => ({ ...view, on }));
  });
}

/**
 * The rules that the dialog of an event can judge on the record with the asked values (5). A rule judges the result
 * (4), so only the product can judge one that reads a field which the event itself sets.
 */
export function eventRuleViews(rights: Rights, entity: Entity, workflow: Workflow, event: Event): RuleView[] {
  const set = setBy(rights, entity, workflow, event);
  if (set === null) return [];
  return rulesOf(rights, entity)
    .filter((rule) => rule.on.includes(event.name))
    .flatMap((rule) => ruleView(rights, rule))
    .filter(({ holds, message }) =>
      [holds, ...message.filter((part) => typeof part !== 'string')].every(
        (expression) => !ownFields(expression).some((field) => set.has(field)),
      ),
    );
}

function rulesOf(rights: Rights, entity: Entity): Rule[] {
  return rights.plan.rules.filter((rule) => rule.entity === entity.name);
}

/** The fields of its record that an event sets by itself, regardless of asked values; null if it may be any. */
function setBy(rights: Rights, entity: Entity, workflow: Workflow, event: Event): ReadonlySet<string> | null {
  const fields = new Set<string>();
  for (const { to, effects } of event.transitions) {
    if (workflow.field !== null && to !== 'same') fields.add(workflow.field);
    for (const effect of effects) {
      if (effect.kind === 'set' && effect.start.variable === 'this' && effect.path.length === 0)
        fields.add(effect.field);
      else if (!isElsewhere(rights, entity, effect)) return null;
    }
  }
  return fields;
}

/** Whether an effect leaves the record itself unchanged. Effects on other records may come back to it. */
function isElsewhere(rights: Rights, entity: Entity, effect: Effect): boolean {
  if (effect.kind !== 'create' || rights.entity(effect.entity)?.owner?.entity === entity.name) return false;
  const further = rights.plan.states.find((workflow) => workflow.entity === effect.entity)?.events ?? [];
  return further.every(({ name }) => name !== 'create');
}

function ruleView(rights: Rights, rule: Rule): RuleView[] {
  const holds = rule.condition && localView(rights, rule.condition);
  const message = messageOf(rights, rule.entity, rule.error ?? 'INVALID');
  if (holds === null || message === null) return [];
  return [{ clause: rule.clause, fields: [...rule.fields], holds, message }];
}

/** The words of an error about a record of the entity, where all that they read may be read and is available (8). */
export function messageOf(rights: Rights, entity: string, code: string): RuleView['message'] | null {
  const error = rights.plan.errors.find((candidate) => candidate.code === code);
  const template = error?.messages[entity] ?? error?.messages[''];
  if (!template)
    return [messageFormatIn(rights.actor.locale ?? rights.plan.settings.locale).message(standardMessage(code))];
  const parts = template.map((part) =>
    typeof part === 'string' ? part : WRITTEN.has(part.type.kind) ? localView(rights, part) : null,
  );
  return parts.every((part) => part !== null) ? parts : null;
}
