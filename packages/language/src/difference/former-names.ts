import type { Expression, QuerySource } from '../expression/tree.ts';
import type { Type } from '../expression/type.ts';
import type { Plan } from '../plan/plan.ts';
import type { Names } from './names.ts';

/** The spelling of names of the former document in analyses of both documents. */
export interface Renaming {
  readonly entity: (was: string) => string;
  readonly role: (was: string) => string;
  /** `entity`: by its former name, here and below. */
  readonly field: (entity: string, was: string) => string;
  readonly constant: (was: string) => string;
  /** The choices of a field or state field, as they are called now. */
  readonly choice: (entity: string, field: string, was: string) => string;
  readonly state: (entity: string, was: string) => string;
  /** The entity that a field refers to, by its former name; null if it refers to none. */
  readonly refersTo: (entity: string, field: string) => string | null;
  /** The choices that a field has now; null if it has none, or means something else. */
  readonly choicesNow: (entity: string, field: string) => readonly string[] | null;
}

/**
 * A name of the former document for something that the new one lacks or understands differently. No document can state
 * such a name.
 */
export function formerly(name: string): string {
  return `${name} (formerly)`;
}

/**
 * The renaming of a former document. `differing`: the fields (`Claim.total`, by their former names) and constants that
 * have another meaning now, so that they must not be taken for those of the new document.
 */
export function renamingOf(
  former: Plan,
  now: Plan,
  names: Names,
  differing: { readonly fields: ReadonlySet<string>; readonly constants: ReadonlySet<string> },
): Renaming {
  const fieldNow = (entity: string, was: string): string | null =>
    differing.fields.has(`${entity}.${was}`) ? null : names.field(entity, was);
  return {
    entity: (was) => names.entity(was) ?? formerly(was),
    role: (was) => names.role(was) ?? formerly(was),
    // The fields that every record has, and the names by which a child calls its owner.
    field: (entity, was) => (isDeclared(former, entity, was) ? (fieldNow(entity, was) ?? formerly(was)) : was),
    constant: (was) => (differing.constants.has(was) ? formerly(was) : (names.constant(was) ?? formerly(was))),
    choice: (entity, field, was) => names.choice(entity, field, was) ?? was,
    state: (entity, was) => names.state(entity, was) ?? was,
    refersTo: (entity, field) => {
      const type = former.entities.find(({ name }) => name === entity)?.fields.find(({ name }) => name === field)?.type;
      return type !== undefined && 'entity' in type ? type.entity : null;
    },
    choicesNow: (entity, field) => {
      const name = fieldNow(entity, field);
      const own = names.entity(entity);
      const type = now.entities.find((each) => each.name === own)?.fields.find((each) => each.name === name)?.type;
      return type?.kind === 'enum' || type?.kind === 'state' ? type.values.map((choice) => choice.name) : null;
    },
  };
}

function isDeclared({ entities }: Plan, entity: string, field: string): boolean {
  return entities.find(({ name }) => name === entity)?.fields.some(({ name }) => name === field) === true;
}

type ChoiceOf = (was: string) => string;
const SAME: ChoiceOf = (was) => was;

/** A former expression in the new names. */
export function renamedExpression(expression: Expression, renaming: Renaming, choiceOf: ChoiceOf = SAME): Expression {
  const inside = (part: Expression): Expression => renamedExpression(part, renaming, choiceOf);
  const maybe = (part: Expression | null): Expression | null => part && inside(part);
  const type = renamedType(expression.type, renaming, choiceOf);
  switch (expression.kind) {
    case 'literal':
      return expression.type.kind === 'enum' && typeof expression.value === 'string'
        ? { ...expression, value: choiceOf(expression.value), type }
        : { ...expression, type };
    case 'variable':
      return { ...expression, type };
    case 'constant':
      return { ...expression, name: renaming.constant(expression.name), type };
    case 'list':
      return { ...expression, items: expression.items.map(inside), type };
    case 'role':
      return { ...expression, of: inside(expression.of), role: renaming.role(expression.role) };
    case 'unary':
      return { ...expression, operand: inside(expression.operand), type };
    case 'conditional': {
      const { condition, then, otherwise } = expression;
      return { ...expression, condition: inside(condition), then: inside(then), otherwise: inside(otherwise), type };
    }
    case 'call':
    case 'given call':
      return { ...expression, arguments: expression.arguments.map(inside), type };
    case 'field': {
      const { of, field } = expression;
      if (of.type.kind !== 'record') return { ...expression, of: inside(of), type };
      const { entity } = of.type;
      const values = renaming.choicesNow(entity, field);
      const own: Type = values !== null && type.kind === 'enum' ? { ...type, values } : type;
      return { ...expression, of: inside(of), field: renaming.field(entity, field), type: own };
    }
    case 'binary': {
      // The other operand tells to which field a choice belongs.
      const own = choicesOf(expression.left, renaming) ?? choicesOf(expression.right, renaming) ?? choiceOf;
      return {
        ...expression,
        left: renamedExpression(expression.left, renaming, own),
        right: renamedExpression(expression.right, renaming, own),
        type,
      };
    }
    case 'query': {
      const { source, where, value, order } = expression;
      const from: QuerySource =
        source.kind === 'list'
          ? {
              ...source,
              of: inside(source.of),
              field: listName(source, renaming),
              entity: renaming.entity(source.entity),
            }
          : { ...source, entity: renaming.entity(source.entity) };
      return {
        ...expression,
        source: from,
        where: maybe(where),
        value: maybe(value),
        order: order.map((key) => ({ ...key, by: inside(key.by) })),
        type,
      };
    }
    case 'list query':
      return {
        ...expression,
        list: inside(expression.list),
        where: maybe(expression.where),
        value: maybe(expression.value),
        type,
      };
  }
}

function listName({ of, field }: Extract<QuerySource, { kind: 'list' }>, renaming: Renaming): string {
  return of.type.kind === 'record' ? renaming.field(of.type.entity, field) : field;
}

/** The new names of the choices of a field that an expression is or leads to; null if it is no such field. */
function choicesOf(expression: Expression, renaming: Renaming): ChoiceOf | null {
  switch (expression.kind) {
    case 'field': {
      const { of, field, type } = expression;
      if (type.kind !== 'enum' || of.type.kind !== 'record') return null;
      const { entity } = of.type;
      return (was) => renaming.choice(entity, field, was);
    }
    case 'conditional':
      return choicesOf(expression.then, renaming) ?? choicesOf(expression.otherwise, renaming);
    case 'binary':
    case 'call':
    case 'constant':
    case 'given call':
    case 'list':
    case 'list query':
    case 'literal':
    case 'query':
    case 'role':
    case 'unary':
    case 'variable':
      return null;
  }
}

function renamedType(type: Type, renaming: Renaming, choiceOf: ChoiceOf): Type {
  if (type.kind === 'record') return { ...type, entity: renaming.entity(type.entity) };
  if (type.kind === 'enum') return { ...type, values: type.values.map(choiceOf) };
  if (type.kind === 'list') return { ...type, of: renamedType(type.of, renaming, choiceOf) };
  if (type.kind !== 'object') return type;
  const properties = Object.entries(type.properties).map(
    ([name, of]) => [name, renamedType(of, renaming, choiceOf)] as const,
  );
  return { ...type, properties: Object.fromEntries(properties) };
}
