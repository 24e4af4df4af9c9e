import { askedOfNew, type Field, hasForm, isFromPeople } from '@nonet/language';
import { type FieldError, Refusal } from '../../refusal.ts';
import { recordPredicate } from '../../sql/permissions.ts';
import type { SqlContext } from '../../sql/context.ts';
import { quote, SYSTEM_COLUMNS, storedFields, table } from '../../sql/identifiers.ts';
import { and } from '../../sql/logic.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { readBody, type RecordValues } from '../body.ts';
import { brokenLimit } from '../validation/field-limits.ts';
import type { ReadScope } from '../read-scope.ts';
import { slotOf } from '../save.ts';
import { settableFor } from '../settable.ts';
import type { StoredValue } from '../values/reading.ts';

type Values = ReadonlyMap<string, StoredValue>;

/**
 * The values of a body; null if it can't be read, or sets a field that the actor can never set, which the other way to
 * write refuses in its order (6).
 */
export function readValues(scope: ReadScope, entity: string, body: unknown, creates: boolean): Values | null {
  const errors: FieldError[] = [];
  const settable = settableFor({ ...scope, system: false });
  let read: RecordValues;
  try {
    read = readBody({ index: scope.index, settable, errors }, entity, body, creates);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  const { values, children } = read;
  return errors.length === 0 && children.size === 0 && patternsFit(scope, entity, values, creates) ? values : null;
}

/** Patterns and forms are matched here, in linear time: where a field has one, its value must be at hand. */
export function patternsFit(scope: ReadScope, entity: string, values: Values, creates: boolean): boolean {
  const fits = (field: Field) => {
    const value = values.get(field.name);
    if (value === undefined) return creates && field.default === null;
    return brokenLimit(field, value, scope.index.plan.settings) === null;
  };
  return storedFields(scope.index.entity(entity)).every(
    (field) =>
      [field, askedOfNew(field)].every((asked) => asked.pattern === null || fits(asked)) &&
      !(creates && !values.has(field.name) && isFormedByDefault(field)),
  );
}

/** Whether a field of a form (an address, a telephone number) gets a text that no document states as it is. */
function isFormedByDefault({ type, default: given }: Field): boolean {
  return hasForm(type) && isFromPeople(type) && given !== null && given.kind !== 'literal';
}

/** The records that a body refers to are there, and its reader may read them. */
export function referencesExist(
  scope: ReadScope,
  entity: string,
  values: Values,
  parameters: Parameters,
  context: SqlContext,
): string[] {
  return storedFields(scope.index.entity(entity)).flatMap((field) => {
    if (field.type.kind !== 'reference' || !values.has(field.name)) return [];
    const target = field.type.entity;
    const alias = parameters.alias();
    const id = slotOf(scope, parameters, field);
    const found = and(
      `${alias}."id" = ${id}`,
      `${alias}.${quote(SYSTEM_COLUMNS.deletedAt)} is null`,
      recordPredicate(context, scope.authority, 'read', { kind: 'row', entity: target, alias }),
    );
    return [`(${id} is null or exists (select from ${table(target)} ${alias} where ${found}))`];
  });
}
