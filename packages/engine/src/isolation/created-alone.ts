import { type Expression, type Plan, type Query, walk } from '@nonet/language';
import { expressionsIn } from './plan-parts.ts';

/**
 * Whether creating a record of an entity with its owned children is judged without a look at other records of these
 * entities, so that many created at once are judged as if each were the only one: by their limits, defaults and rules,
 * and by what their creation sends (7). What is unique is judged by the database, one by one. Rows named `create`
 * change other records, and mails are worded with the rights of their recipients: those are created one after the
 * other.
 */
export function areCreatedAlone(plan: Plan, name: string): boolean {
  let known = answers.get(plan);
  if (known === undefined) answers.set(plan, (known = new Map()));
  let answer = known.get(name);
  if (answer === undefined) known.set(name, (answer = judge(plan, name)));
  return answer;
}

/** The cause of rules, calls and rows that creating a record has. */
const CREATE = 'create';

const answers = new WeakMap<Plan, Map<string, boolean>>();

function judge(plan: Plan, name: string): boolean {
  const entity = plan.entities.find((candidate) => candidate.name === name);
  if (entity === undefined || entity.owner !== null) return false;
  const family = familyOf(plan, name);
  const isOf = ({ entity: of }: { readonly entity: string }) => family.has(of);
  if (plan.states.some((workflow) => isOf(workflow) && workflow.events.some((event) => event.name === CREATE)))
    return false;
  const calls = plan.calls.filter((call) => call.when.some((cause) => isOf(cause) && cause.event === CREATE));
  if (calls.some(({ mail }) => mail !== null)) return false;
  const fields = plan.entities
    .filter((candidate) => family.has(candidate.name))
    .flatMap((candidate) => candidate.fields.map((field) => [field.default, field.when, field.among, field.forNew]));
  const rules = plan.rules.filter((rule) => isOf(rule) && rule.on.includes(CREATE)).map(({ condition }) => condition);
  const reading = new Reading(plan, family);
  return expressionsIn([fields, rules, calls]).every((expression) => !reading.isOfOthers(expression));
}

/** An entity, and those whose records its own own, to any depth. */
function familyOf(plan: Plan, name: string): ReadonlySet<string> {
  const family = new Set([name]);
  for (const member of family)
    for (const { name: child, owner } of plan.entities) if (owner?.entity === member) family.add(child);
  return family;
}

/** Finds expressions that read other records of some entities, also behind computed fields. */
class Reading {
  readonly #plan: Plan;
  readonly #family: ReadonlySet<string>;
  readonly #seen = new Set<string>();

  constructor(plan: Plan, family: ReadonlySet<string>) {
    this.#plan = plan;
    this.#family = family;
  }

  isOfOthers(expression: Expression): boolean {
    const own = this.#ownVariables(expression);
    const isOwn = (record: Expression) => record.kind === 'variable' && own.has(record.name);
    let found = false;
    walk(expression, (node) => {
      if (node.kind === 'query') found ||= this.#family.has(node.source.entity) && !own.has(node.variable);
      if (node.kind === 'role') found ||= this.#dependsOnRecords(node.role);
      if (node.kind === 'field' && node.of.type.kind === 'record') {
        const { entity } = node.of.type;
        found ||= (this.#family.has(entity) && !isOwn(node.of)) || this.#readsBehind(entity, node.field);
      }
    });
    return found;
  }

  /** The names of the record itself, and of its owned children in queries of its lists. */
  #ownVariables(expression: Expression): ReadonlySet<string> {
    const own = new Set(['this', 'old']);
    const queries: Query[] = [];
    walk(expression, (node) => {
      if (node.kind === 'query') queries.push(node);
    });
    const isOfList = ({ source }: Query) =>
      source.kind === 'list' &&
      source.of.kind === 'variable' &&
      own.has(source.of.name) &&
      this.#plan.entities.find(({ name }) => name === source.entity)?.owner?.field === source.field &&
      this.#family.has(source.entity);
    for (const query of queries) {
      // One name may stand for several queries.
      const same = queries.filter(({ variable }) => variable === query.variable);
      if (same.every(isOfList)) own.add(query.variable);
    }
    return own;
  }

  /** Whether a field is computed from other records of the entities. */
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
