import type { Expression } from '../../expression/tree.ts';
import type { Entity, Field } from '../../model/entities.ts';
import type { Model } from '../../model/model.ts';
import { type Action, type Grant, type PermissionCell, type Permissions, type Role, VERBS } from '../../model/roles.ts';
import { FALSE, TRUE, and, isOneOf, isThere, or } from '../analysis/build.ts';
import { replaceVariable } from '../analysis/replace.ts';
import { type Read, type ReferenceOfList, readsOf } from './reads.ts';

/** The maximum depth to which `as` and owners are followed. */
const DEPTH = 6;

/**
 * Point 6 as conditions on a record and on `user`: the decisions of the product, as expressions that the analysis can
 * reason about. A gap is refused, so it is no right.
 */
export interface Rights {
  /** Whether `user` may do this to the record. */
  does(action: Action, record: Expression): Expression;
  /** Whether `user` may read the record's field. */
  reads(record: Expression, field: string): Expression;
  /** Whether `user` holds the role on the record. */
  holds(role: string, record: Expression): Expression;
  /** Whether a permission cell says yes. */
  allows(grant: Grant, record: Expression): Expression;
  /** The fields that an expression reads, each with the condition on which `user` may read it. */
  readsAll(expression: Expression): readonly (Read & { readonly readable: Expression })[];
  readonly user: Expression;
}

export function rightsOf(model: Pick<Model, 'entities' | 'permissions' | 'roles' | 'states'>): Rights {
  const parents = new Map<string, Expression>();
  const entities = new Map(model.entities.map((entity) => [entity.name, entity]));
  const permissions = new Map(model.permissions.map((own) => [own.entity, own]));
  const roles = new Map(model.roles.map((role) => [role.name, role]));
  const states = new Map(model.states.map((workflow) => [workflow.entity, workflow.field]));
  const user: Expression = { kind: 'variable', name: 'user', type: { kind: 'record', entity: 'User', nullable: true } };

  const referenceOf: ReferenceOfList = (name, list) => {
    const type = entities.get(name)?.fields.find((field) => field.name === list)?.type;
    if (type?.kind !== 'all' || type.along !== undefined) return null;
    const by = entities.get(type.entity)?.fields.find((field) => field.name === type.by);
    return by?.type.kind === 'reference' ? type.by : null;
  };

  // One object, so that what needs it is known to follow from it.
  const signedIn = isThere(user);

  const entityOf = (record: Expression): Entity | undefined =>
    record.type.kind === 'record' ? entities.get(record.type.entity) : undefined;

  const parentOf = (record: Expression, owner: string): Expression =>
    (record.kind === 'variable' ? parents.get(record.name) : undefined) ?? fieldOf(record, 'parent', owner);

  /** The owners of a child, each of which is called `parent` and by its entity’s name, under one name. */
  function asParent(record: Expression): Expression {
    if (record.kind !== 'field') return record;
    const entity = entityOf(record.of);
    const isOwner = entity?.owner && !entity.fields.some(({ name }) => name === record.field);
    const of = asParent(record.of);
    if (isOwner) return { ...record, of, field: 'parent' };
    return of === record.of ? record : { ...record, of };
  }

  function holds(name: string, record: Expression): Expression {
    const role = roles.get(name);
    if (!role) return FALSE;
    const entity = entityOf(record);
    // 6: a child's relationship roles are its parent's.
    if (role.given.kind === 'relationship' && entity?.owner && !(entity.name in role.given.of))
      return holds(name, parentOf(record, entity.owner.entity));
    return heldBy(role, record, user, signedIn);
  }

  function allows(grant: Grant, record: Expression, depth = 0): Expression {
    const state = record.type.kind === 'record' ? states.get(record.type.entity) : null;
    const inState =
      grant.states === null ? TRUE : state ? isOneOf(stateOf(record, state, entityOf(record)), grant.states) : FALSE;
    return and(inState, cellOf(grant.cell, record, depth));
  }

  function cellOf(cell: PermissionCell, record: Expression, depth: number): Expression {
    if (cell.kind === 'yes') return TRUE;
    if (cell.kind === 'when') return replaceVariable(cell.condition, 'this', record);
    if (cell.kind !== 'as' || depth > DEPTH) return FALSE;
    const field = entityOf(record)?.fields.find(({ name }) => name === cell.field);
    if (field?.type.kind !== 'reference') return FALSE;
    return does(cell.action, fieldOf(record, cell.field, field.type.entity, !field.required), depth + 1);
  }

  function some(grants: readonly Grant[], record: Expression, depth: number, also?: readonly Grant[]): Expression {
    return or(
      ...grants.map((grant) => {
        const inner = also?.filter((narrow) => narrow.role === grant.role);
        const narrowed = inner ? or(...inner.map((narrow) => allows(narrow, record, depth))) : TRUE;
        const own = and(allows(grant, record, depth), narrowed);
        return own === FALSE ? FALSE : and(holds(grant.role, record), own);
      }),
    );
  }

  /** An owned child is read and written with its owner; its own rows narrow that. */
  function throughOwner(action: Action, record: Expression, entity: Entity, depth: number): Expression {
    if (entity.owner === null || depth > DEPTH) return TRUE;
    const owner = parentOf(record, entity.owner.entity);
    const may = or(...VERBS[action].ofOwner.map((through) => does(through, owner, depth + 1)));
    return action === 'read' ? and(may, reads(owner, entity.owner.field, depth + 1)) : may;
  }

  // Equal questions get the identical expression, so that the analysis sees at once that it follows from itself.
  const answers = new Map<string, Expression>();
  const once = (question: string, record: Expression, answer: () => Expression): Expression => {
    // The owner of a list's records is known by a variable's name, which several expressions use.
    if (record.kind !== 'variable' || parents.has(record.name)) return answer();
    const key = `${question} ${record.name} ${record.type.kind === 'record' ? record.type.entity : ''}`;
    const known = answers.get(key) ?? answer();
    answers.set(key, known);
    return known;
  };

  function does(action: Action, record: Expression, depth = 0): Expression {
    return once(action, record, () => decide(action, record, depth));
  }

  function decide(action: Action, record: Expression, depth: number): Expression {
    const entity = entityOf(record);
    if (!entity) return FALSE;
    const own = ownRows(permissions.get(entity.name), action, entity, record, depth);
    return own === FALSE ? FALSE : and(throughOwner(action, record, entity, depth), own);
  }

  function ownRows(
    own: Permissions | undefined,
    action: Action,
    entity: Entity,
    record: Expression,
    depth: number,
  ): Expression {
    const grants = own?.actions?.[action] ?? [];
    if (entity.owner !== null && grants.length === 0) return TRUE;
    return some(grants, record, depth);
  }

  function reads(record: Expression, name: string, depth = 0): Expression {
    const entity = entityOf(record);
    if (!entity || depth > DEPTH) return FALSE;
    const field = entity.fields.find((candidate) => candidate.name === name);
    if (field?.type.kind === 'secret') return FALSE;
    const own = permissions.get(entity.name);
    const narrow = own?.fields[name]?.read;
    if (narrow === undefined) return and(does('read', record, depth), computedReads(field, record, depth));
    const whole = own?.actions?.read ?? [];
    if (own?.actions === null || whole.length === 0)
      return and(does('read', record, depth), some(narrow, record, depth));
    return and(throughOwner('read', record, entity, depth), some(whole, record, depth, narrow));
  }

  /** A computed field is readable if everything that it reads is, on all records of its queries. */
  function computedReads(field: Field | undefined, record: Expression, depth: number): Expression {
    if (!field?.computed) return TRUE;
    const computed = readsOf(replaceVariable(field.computed, 'this', record), referenceOf, `${depth}.${field.name}.`);
    for (const [name, of] of computed.parents) parents.set(name, of);
    return and(...computed.reads.map((read) => isRead(read, depth + 1)));
  }

  function isRead(read: Read, depth = 0): Expression {
    return read.field === null ? does('read', read.record, depth) : reads(read.record, read.field, depth);
  }

  return {
    user,
    does: (action, record) => does(action, record),
    reads: (record, field) => reads(record, field),
    holds,
    allows: (grant, record) => allows(grant, record),
    readsAll(expression) {
      parents.clear();
      const found = readsOf(expression, referenceOf);
      for (const [name, of] of found.parents) parents.set(name, of);
      return found.reads.map((read) => ({ ...read, readable: isRead({ ...read, record: asParent(read.record) }) }));
    },
  };
}

function fieldOf(record: Expression, field: string, entity: string, nullable = false): Expression {
  return { kind: 'field', of: record, field, type: { kind: 'record', entity, nullable } };
}

function stateOf(record: Expression, name: string, entity: Entity | undefined): Expression {
  const type = entity?.fields.find((field) => field.name === name)?.type;
  const values = type?.kind === 'state' ? type.values.map((value) => value.name) : [];
  return { kind: 'field', of: record, field: name, type: { kind: 'enum', values, nullable: false } };
}

/** People who are not signed in hold only `anyone` roles (6). */
function heldBy(role: Role, record: Expression, user: Expression, signedIn: Expression): Expression {
  const { given } = role;
  switch (given.kind) {
    case 'anyone':
      return TRUE;
    case 'signed in':
      return signedIn;
    case 'assigned':
      return { kind: 'role', of: user, role: role.name, type: { kind: 'boolean', nullable: false } };
    case 'user':
      return and(signedIn, given.condition);
    case 'relationship': {
      const condition = record.type.kind === 'record' ? given.of[record.type.entity] : undefined;
      return condition ? and(signedIn, replaceVariable(condition, 'this', record)) : FALSE;
    }
    case 'open':
      return FALSE;
  }
}
