import type { FieldView, RecordView } from '@nonet/client';
import { referred } from '../../fields/reference.tsx';
import { hueOfPerson } from '../../format/person.ts';
import { hueOf } from '../../parts/state-badge.tsx';

/** A value of the field by which records are in rows or have colours. */
export interface Group {
  /** The value as the API takes it: the id of a record, or the name of a choice; null for records without one. */
  readonly key: string | null;
  readonly label: string;
  /** Null for what has no value. */
  readonly hue: number | null;
}

/** The group of a record; `undefined` if its reader may not read the field. */
export function groupOf(record: RecordView, field: FieldView, none: string): Group | undefined {
  const value = record[field.name];
  if (value === undefined) return undefined;
  if (field.choices !== null && typeof value === 'string') return choiceGroup(field, value);
  const reference = referred(value);
  return reference === null ? { key: null, label: none, hue: null } : recordGroup(reference.id, reference.title);
}

export function recordGroup(id: string, title: string | null): Group {
  return { key: id, label: title ?? id, hue: hueOfPerson(id) };
}

export function choiceGroup(field: FieldView, name: string): Group {
  const label = field.choices?.find((choice) => choice.name === name)?.label ?? name;
  return { key: name, label, hue: hueOf(field, name) };
}
