import type { SchemaEntity } from '../../expression/scope.ts';
import type { Type } from '../../expression/type.ts';
import type { Entity } from '../../model/entities.ts';
import { hasValue } from '../../model/field-kinds.ts';
import type { DeclaredEntity, DeclaredField, DeclaredRole, DeclaredWorkflow } from '../declared.ts';
import { parentNames } from '../resolve/names.ts';
import { splitList } from '../resolve/words.ts';
import { COMMENTS_ON, type EntityDraft } from './entities.ts';
import type { FieldDraft } from './field-draft.ts';
import { typeOf } from './schema.ts';
import { isCreateRow, type WorkflowDraft } from './workflows.ts';

/** The entity that lists another one as its own, and the list field (3). */
export type Owner = NonNullable<Entity['owner']>;

/** An entity as expressions know it: its fields with their types, and the names of its owner. */
export function schemaEntity(
  draft: EntityDraft,
  fields: readonly FieldDraft[],
  owner: Owner | null,
  roles: ReadonlyMap<string, DeclaredRole>,
  mayOwn: readonly string[],
): SchemaEntity {
  const assigned = [...roles.values()].filter((role) => role.given === 'assigned').map((role) => role.name);
  const types = new Map<string, Type>();
  for (const field of fields)
    types.set(field.name, typeOf(field.type, !field.required || field.rules.when !== undefined, assigned));
  const parents = new Set<string>();
  if (owner) {
    for (const name of parentNames(owner.entity)) if (!types.has(name)) parents.add(name);
    for (const name of parents) types.set(name, { kind: 'record', entity: owner.entity, nullable: false });
  }
  for (const other of mayOwn) {
    for (const name of parentNames(other)) if (!types.has(name)) types.set(name, { kind: 'unknown', nullable: false });
  }
  return { name: draft.name.text, fields: types, parents, bounds: boundsOf(fields) };
}

/**
 * The values that the events of a workflow ask for and do not store (`really boolean`), as written, each with its
 * event.
 */
export function inputsOf(workflow: WorkflowDraft | undefined): ReadonlyMap<string, string> {
  const inputs = new Map<string, string>();
  for (const { name, row } of workflow?.rows ?? []) {
    const cell = row.cells['asks'];
    for (const item of cell?.absence === null ? splitList(cell) : []) {
      const input = /^([A-Za-z_]\w*)\??\s+[A-Za-z]/.exec(item.text)?.[1];
      if (input !== undefined && !inputs.has(input)) inputs.set(input, name.text);
    }
  }
  return inputs;
}

/** The bounds of numbers and of lists, where they are numbers that are written out: `1..`, `0.01..`, `0 %..25 %`. */
function boundsOf(fields: readonly FieldDraft[]): NonNullable<SchemaEntity['bounds']> {
  const bounds = new Map<string, { least: number; most: number }>();
  for (const { name, type, rules } of fields) {
    if (!rules.bounds || !hasValue(type, 'number', 'records') || rules.computed) continue;
    const [low = '', high = ''] = rules.bounds.text.split('..').map((text) => text.trim());
    const [least, most] = [low, high].map((text) => (/^-?\d+(?:\.\d+)?/.test(text) ? Number.parseFloat(text) : null));
    const isList = type.kind === 'children' || type.kind === 'many';
    bounds.set(name, {
      least: least ?? (isList ? 0 : Number.NEGATIVE_INFINITY),
      most: most ?? Number.POSITIVE_INFINITY,
    });
  }
  return bounds;
}

/** An entity as the resolvers of other points know it. */
export function declaredEntity(
  draft: EntityDraft,
  fields: readonly FieldDraft[],
  owner: Owner | null,
  erases: boolean,
): DeclaredEntity {
  const setting = (key: string) => draft.settings.get(key)?.value.text;
  const deletion = setting('delete');
  return {
    name: draft.name.text,
    span: draft.name.span,
    fields: new Map(fields.map((field) => [field.name, declaredField(field)])),
    owner,
    delete: deletion === 'soft' || deletion === 'never' ? deletion : 'hard',
    erases: erases && draft.name.text === 'User',
    isComments: draft.settings.get(COMMENTS_ON)?.value.absence === null,
    // If it is a gap, point 6 may refer to it.
    history:
      setting('history') === 'kept' || draft.settings.get('history')?.value.absence === 'not shown' ? 'kept' : 'none',
  };
}

function declaredField(field: FieldDraft): DeclaredField {
  return {
    name: field.name,
    label: field.label,
    type: field.type,
    required: field.required,
    optionalOnCreate:
      field.rules.default !== undefined ||
      field.rules.when !== undefined ||
      (field.origin === 'built in' && field.name === 'disabled'),
    unique:
      field.rules.unique !== undefined ||
      field.type.kind === 'number' ||
      field.type.kind === 'slug' ||
      (field.origin === 'built in' && field.name === 'email'),
    computed: field.rules.computed !== undefined,
    derived: field.origin === 'derived',
  };
}

/** A workflow as the resolvers of other points know it. */
export function declaredWorkflow(workflow: WorkflowDraft): DeclaredWorkflow {
  // Rows named `create` only add to a create that point 6 allows: nobody causes them as an event.
  const creating = workflow.rows.filter((each) => each.row.cells['from']?.text === 'new' && !isCreateRow(each));
  return {
    field: workflow.field,
    states: workflow.states,
    events: new Set(workflow.rows.map(({ name }) => name.text)),
    hasConditions: workflow.conditions.length > 0,
    creating: new Set(creating.map(({ name }) => name.text)),
    open: workflow.open,
  };
}
