import type { Schema, SchemaEntity, Terms } from '../../expression/scope.ts';
import type { Type } from '../../expression/type.ts';
import type { FieldType } from '../../model/entities.ts';
import type { Constant, Term } from '../../model/constants.ts';
import type { SpecTree } from '../../syntax/tree.ts';
import { ENTITIES_CODES } from '../../diagnostics/codes/entities.ts';
import type { Context } from '../context.ts';
import type { Declared } from '../declared.ts';
import { type Findings, makeContext } from '../make-context.ts';
import { isOpen } from '../resolve/open-points.ts';
import { resolveConstants } from '../resolve/constants.ts';
import { resolveTerms } from '../resolve/constants/terms.ts';
import { declareErrors } from '../resolve/errors.ts';
import { declareRoles } from '../resolve/roles.ts';
import { declareRules } from '../resolve/rules.ts';
import { part } from '../resolve/words.ts';
import { commentFields } from './comments.ts';
import { draftEntities, type EntityDraft } from './entities.ts';
import type { FieldDraft } from './field-draft.ts';
import { draftFields, type FieldStates } from './fields.ts';
import { declaredEntity, declaredWorkflow, inputsOf, type Owner, schemaEntity } from './declared-entity.ts';
import { withKeptUntil } from './kept-until.ts';
import { withStateBefore, withWaysBack } from './ways-back-of-states.ts';
import { declarePapers } from './papers.ts';
import { draftWorkflows, type WorkflowDraft } from './workflows.ts';
import { readWorkingTime } from './working-time.ts';
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
  const stated = drafts.filter((draft) => !draft.open);
  const names = new Set(stated.map((draft) => draft.name.text));
  const events = draftWorkflows(context, points.states, names, stateFieldsOf(stated));
  const eventsOf = new Map(events.toReversed().map((workflow) => [workflow.entity, workflow]));
  const owned = namesOfOwned(stated);
  const shown = stated
    .map((draft) => withStateBefore(draft, eventsOf.get(draft.name.text)))
    .map((draft) => withKeptUntil(context, draft, owned.has(draft.name.text)));
  const workflows = events.map((workflow) => withWaysBack(context, workflow));
  const workflowOf = new Map(workflows.toReversed().map((workflow) => [workflow.entity, workflow]));
  const numbered = new Set(shown.filter(hasWholeIds).map((draft) => draft.name.text));
  const language = languageOf(constants);
  const added = commentFields(context, drafts);
  const entities = shown.map((draft) => {
    const workflow = workflowOf.get(draft.name.text);
    return {
      draft,
      fields: draftFields(
        context,
        draft,
        { entities: names, language, added: added.get(draft.name.text) ?? [] },
        (field) => statesOf(workflow, field),
      ).map((field) => ({
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
  const fieldsOf = new Map(entities.map(({ draft, fields }) => [draft.name.text, fields]));
  for (const { draft } of entities) {
    const workingTime = readWorkingTime(context, draft, {
      fields: (entity) => fieldsOf.get(entity) ?? null,
      constants,
    });
    const known = schemaEntities.get(draft.name.text);
    if (known !== undefined) schemaEntities.set(draft.name.text, { ...known, workingTime });
  }

  const terms = resolveTerms(context, points.constants, names, (all) => {
    schema.terms = all;
  });

  const erases = entities.some(({ fields }) => fields.some(({ rules }) => rules.erased !== undefined));
  const declared: Declared = {
    entities: new Map(
      entities.map(({ draft, fields }) => [
        draft.name.text,
        declaredEntity(draft, fields, owners.get(draft.name.text) ?? null, erases),
      ]),
    ),
    workflows: new Map(workflows.map((workflow) => [workflow.entity, declaredWorkflow(workflow)])),
    roles,
    errors: declareErrors(points.errors),
    constants: constantTypes,
    rules: declareRules(points.rules),
    ...declarePapers(points.calls),
  };
  return { context, declared, constants, terms, entities, workflows };
}

/** The entities whose records are listed by an owner. */
function namesOfOwned(drafts: readonly EntityDraft[]): ReadonlySet<string> {
  const types = drafts.flatMap(({ rows }) => rows.map(({ cells }) => cells['type']?.text ?? ''));
  return new Set(types.flatMap((type) => /^list of (\w+)$/.exec(type)?.[1] ?? []));
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

/** The language of the document's own words: that of `LOCALE` (9). */
function languageOf(constants: readonly Constant[]): string {
  const value = constants.find(({ name }) => name === 'LOCALE')?.value;
  return value?.kind === 'literal' && typeof value.value === 'string' ? value.value : 'en';
}
