import type { FieldView } from '@nonet/client';
import { amongReads, moneyScale } from '@nonet/engine';
import { type Entity, type Field, type FieldType, type Plan, type Workflow } from '@nonet/language';
import { withoutConstants } from './constants.ts';
import { defaultView, formulaView, knownCondition, readThrough } from './known.ts';
import type { Rights } from './rights.ts';

/** A field as this reader may know it. */
export function fieldView(rights: Rights, entity: Entity, field: Field): FieldView {
  const { plan } = rights;
  const formula = formulaView(rights, entity.name, field.name);
  return {
    ...typeView(plan, field.type, plan.states.find((workflow) => workflow.entity === entity.name) ?? null),
    name: field.name,
    label: field.label,
    clause: field.clause,
    meaning: field.meaning,
    picker: pickerView(rights, entity, field),
    ...(field.tree ? { tree: true as const } : {}),
    group: field.group,
    required: isNeeded(field),
    onCreate: rights.maySetOnCreate(entity.name, field),
    onUpdate: rights.maySetOnUpdate(entity.name, field),
    minimum: field.minimum?.value ?? null,
    maximum: field.maximum?.value ?? null,
    ...(field.forNew && {
      forNew: {
        required: field.forNew.required,
        minimum: field.forNew.minimum?.value ?? null,
        maximum: field.forNew.maximum?.value ?? null,
      },
    }),
    ...(field.widget ? { widget: `/api/-/given/${entity.name}.${field.name}` } : {}),
    computed: field.computed !== null,
    ...journeyView(plan, entity.name, field.name),
    ...(rights.isNoted(entity.name, field) ? { noted: true as const } : {}),
    ...(formula ? { formula } : {}),
    when: field.when && knownCondition(rights, field.when),
    ...defaultOf(rights, entity.name, field),
  };
}

/** The events after which a browser goes to the address that a field holds (7, `goes to`). */
function journeyView({ calls }: Plan, entity: string, field: string): Pick<FieldView, 'journey'> {
  const causes = calls
    .filter(({ goesTo }) => goesTo?.field === field)
    .flatMap(({ when }) => when.filter((cause) => cause.entity === entity && cause.schedule === null))
    .map(({ event }) => event);
  return causes.length === 0 ? {} : { journey: { causes: [...new Set(causes)] } };
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
    default: null,
  };
}

function typeView(plan: Plan, type: FieldType, workflow: Workflow | null) {
  return {
    kind: type.kind,
    choices: choicesOf(plan, type, workflow),
    entity: 'entity' in type ? type.entity : null,
    // The lists of a tree are no list of the API with a filter.
    ...(type.kind === 'all' && type.along === undefined && hasList(plan, type.entity) ? { by: type.by } : {}),
    ...('id' in type && type.id === 'integer' ? { wholeIds: true as const } : {}),
    currency: type.kind === 'money' ? (type.currency ?? plan.settings.currency) : null,
    scale: type.kind === 'decimal' ? type.scale : type.kind === 'money' ? moneyScale(type, plan.settings) : null,
    fileTypes: type.kind === 'file' ? [...type.types] : null,
  };
}

/** Owned children are read with their parent: they have no list of their own. */
function hasList(plan: Plan, entity: string): boolean {
  return plan.entities.some(({ name, owner }) => name === entity && owner === null);
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

/** The query for the candidates of a narrowed reference; null if the reader may not know what it depends on. */
function pickerView(rights: Rights, entity: Entity, field: Field): FieldView['picker'] {
  if (field.among === null) return null;
  const reads = amongReads(field.among);
  if (reads === null || !reads.every((name) => rights.mayRead(entity.name, name))) return null;
  return { for: `${entity.name}.${field.name}`, reads };
}

type DefaultView = Pick<FieldView, 'defaultValue' | 'defaultIsComputed' | 'default' | 'defaultReads'>;

/** A form begins with what it can work out itself, and its reader may read once it is saved. */
function defaultOf(rights: Rights, entity: string, field: Field): DefaultView {
  const value = field.default && withoutConstants(field.default, rights.plan);
  if (value?.kind === 'literal') return { defaultValue: value.value, defaultIsComputed: false, default: null };
  const isShown = field.default !== null && rights.mayRead(entity, field.name) && leadsToKnown(rights, field);
  const shown = isShown && field.default ? defaultView(rights, entity, field.default) : null;
  const reads = shown === null ? [] : readThrough(shown);
  return {
    defaultValue: null,
    defaultIsComputed: field.default !== null,
    default: shown,
    ...(reads.length > 0 && { defaultReads: reads }),
  };
}

function leadsToKnown(rights: Rights, { type }: Field): boolean {
  return type.kind !== 'reference' || rights.may(type.entity, 'read');
}
