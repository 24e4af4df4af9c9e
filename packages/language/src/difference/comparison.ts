import { keyOf } from '../expression/key.ts';
import type { Expression } from '../expression/tree.ts';
import { rewrite } from '../expression/rewrite.ts';
import { walk } from '../expression/walk.ts';
import { replaceVariable } from '../check/analysis/replace.ts';
import { type Knowledge, knowledgeOf } from '../check/analysis/knowledge.ts';
import { type Rights, rightsOf } from '../check/derived/rights.ts';
import type { Entity } from '../model/entities.ts';
import { hasValue } from '../model/field-kinds.ts';
import type { Permissions, Role } from '../model/roles.ts';
import type { Workflow } from '../model/states.ts';
import type { Plan } from '../plan/plan.ts';
import { canonical } from './canonical.ts';
import { compareConditions, type ComparedConditions } from './conditions.ts';
import { type Differing, differingDefinitions } from './differing-definitions.ts';
import { formerly, renamedExpression, type Renaming, renamingOf } from './former-names.ts';
import { type Names, namesOf } from './names.ts';
import { renamedEntities, renamedPermissions, renamedRoles, renamedWorkflows } from './renamed-parts.ts';

/** Two documents, and what each kind of difference asks of them. */
export interface Comparison {
  readonly former: Plan;
  readonly now: Plan;
  readonly names: Names;
  /** Parts of the former document under the names of the new one, in its order; what is gone is marked so. */
  readonly renamed: {
    readonly entities: readonly Entity[];
    readonly states: readonly Workflow[];
    readonly roles: readonly Role[];
    readonly permissions: readonly Permissions[];
  };
  readonly rights: { readonly former: Rights; readonly now: Rights };
  readonly knowledge: Knowledge;
  /** A former expression under the new names. */
  readonly rename: (expression: Expression) => Expression;
  readonly renaming: Renaming;
  /** Whether two expressions are equal in form; the former one is given as it was written. */
  readonly isSame: (former: Expression | null, now: Expression | null) => boolean;
  /** Compares conditions, the former one under the new names. */
  readonly compare: (former: Expression, now: Expression, given?: readonly Expression[]) => ComparedConditions;
  /**
   * The parts that a former condition, under the new names, reads and that have changed: constants, computed fields.
   */
  readonly causes: (former: Expression) => readonly string[];
}

export function compareDocuments(former: Plan, now: Plan): Comparison {
  const names = namesOf(former, now);
  const differing = differingDefinitions(former, now, names);
  const renaming = renamingOf(former, now, names, differing);
  const rename = (expression: Expression): Expression => renamedExpression(expression, renaming);
  const renamed = {
    entities: renamedEntities(former, renaming),
    states: renamedWorkflows(former, renaming),
    roles: renamedRoles(former, renaming),
    permissions: renamedPermissions(former, renaming),
  };
  const knowledge = knowledgeOf({
    entities: together(now.entities, renamed.entities),
    constants: [
      ...now.constants,
      ...former.constants.flatMap((constant) =>
        differing.constants.has(constant.name) ? [{ ...constant, name: formerly(constant.name) }] : [],
      ),
    ],
    roles: [...now.roles, ...renamed.roles],
  });
  const followed = followerOf(differing, names, together(now.entities, renamed.entities));
  const roles = { former: byName(renamed.roles), now: byName(now.roles) };
  const inForm = {
    former: (expression: Expression) => canonical(expression, roles.former),
    now: (expression: Expression) => canonical(expression, roles.now),
  };
  return {
    former,
    now,
    names,
    renamed,
    renaming,
    rights: {
      former: rightsOf(renamed),
      now: rightsOf(now),
    },
    knowledge,
    rename,
    isSame: (before, after) => {
      if (before === null || after === null) return before === after;
      return keyOf(inForm.former(rename(before))) === keyOf(inForm.now(after));
    },
    compare: (before, after, given = []) => {
      const [was, is] = [followed(before), followed(after)];
      return compareConditions(inForm.former(was), inForm.now(is), given.map(inForm.now), knowledge);
    },
    causes: (before) => causesOf(before, former, now, names),
  };
}

/** The fields of both documents: former fields with another meaning have separate names. */
function together(now: readonly Entity[], former: readonly Entity[]): readonly Entity[] {
  const own = new Set(now.map(({ name }) => name));
  return [
    ...now.map((entity) => {
      const before = former.find(({ name }) => name === entity.name)?.fields ?? [];
      const fields = before.filter(({ name }) => !entity.fields.some((field) => field.name === name));
      return { ...entity, fields: [...entity.fields, ...fields] };
    }),
    ...former.filter(({ name }) => !own.has(name)),
  ];
}

/**
 * If a computed field has different expressions in the two documents, both expressions replace it, so that examples
 * name stored fields. Money and decimals stay, because they may round.
 */
function followerOf(
  differing: Differing,
  names: Names,
  entities: readonly Entity[],
): (expression: Expression) => Expression {
  const own = new Map<string, Expression>();
  for (const name of differing.fields) {
    const [was = '', field = ''] = name.split('.');
    const [entity, is] = [names.entity(was), names.field(was, field)];
    const fields = entities.find((each) => each.name === entity)?.fields ?? [];
    for (const each of fields)
      if (
        (each.name === is || each.name === formerly(field)) &&
        each.computed !== null &&
        !hasValue(each.type, 'number')
      )
        own.set(`${entity}.${each.name}`, each.computed);
  }
  const follow = (expression: Expression): Expression =>
    rewrite(expression, (part) => {
      if (part.kind !== 'field' || part.of.kind !== 'variable' || part.of.type.kind !== 'record') return null;
      const computed = own.get(`${part.of.type.entity}.${part.field}`);
      return computed === undefined ? null : follow(replaceVariable(computed, 'this', part.of));
    });
  return own.size === 0 ? (expression) => expression : follow;
}

function byName(roles: readonly Role[]): ReadonlyMap<string, Role> {
  return new Map(roles.map((role) => [role.name, role]));
}

/** The parts that a former expression reads and that have changed, by their clauses in the new document. */
function causesOf(before: Expression, former: Plan, now: Plan, names: Names): readonly string[] {
  const found = new Set<string>();
  const mark = formerly('');
  walk(before, (part) => {
    if (part.kind === 'constant' && part.name.endsWith(mark)) {
      const name = part.name.slice(0, -mark.length);
      found.add(clauseOf(now.constants, names.constant(name)) ?? clauseOf(former.constants, name) ?? name);
    }
    if (part.kind !== 'field' || !part.field.endsWith(mark) || part.of.type.kind !== 'record') return;
    const { entity } = part.of.type;
    const was = part.field.slice(0, -mark.length);
    const before = former.entities.find((each) => names.entity(each.name) === entity);
    const field = before?.fields.find(({ name }) => name === was);
    const name = before === undefined ? null : names.field(before.name, was);
    const own = now.entities.find((each) => each.name === entity)?.fields.find((each) => each.name === name);
    const clause = own?.clause ?? field?.clause;
    if (clause !== undefined) found.add(clause);
  });
  return [...found];
}

function clauseOf(
  all: readonly { readonly name: string; readonly clause: string }[],
  name: string | null,
): string | null {
  return all.find((each) => each.name === name)?.clause ?? null;
}
