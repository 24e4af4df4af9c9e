import { hasValue } from '../../model/field-kinds.ts';
import type { Schema, SchemaEntity, Terms } from '../../expression/scope.ts';
import type { Type } from '../../expression/type.ts';
import type { Entity, FieldType } from '../../model/entities.ts';
import type { Constant, Term } from '../../model/constants.ts';
import type { SpecTree } from '../../syntax/tree.ts';
import { ENTITIES_CODES } from '../../diagnostics/codes/entities.ts';
import type { Context } from '../context.ts';
import type { Declared, DeclaredEntity, DeclaredField, DeclaredRole, DeclaredWorkflow } from '../declared.ts';
import { type Findings, makeContext } from '../make-context.ts';
import { isOpen } from '../resolve/open-points.ts';
import { resolveConstants } from '../resolve/constants.ts';
import { resolveTerms } from '../resolve/constants/terms.ts';
import { declareErrors } from '../resolve/errors.ts';
import { parentNames } from '../resolve/names.ts';
import { declareRoles } from '../resolve/roles.ts';
import { declareRules } from '../resolve/rules.ts';
import { part, splitList } from '../resolve/words.ts';
import { draftEntities, type EntityDraft } from './entities.ts';
import { draftFields, type FieldDraft, type FieldStates } from './fields.ts';
import { typeOf } from './schema.ts';
import { draftWorkflows, isCreateRow, type WorkflowDraft } from './workflows.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';

/** The state when every name is known: the drafts that are still to be resolved, and the names to resolve them with. */
export interface Declaration {
  readonly context: Context;
  readonly declared: Declared;
  readonly constants: readonly Constant[];
  readonly terms: readonly Term[];
  readonly entities: readonly { readonly draft: EntityDraft; readonly fields: readonly FieldDraft[] }[];
  readonly workflows: readonly WorkflowDraft[];
}

/** The types that a value may be divided by. */
const DIVISORS: ReadonlySet<Type['kind']> = new Set(['integer', 'decimal', 'money']);

/** The first phase of a check: names and types, so that the schema is complete before an expression is read. */
export function declare(tree: SpecTree, findings: Findings): Declaration {
  const schemaEntities = new Map<string, SchemaEntity>();
  const constantTypes = new Map<string, Type>();
  const roleNames = new Set<string>();
  const nonZero = new Set<string>();
  const openEntities = new Set<string>();
  const { points } = tree;
  const schema: Schema & { currency: string | null; terms?: Terms } = {
    entities: schemaEntities,
    constants: constantTypes,
    roles: roleNames,
    currency: null,
    nonZero,
    openEntities,
    constantsAreOpen: isOpen(points.constants),
  };
  const context = makeContext(tree, schema, findings);

  const constants = resolveConstants(context, points.constants);
  for (const { name, type, value } of constants) {
    constantTypes.set(name, type);
    if (value.kind !== 'literal') continue;
    if (name === 'CURRENCY' && typeof value.value === 'string') schema.currency = value.value;
    if (DIVISORS.has(type.kind) && Number(value.value) !== 0) nonZero.add(name);
  }

  const roles = declareRoles(points.roles);
  for (const name of roles.keys()) roleNames.add(name);

  const drafts = draftEntities(context, points.entities);
  if (
    !drafts.some((draft) => draft.name.text === 'User') &&
    (statesAnything(tree, 'entities') || statesAnything(tree, 'roles'))
  ) {
    drafts.push(builtInUser(tree));
  }
  for (const { name, open } of drafts) if (open) openEntities.add(name.text);
  const shown = drafts.filter((draft) => !draft.open);
  const names = new Set(shown.map((draft) => draft.name.text));
  const workflows = draftWorkflows(context, points.states, names, stateFieldsOf(shown));
  const workflowOf = new Map(workflows.toReversed().map((workflow) => [workflow.entity, workflow]));
  const numbered = new Set(shown.filter(hasWholeIds).map((draft) => draft.name.text));
  const language = languageOf(constants);
  const entities = shown.map((draft) => {
    const workflow = workflowOf.get(draft.name.text);
    return {
      draft,
      fields: draftFields(context, draft, names, language, (field) => statesOf(workflow, field)).map((field) => ({
        ...field,
        type: withWholeIds(field, draft, numbered),
      })),
    };
  });
  const owners = ownersOf(context, entities);
  const listing = listingOf(entities);
  // An entity that is not shown, or a field whose type is not shown, may list any entity that has no owner.
  const withOpenFields = entities.filter(({ fields }) => fields.some(({ type }) => type.kind === 'open'));
  const mayOwnAny = [...withOpenFields.map(({ draft }) => draft.name.text), ...openEntities];
  for (const { draft, fields } of entities) {
    const name = draft.name.text;
    const owner = owners.get(name) ?? null;
    // If several entities list it, which is an error itself (N310), the names of each may refer to it.
    const others = owner === null ? mayOwnAny : (listing.get(name) ?? []).filter((other) => other !== owner.entity);
    const mayOwn = others.filter((other) => other !== name);
    schemaEntities.set(name, {
      ...schemaEntity(draft, fields, owner, roles, mayOwn),
      inputs: inputsOf(workflowOf.get(name)),
    });
  }

  const terms = resolveTerms(context, points.constants, names, (all) => {
    schema.terms = all;
  });

  const declared: Declared = {
    entities: new Map(
      entities.map(({ draft, fields }) => [
        draft.name.text,
        declaredEntity(draft, fields, owners.get(draft.name.text) ?? null),
      ]),
    ),
    workflows: new Map(workflows.map((workflow) => [workflow.entity, declaredWorkflow(workflow)])),
    roles,
    errors: declareErrors(points.errors),
    constants: constantTypes,
    rules: declareRules(points.rules),
  };
  return { context, declared, constants, terms, entities, workflows };
}

/** 3: `id` `integer`. Users are known by uuids. */
function hasWholeIds({ name, settings }: EntityDraft): boolean {
  return name.text !== 'User' && settings.get('id')?.value.text === 'integer';
}

function withWholeIds(field: FieldDraft, entity: EntityDraft, numbered: ReadonlySet<string>): FieldType {
  const { type } = field;
  if (type.kind === 'id') return numbered.has(entity.name.text) ? { kind: 'serial' } : type;
  const refers = type.kind === 'reference' || type.kind === 'many' || type.kind === 'all';
  return refers && numbered.has(type.entity) ? { ...type, id: 'integer' } : type;
}

/** The state fields of each entity, as they are written; null if the stated field has another type. */
function stateFieldsOf(drafts: readonly EntityDraft[]): (entity: string, stated: string) => readonly string[] | null {
  const byEntity = new Map(drafts.map((draft) => [draft.name.text, draft.rows]));
  return (entity, stated) => {
    const fields = (byEntity.get(entity) ?? []).map(({ cells }) => ({
      name: /^[A-Za-z_]\w*/.exec(cells['field']?.text ?? '')?.[0] ?? '',
      isState: cells['type']?.text === 'state',
    }));
    if (fields.some(({ name, isState }) => name === stated && !isState)) return null;
    return fields.filter(({ isState }) => isState).map(({ name }) => name);
  };
}

/** The states that point 4 states for a field. */
function statesOf(workflow: WorkflowDraft | undefined, field: string): FieldStates {
  if (!workflow || workflow.field === null) return null;
  if (workflow.field !== field) return 'elsewhere';
  return workflow.open ? 'open' : workflow.states;
}

/** Whether a point states more than `none` or `not shown`. */
function statesAnything(tree: SpecTree, point: 'entities' | 'roles'): boolean {
  const section = tree.points[point];
  return (
    section !== undefined && (section.sections.length > 0 || section.blocks.some((block) => block.kind === 'table'))
  );
}

/** `User` where point 3 has no `### User`: its place is the heading of the point that asks for it. */
function builtInUser(tree: SpecTree): EntityDraft {
  const heading = (tree.points.entities ?? tree.points.roles)?.heading;
  const name = heading
    ? { ...part(heading, 0, 0), text: 'User', span: heading.span }
    : { text: 'User', span: { file: '', start: 0, end: 0 } };
  return {
    name,
    label: 'User',
    labels: {},
    description: '',
    rows: [],
    settings: new Map(),
    records: [],
    demoRecords: [],
    open: false,
  };
}

type Owner = NonNullable<Entity['owner']>;

/** The entities that list each one as their own, rightly or not. */
function listingOf(entities: Declaration['entities']): ReadonlyMap<string, readonly string[]> {
  const listing = new Map<string, string[]>();
  for (const { draft, fields } of entities) {
    for (const { type } of fields) {
      if (type.kind === 'children') listing.set(type.entity, [...(listing.get(type.entity) ?? []), draft.name.text]);
    }
  }
  return listing;
}

/** The owner of each owned entity (3: one owner per entity). */
function ownersOf(context: Context, entities: Declaration['entities']): Map<string, Owner> {
  const owners = new Map<string, Owner>();
  for (const { draft, fields } of entities) {
    for (const { name, type, typePlace } of fields) {
      if (type.kind !== 'children') continue;
      const owner = owners.get(type.entity);
      const reason: DetailsOf<'N310'>['reason'] | null =
        type.entity === 'User'
          ? 'users'
          : type.entity === draft.name.text
            ? 'itself'
            : owner
              ? { because: 'owned', owner: owner.entity, field: owner.field }
              : null;
      if (reason !== null) context.report('N310', ENTITIES_CODES.N310, { entity: type.entity, reason }, typePlace.span);
      else owners.set(type.entity, { entity: draft.name.text, field: name });
    }
  }
  return owners;
}

function schemaEntity(
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
function inputsOf(workflow: WorkflowDraft | undefined): ReadonlyMap<string, string> {
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

function declaredEntity(draft: EntityDraft, fields: readonly FieldDraft[], owner: Owner | null): DeclaredEntity {
  const setting = (key: string) => draft.settings.get(key)?.value.text;
  const deletion = setting('delete');
  return {
    name: draft.name.text,
    span: draft.name.span,
    fields: new Map(fields.map((field) => [field.name, declaredField(field)])),
    owner,
    delete: deletion === 'soft' || deletion === 'never' ? deletion : 'hard',
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

function declaredWorkflow(workflow: WorkflowDraft): DeclaredWorkflow {
  // Rows named `create` only add to a create that point 6 allows: nobody causes them as an event.
  const creating = workflow.rows.filter((each) => each.row.cells['from']?.text === 'new' && !isCreateRow(each));
  return {
    field: workflow.field,
    states: workflow.states,
    events: new Set(workflow.rows.map(({ name }) => name.text)),
    creating: new Set(creating.map(({ name }) => name.text)),
    open: workflow.open,
  };
}

/** The language of the document's own words: that of `LOCALE` (9). */
function languageOf(constants: readonly Constant[]): string {
  const value = constants.find(({ name }) => name === 'LOCALE')?.value;
  return value?.kind === 'literal' && typeof value.value === 'string' ? value.value : 'en';
}
