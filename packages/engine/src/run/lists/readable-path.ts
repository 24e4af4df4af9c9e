import { type Expression, type Field, message, type Message, nearest } from '@nonet/language';
import { fieldPredicate, recordPredicate } from '../../sql/permissions.ts';
import { isParentName } from '../../sql/identifiers.ts';
import { FALSE } from '../../sql/logic.ts';
import { notShown } from '../../sql/not-shown.ts';
import { Parameters } from '../../sql/parameters.ts';
import { typeOfField } from '../../sql/wire.ts';
import { type ReadScope, actorContext } from '../read-scope.ts';
import { keptByRights } from '../kept-by-rights.ts';
import { refuseInvalid } from '../refuse.ts';
import { hinted } from '../hinted.ts';

/** The path of fields that a key of a request names, as an expression on `this`, and its last field. */
export interface ReadablePath {
  readonly expression: Expression;
  readonly field: Field;
  readonly segments: readonly string[];
  /** Where the path leads through a `many`: that list, and the rest of the path on each of its records. */
  readonly through?: {
    readonly owner: Expression;
    readonly list: string;
    readonly entity: string;
    readonly rest: ReadablePath;
  };
}

const ID: Pick<Field, 'name' | 'type' | 'required' | 'computed'> = {
  name: 'id',
  type: { kind: 'id' },
  required: true,
  computed: null,
};

/** The path, or null if a segment is unknown or this reader can never read it: both are answered alike (6). */
export function findPath(scope: ReadScope, entity: string, segments: readonly string[]): ReadablePath | null {
  const path = findAnyPath(scope, entity, segments);
  return path?.through === undefined ? path : null;
}

/** The same, also through a `many` (`authors.name`), where any of its records may decide. */
export function findAnyPath(scope: ReadScope, entity: string, segments: readonly string[]): ReadablePath | null {
  let current = entity;
  let expression: Expression = { kind: 'variable', name: 'this', type: { kind: 'record', entity, nullable: false } };
  let last: Field | null = null;
  for (const [place, name] of segments.entries()) {
    const field = findReadable(scope, current, name);
    if (field === null) return null;
    const owner: Expression = expression;
    expression = { kind: 'field', of: owner, field: name, type: typeOfField(field) };
    last = field;
    if (place === segments.length - 1) break;
    if (field.type.kind === 'many') {
      const rest = findAnyPath(scope, field.type.entity, segments.slice(place + 1));
      const through = { owner, list: name, entity: field.type.entity };
      return rest && { expression: rest.expression, field: rest.field, segments, through: { ...through, rest } };
    }
    if (field.type.kind !== 'reference') return null;
    current = field.type.entity;
  }
  return last === null ? null : { expression, field: last, segments };
}

/** A field that some role of this reader can ever read; the owner of an owned child counts as a reference. */
export function findReadable(scope: ReadScope, entity: string, name: string): Field | null {
  return keptReadable(scope, `${entity} ${name}`, () => ({ field: readable(scope, entity, name) })).field;
}

const keptReadable = keptByRights<{ readonly field: Field | null }>();

function readable(scope: ReadScope, entity: string, name: string): Field | null {
  const found = scope.index.entity(entity);
  const context = actorContext(scope, new Parameters());
  const record = { kind: 'row', entity, alias: 'r' } as const;
  if (found.owner !== null && isParentName(found, name)) {
    if (recordPredicate(context, scope.authority, 'read', record) === FALSE) return null;
    return {
      ...fieldLike(scope, entity),
      name,
      type: { kind: 'reference', entity: found.owner.entity },
      required: true,
    };
  }
  const field =
    name === 'id'
      ? (scope.index.findField(entity, 'id') ?? { ...fieldLike(scope, entity), ...ID })
      : scope.index.findField(entity, name);
  if (field === null || field.type.kind === 'open' || field.type.kind === 'secret') return null;
  return fieldPredicate(context, scope.authority, name, 'read', record) === FALSE ? null : field;
}

/** The field of a path whose type is not shown, if this reader may know that it exists. */
function findOpen(scope: ReadScope, entity: string, segments: readonly string[]): Field | null {
  const context = actorContext(scope, new Parameters());
  let current = entity;
  for (const name of segments) {
    const field = scope.index.findField(current, name);
    const record = { kind: 'row', entity: current, alias: 'r' } as const;
    if (field === null || fieldPredicate(context, scope.authority, name, 'read', record) === FALSE) return null;
    if (field.type.kind === 'open') return field;
    if (field.type.kind !== 'reference' && field.type.kind !== 'many') return null;
    current = field.type.entity;
  }
  return null;
}

function fieldLike(scope: ReadScope, entity: string): Field {
  const [first] = scope.index.entity(entity).fields;
  if (first === undefined) throw new Error(`${entity} has no fields.`);
  return { ...first, minimum: null, maximum: null, pattern: null, computed: null, derived: true };
}

/** Every name that a reader may use on an entity: for the offer behind an unknown one. */
export function readableNames(scope: ReadScope, entity: string): string[] {
  return scope.index
    .entity(entity)
    .fields.flatMap((field) => (findReadable(scope, entity, field.name) === null ? [] : [field.name]));
}

/**
 * Refuses a key of a request that can't be used: NOT_SPECIFIED if it names a field whose type is not shown (2), else
 * INVALID with the nearest name that this reader may use.
 */
export function refuseKey(scope: ReadScope, entity: string, key: string, words: Message) {
  const open = findOpen(scope, entity, key.split('.'));
  if (open !== null) return notShown(message('notShown', { what: open.label }), open.gap ?? open.clause);
  const names = readableNames(scope, entity);
  // A known name needs no suggestion: another part of the key is wrong.
  const near = names.includes(key.split('.')[0] ?? key) ? null : nearest(key, names);
  return refuseInvalid(scope.index, [{ field: key, code: 'INVALID', message: hinted(words, near), clause: null }]);
}
