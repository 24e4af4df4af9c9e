import type { Rule } from '@nonet/language';
import type { FieldError } from '../refusal.ts';
import { compileCondition } from '../sql/expression.ts';
import { column } from '../sql/identifiers.ts';
import { renderMessage } from './message.ts';
import { readsVariable } from './reads.ts';
import {
  actorKey,
  clauseContext,
  fromOld,
  fromThis,
  oldVariable,
  perform,
  THIS,
  type Touched,
  touchedKey,
  type Write,
} from './write.ts';

/**
 * Every rule that a touched record breaks, in the document's order (5). A rule sees the record as it would be saved,
 * with the product's authority; one that reads a field which broke its limit is not judged.
 */
export async function brokenRules(
  write: Write,
  skipped: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<FieldError[]> {
  const broken: { rule: Rule; touched: Touched }[] = [];
  for (const touched of write.touched.values()) {
    if (touched.deleted) continue;
    const bad = skipped.get(touchedKey(touched.entity, touched.id));
    const rules = write.index.plan.rules.filter(
      (rule) => applies(rule, touched) && !rule.fields.some((field) => bad?.has(field)),
    );
    for (const rule of rules) if (rule.condition === null) write.hits.add(rule.clause);
    const stated = rules.filter((rule) => rule.condition !== null);
    for (const rule of await judge(write, touched, stated)) broken.push({ rule, touched });
  }
  const order = new Map(write.index.plan.rules.map((rule, place) => [rule, place]));
  broken.sort((a, b) => (order.get(a.rule) ?? 0) - (order.get(b.rule) ?? 0));
  const errors: FieldError[] = [];
  for (const { rule, touched } of broken) errors.push(await ruleError(write, rule, touched));
  return errors;
}

function applies(rule: Rule, touched: Touched): boolean {
  return rule.entity === touched.entity && rule.on.some((cause) => touched.causes.has(cause));
}

async function judge(write: Write, touched: Touched, rules: readonly Rule[]): Promise<readonly Rule[]> {
  if (rules.length === 0) return [];
  const { entity, id, before } = touched;
  const readsOld = rules.some((rule) => rule.condition !== null && readsVariable(rule.condition, 'old'));
  const old = readsOld && before !== null;
  const [row] = await perform<Record<string, unknown>>(
    write,
    `rules ${entity} ${actorKey(write)} ${old} ${rules.map((rule) => rule.name).join(',')}`,
    (parameters) => {
      const context = clauseContext(write, parameters, entity, { old: oldVariable(entity, before) });
      const conditions = rules.map(
        (rule, place) =>
          `${rule.condition === null ? 'true' : compileCondition(rule.condition, context)} as rule_${place}`,
      );
      return `select ${conditions.join(', ')} ${fromThis(entity)} ${old ? fromOld(parameters, entity) : ''} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`;
    },
    { id, old: before },
  );
  if (row === undefined) throw new Error(`${entity} ${id} is gone.`);
  return rules.filter((_rule, place) => row[`rule_${place}`] !== true);
}

async function ruleError(write: Write, rule: Rule, touched: Touched): Promise<FieldError> {
  const code = rule.error ?? 'INVALID';
  const name = rule.fields[0] ?? null;
  const field = name === null ? null : write.index.findField(rule.entity, name);
  const path = name === null || touched.path === null ? null : `${touched.path}${name}`;
  return {
    field: path,
    code,
    message: await catalogueMessage(write, code, touched, field?.label ?? null),
    clause: rule.clause,
  };
}

/** The words of an error of point 8, on the record that it is raised on. */
export async function catalogueMessage(
  write: Write,
  code: string,
  record: { entity: string; id: string },
  label: string | null,
): Promise<string> {
  const error = write.index.error(code);
  const template = error?.messages[record.entity] ?? error?.messages[''];
  if (template === undefined) return 'This is not allowed.';
  return renderMessage(write, `8.${code}`, template, record, label);
}
