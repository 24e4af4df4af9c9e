import type { EntityView, FieldView } from '@nonet/client';
import { compileToClosure, type FieldRead, fieldsRead } from '@nonet/language';
import { isWhole } from './limits.ts';
import type { FormValues } from './when.ts';

type Values = Readonly<Record<string, unknown>>;

/** A computed field with its value for the input so far; undefined: not known yet. */
export interface ComputedValue {
  readonly field: FieldView;
  readonly value: unknown;
  /** The lists of rows that it is computed over. */
  readonly lists: readonly string[];
}

export interface Computed {
  readonly own: readonly ComputedValue[];
  /** The computed fields of each row of a list, by the list's name. */
  readonly rows: Readonly<Record<string, readonly (readonly ComputedValue[])[]>>;
}

/**
 * The values of a record's computed fields while it is entered (3), in the wire's form. An incomplete row is ignored in
 * its list; the product computes everything again.
 */
export function computedOf(
  entity: EntityView,
  values: Values,
  entityOf: (name: string | null) => EntityView,
  by: Pick<FormValues, 'user' | 'settings'>,
): Computed {
  const rows: Record<string, (readonly ComputedValue[])[]> = {};
  const filled: Record<string, unknown> = { ...values };
  const lists = entity.fields.filter(({ kind, name }) => kind === 'children' && Array.isArray(values[name]));
  for (const list of lists) {
    const child = entityOf(list.entity);
    const entered = values[list.name] as readonly Values[];
    rows[list.name] = entered.map((row) => workOut(child, row, [], by));
    filled[list.name] = entered.map((row, place) => ({ ...row, ...namedValues(rows[list.name]?.[place] ?? []) }));
  }
  return {
    own: workOut(
      entity,
      filled,
      lists.map((list) => [list, entityOf(list.entity)] as const),
      by,
    ),
    rows,
  };
}

function namedValues(computed: readonly ComputedValue[]): Record<string, unknown> {
  return Object.fromEntries(computed.map(({ field, value }) => [field.name, value ?? null]));
}

/** The computed fields of one record or row, each after those that it reads. */
function workOut(
  entity: EntityView,
  values: Values,
  lists: readonly (readonly [FieldView, EntityView])[],
  by: Pick<FormValues, 'user' | 'settings'>,
): ComputedValue[] {
  const known: Record<string, unknown> = { ...values };
  const worked: ComputedValue[] = [];
  const left = new Set(entity.fields.filter(({ formula }) => formula !== undefined));
  for (const field of entity.fields) work(field);
  return worked;

  function work(field: FieldView): void {
    const { formula } = field;
    if (!left.delete(field) || formula === undefined) return;
    const reads = fieldsRead(formula);
    for (const read of reads) {
      const other = read.kind === 'own' ? entity.fields.find(({ name }) => name === read.field) : undefined;
      if (other) work(other);
    }
    const over = lists.filter(([list]) => reads.some((read) => isOf(read, list)));
    const record: Record<string, unknown> = { ...known };
    for (const [list, child] of over) {
      const needed = reads.filter((read) => read.kind === 'children' && read.entity === child.name);
      record[list.name] = (known[list.name] as readonly Values[]).filter((row) =>
        needed.every((read) => hasValueOf(child, row, read.field)),
      );
    }
    const isKnown = reads.every(
      (read) => read.kind !== 'own' || read.variable === 'user' || hasValueOf(entity, record, read.field),
    );
    const value = isKnown ? evaluate(field, record, by) : undefined;
    known[field.name] = value ?? null;
    worked.push({ field, value, lists: over.map(([list]) => list.name) });
  }
}

function isOf({ kind, field, entity }: FieldRead, list: FieldView): boolean {
  return (kind === 'own' && field === list.name) || (kind === 'children' && entity === list.entity);
}

function hasValueOf(entity: EntityView, values: Values, name: string): boolean {
  const field = entity.fields.find((each) => each.name === name);
  if (field?.computed) return values[name] !== undefined && (values[name] !== null || !field.required);
  return field !== undefined && Object.hasOwn(values, name) && isWhole(field, values[name]);
}

/** Undefined if it has no value: a division by zero. */
function evaluate(
  { formula }: FieldView,
  record: Values,
  { user, settings }: Pick<FormValues, 'user' | 'settings'>,
): unknown {
  if (formula === undefined) return undefined;
  return compileToClosure(formula)({
    variables: { this: record, user },
    constants: {},
    now: new Date().toISOString(),
    ...settings,
  });
}
