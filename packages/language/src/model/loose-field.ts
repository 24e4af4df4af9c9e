import type { Field, FieldType } from './entities.ts';

/** A value that is read like a field's and is none: an event's input, a part of a call's answer. */
export function looseField(name: string, label: string, type: FieldType, required: boolean, clause: string): Field {
  return {
    clause,
    name,
    label,
    labels: {},
    type,
    meaning: '',
    group: null,
    required,
    unique: null,
    minimum: null,
    maximum: null,
    pattern: null,
    default: null,
    once: false,
    bySystem: false,
    when: null,
    among: null,
    onDelete: 'restrict',
    indexed: false,
    computed: null,
    derived: false,
    closed: false,
  };
}
