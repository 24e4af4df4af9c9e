import type { FieldView } from '@nonet/client';
import { amongReads, moneyScale } from '@nonet/engine';
import {
  type Entity,
  type Expression,
  type Field,
  type FieldType,
  type Plan,
  type Workflow,
  readFields,
} from '@nonet/language';
import { withoutConstants } from './constants.ts';
import type { Rights } from './rights.ts';

/** A field as this reader may know it. */
export function fieldView(rights: Rights, entity: Entity, field: Field): FieldView {
  const { plan } = rights;
  return {
    ...typeView(plan, field.type, plan.states.find((workflow) => workflow.entity === entity.name) ?? null),
    name: field.name,
    label: field.label,
    clause: field.clause,
    meaning: field.meaning,
    picker: pickerView(rights, entity, field),
    group: field.group,
    required: isNeeded(field),
    onCreate: rights.maySetOnCreate(entity.name, field),
    onUpdate: rights.maySetOnUpdate(entity.name, field),
    minimum: field.minimum?.value ?? null,
    maximum: field.maximum?.value ?? null,
    computed: field.computed !== null,
    when: field.when && knownCondition(rights, field.when),
    ...defaultView(plan, field.default),
  };
}

/** A list may be empty unless its bounds say otherwise (3). */
function isNeeded({ type, required, minimum }: Field): boolean {
  return required && (!['many', 'children'].includes(type.kind) || Number(minimum?.value ?? 0) > 0);
}

/** An input that an event asks for and that is not stored. */
export function inputView(
  plan: Plan,
  input: { name: string; label: string; type: FieldType; required: boolean },
  clause: string,
): FieldView {
  return {
    ...typeView(plan, input.type, null),
    name: input.name,
    label: input.label,
    clause,
    meaning: '',
    picker: null,
    group: null,
    required: input.required,
    onCreate: false,
    onUpdate: false,
    minimum: null,
    maximum: null,
    computed: false,
    when: null,
    defaultValue: null,
    defaultIsComputed: false,
  };
}

function typeView(plan: Plan, type: FieldType, workflow: Workflow | null) {
  return {
    kind: type.kind,
    choices: choicesOf(plan, type, workflow),
    entity: 'entity' in type ? type.entity : null,
    ...('id' in type && type.id === 'integer' ? { wholeIds: true as const } : {}),
    currency: type.kind === 'money' ? (type.currency ?? plan.settings.currency) : null,
    scale: type.kind === 'decimal' ? type.scale : type.kind === 'money' ? moneyScale(type, plan.settings) : null,
    fileTypes: type.kind === 'file' ? [...type.types] : null,
  };
}

function choicesOf(plan: Plan, type: FieldType, workflow: Workflow | null): FieldView['choices'] {
  if (type.kind === 'roles') {
    return plan.roles.filter((role) => role.given.kind === 'assigned').map(({ name, label }) => ({ name, label }));
  }
  if (type.kind === 'enum') return type.values.map(({ name, label }) => ({ name, label }));
  if (type.kind !== 'state') return null;
  const final = new Set(workflow?.states.filter((state) => state.kind === 'final').map((state) => state.name));
  return type.values.map(({ name, label }) => ({ name, label, final: final.has(name) }));
}

/** How the list of a narrowed reference is asked for; null where the reader may not know what it depends on. */
function pickerView(rights: Rights, entity: Entity, field: Field): FieldView['picker'] {
  if (field.among === null) return null;
  const reads = amongReads(field.among);
  if (reads === null || !reads.every((name) => rights.mayRead(entity.name, name))) return null;
  return { for: `${entity.name}.${field.name}`, reads };
}

/** A condition only where everything it reads may be read: its text itself would tell. */
export function knownCondition(rights: Rights, condition: Expression): Expression | null {
  if (!readFields(condition).every(({ entity, field }) => rights.mayRead(entity, field))) return null;
  return withoutConstants(condition, rights.plan);
}

function defaultView(plan: Plan, expression: Expression | null): Pick<FieldView, 'defaultValue' | 'defaultIsComputed'> {
  const value = expression && withoutConstants(expression, plan);
  return value?.kind === 'literal'
    ? { defaultValue: value.value, defaultIsComputed: false }
    : { defaultValue: null, defaultIsComputed: expression !== null };
}
