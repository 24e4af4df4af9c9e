import type { Expression } from '../../expression/tree.ts';
import type { Entity, Field } from '../../model/entities.ts';
import type { Model } from '../../model/model.ts';
import { isThere } from '../analysis/build.ts';
import type { Context } from '../context.ts';
import { fieldOf } from './field-of.ts';
import { isGivenFirst } from './origins.ts';
import { type Possible, possibleIn } from './possible.ts';

/** Types whose fields have values of their own making. */
const MADE: ReadonlySet<string> = new Set([
  'state',
  'number',
  'slug',
  'children',
  'many',
  'all',
  'open',
  'secret',
  'roles',
]);

/** Facts about every new record: the fields that nothing sets on create have their default, or are empty. */
export function initialFacts(context: Context, model: Model, name: string): readonly Expression[] {
  const entity = model.entities.find((other) => other.name === name);
  // Users are also created by sign-up; if point 6 is open, it is not known who may set a field.
  if (!entity || name === 'User' || model.openPoints.includes('roles') || model.roles.length === 0) return [];
  const possible = possibleIn(model);
  return entity.fields
    .filter((field) => !MADE.has(field.type.kind) && !field.derived && field.computed === null && field.when === null)
    .filter((field) => !isEntered(possible, entity, field) && !isGivenFirst(model, entity, field))
    .flatMap((field) => {
      const value = fieldOf(context, name, field.name);
      if (!value || (field.default === null && field.required)) return [];
      return field.default === null ? [isThere(value, false)] : [isEqual(value, field.default)];
    });
}

/** Whether a person may enter the field as they create a record. */
function isEntered(possible: Possible, { name }: Entity, field: Field): boolean {
  const sets = possible.setsField(name, field.name, 'create');
  return !field.bySystem && (sets === 'somebody' || (sets === 'no row' && !field.closed));
}

function isEqual(left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator: '==', left, right, type: { kind: 'boolean', nullable: false } };
}
