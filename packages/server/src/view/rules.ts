import type { RuleView } from '@nonet/client';
import { type Entity, type Expression, isLocal, type Rule } from '@nonet/language';
import { knownCondition } from './fields.ts';
import type { Rights } from './rights.ts';

/** The types whose values browser and server write alike. */
const WRITTEN: ReadonlySet<string> = new Set(['text', 'integer', 'decimal', 'money', 'date', 'datetime']);

/**
 * The rules of an entity that a form can judge on its own values (5): all that they and their words read may be read by
 * whoever fills it in, and is on the form. The product judges every rule again.
 */
export function ruleViews(rights: Rights, entity: Entity): RuleView[] {
  return rights.plan.rules.filter((rule) => rule.entity === entity.name).flatMap((rule) => ruleView(rights, rule));
}

function ruleView(rights: Rights, rule: Rule): RuleView[] {
  const on = (['create', 'update'] as const).filter((cause) => rule.on.includes(cause));
  const holds = rule.condition && local(rights, rule.condition);
  const message = messageOf(rights, rule);
  if (on.length === 0 || holds === null || message === null) return [];
  return [{ clause: rule.clause, on, fields: [...rule.fields], holds, message }];
}

function messageOf(rights: Rights, rule: Rule): RuleView['message'] | null {
  const error = rights.plan.errors.find(({ code }) => code === (rule.error ?? 'INVALID'));
  const template = error?.messages[rule.entity] ?? error?.messages[''];
  if (!template) return null;
  const parts = template.map((part) =>
    typeof part === 'string' ? part : WRITTEN.has(part.type.kind) ? local(rights, part) : null,
  );
  return parts.every((part) => part !== null) ? parts : null;
}

function local(rights: Rights, expression: Expression): Expression | null {
  // The state before, and a message's `{key}`, are the server's.
  const known = knownCondition(rights, expression);
  const field = (entity: string, name: string) => rights.mayRead(entity, name);
  return known && isLocal(known, { field, constant: () => false }) && !namesKey(known) ? known : null;
}

function namesKey(expression: Expression): boolean {
  return expression.kind === 'variable' && expression.name === 'key';
}
