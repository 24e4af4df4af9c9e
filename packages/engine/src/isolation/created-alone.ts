import { type Expression, type Plan, walk } from '@nonet/language';
import { expressionsIn } from './plan-parts.ts';

/**
 * Whether creating a record of an entity is judged without a look at other records of it, so that many created at once
 * are judged as if each were the only one: by its limits, defaults and rules, and by what its creation sends (7). What
 * is unique is judged by the database, one by one. Rows named `create` change other records, and mails are worded with
 * the rights of their recipients: those are created one after the other.
 */
export function areCreatedAlone(plan: Plan, name: string): boolean {
  let known = answers.get(plan);
  if (known === undefined) answers.set(plan, (known = new Map()));
  let answer = known.get(name);
  if (answer === undefined) known.set(name, (answer = judge(plan, name)));
  return answer;
}

const answers = new WeakMap<Plan, Map<string, boolean>>();

function judge(plan: Plan, name: string): boolean {
  const entity = plan.entities.find((candidate) => candidate.name === name);
  if (entity === undefined || entity.owner !== null) return false;
  const workflow = plan.states.find((candidate) => candidate.entity === name);
  if (workflow?.events.some((event) => event.name === 'create') === true) return false;
  const calls = plan.calls.filter((call) => call.when.some((cause) => cause.entity === name));
  if (calls.some(({ mail }) => mail !== null)) return false;
  const fields = entity.fields.map((field) => [field.default, field.when, field.among, field.forNew]);
  const rules = plan.rules.filter((rule) => rule.entity === name).map(({ condition }) => condition);
  const reading = new Reading(plan, name);
  return expressionsIn([fields, rules, calls]).every((expression) => !reading.isOfOthers(expression));
}

/** Finds expressions that read other records of an entity, also behind computed fields. */
class Reading {
  readonly #plan: Plan;
  readonly #entity: string;
  readonly #seen = new Set<string>();

  constructor(plan: Plan, entity: string) {
    this.#plan = plan;
    this.#entity = entity;
  }

  isOfOthers(expression: Expression): boolean {
    let found = false;
    walk(expression, (node) => {
      if (node.kind === 'query') found ||= node.source.entity === this.#entity;
      if (node.kind === 'role') found ||= this.#dependsOnRecords(node.role);
      if (node.kind === 'field' && node.of.type.kind === 'record') {
        const { entity } = node.of.type;
        const isOwn = node.of.kind === 'variable' && (node.of.name === 'this' || node.of.name === 'old');
        found ||= (entity === this.#entity && !isOwn) || this.#readsBehind(entity, node.field);
      }
    });
    return found;
  }

  /** Whether a field is computed from other records of the entity. */
  #readsBehind(entity: string, name: string): boolean {
    const key = `${entity}.${name}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    const field = this.#plan.entities
      .find((candidate) => candidate.name === entity)
      ?.fields.find((candidate) => candidate.name === name);
    const computed = field?.computed ?? null;
    return computed !== null && this.isOfOthers(computed);
  }

  #dependsOnRecords(name: string): boolean {
    const given = this.#plan.roles.find((role) => role.name === name)?.given;
    return given === undefined || given.kind === 'relationship' || given.kind === 'user';
  }
}
