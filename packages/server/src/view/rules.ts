import type { FormRuleView, RuleView } from '@nonet/client';
import {
  type Effect,
  type Entity,
  type Event,
  ownFields,
  type Rule,
  sayIn,
  standardMessage,
  type Workflow,
} from '@nonet/language';
import { localView } from './known.ts';
import type { Rights } from './rights.ts';

/** The types whose values browser and server write alike. */
const WRITTEN: ReadonlySet<string> = new Set(['text', 'integer', 'decimal', 'money', 'date', 'datetime']);

/**
 * The rules of an entity that a form can judge on its own values (5): all that they and their words read may be read by
 * whoever fills it in, and is on the form. The product judges every rule again.
 */
export function ruleViews(rights: Rights, entity: Entity): FormRuleView[] {
  return rulesOf(rights, entity).flatMap((rule) => {
    const on = (['create', 'update'] as const).filter((cause) => rule.on.includes(cause));
    return on.length === 0 ? [] : ruleView(rights, rule).map((view) => ({ ...view, on }));
  });
}

/**
 * The rules that the dialog of an event can judge on the record with what is asked (5). A rule judges what results (4): one
 * that reads what the event itself sets is the product's alone.
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

/** The fields of its record that an event sets by itself, whatever is asked; null where it may be any. */
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

/** Whether an effect leaves the record itself as it is. What goes through other records may come back to it. */
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

/** The words of an error about a record of the entity, where all that they read may be read and is at hand (8). */
export function messageOf(rights: Rights, entity: string, code: string): RuleView['message'] | null {
  const error = rights.plan.errors.find((candidate) => candidate.code === code);
  const template = error?.messages[entity] ?? error?.messages[''];
  if (!template) return [sayIn(rights.actor.locale ?? rights.plan.settings.locale).message(standardMessage(code))];
  const parts = template.map((part) =>
    typeof part === 'string' ? part : WRITTEN.has(part.type.kind) ? localView(rights, part) : null,
  );
  return parts.every((part) => part !== null) ? parts : null;
}
