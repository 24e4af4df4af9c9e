import type { AskView, EntityView, EventView, FieldView } from '@nonet/client';
import { type Ask, type Entity, type Event, type Field, type Screen, type Workflow } from '@nonet/language';
import { erasureViews } from './erasure.ts';
import { fieldView, inputView } from './fields.ts';
import type { Rights } from './rights.ts';
import { guardViews } from './guards.ts';
import { eventRuleViews, ruleViews } from './rules.ts';
import { statePath } from './state-path.ts';

/** An entity with what this reader may ever read, write or cause of it. */
export function entityView(rights: Rights, entity: Entity, screens: readonly Screen[]): EntityView {
  const workflow = rights.plan.states.find((candidate) => candidate.entity === entity.name) ?? null;
  const stateField = workflow?.field && rights.mayRead(entity.name, workflow.field) ? workflow.field : null;
  return {
    name: entity.name,
    label: entity.label,
    plural: entity.plural,
    path: entity.path,
    description: entity.description,
    fields: knownFields(rights, entity),
    rules: ruleViews(rights, entity),
    events: workflow ? eventViews(rights, entity, workflow) : [],
    stateField,
    statePath: workflow && stateField !== null ? statePath(workflow) : [],
    history: entity.history === 'kept' && rights.may(entity.name, 'history'),
    ...(entity.commentsOn !== null && { comments: true as const }),
    ...(entity.name === 'User' && rights.may(entity.name, 'erase') && { erasure: erasureViews(rights) }),
    ...withPapers(rights, entity),
    create: rights.mayNow(entity.name, 'create'),
    recordRoute: recordRoute(entity, screens),
    formRoute: screens.find((screen) => screen.kind === 'form' && screen.entity === entity.name)?.route ?? null,
  };
}

/** The papers that this reader might make of a record, where there are any. */
function withPapers(rights: Rights, entity: Entity): Pick<EntityView, 'papers'> {
  if (!rights.may(entity.name, 'read')) return {};
  const papers = rights.plan.papers.flatMap(({ name, label, description, entity: of, for: audience, content }) =>
    of === entity.name && content !== null && (audience === 'everyone' || audience.some((role) => rights.mayHold(role)))
      ? [{ name, label, description }]
      : [],
  );
  return papers.length === 0 ? {} : { papers };
}

/** The fields that the reader can ever read or set. */
export function knownFields(rights: Rights, entity: Entity): FieldView[] {
  return entity.fields
    .filter((field) => field.type.kind !== 'open')
    .map((field) => fieldView(rights, entity, field))
    .filter((field) => field.onCreate || field.onUpdate || rights.mayRead(entity.name, field.name));
}

/**
 * The events that the reader might ever cause, each with the rows that they might cause. Nobody causes `create`
 * directly (4).
 */
export function eventViews(rights: Rights, entity: Entity, workflow: Workflow): EventView[] {
  return workflow.events.flatMap((event) => {
    if (event.name === 'create') return [];
    const transitions = event.transitions.filter((transition) => rights.mayCause(entity.name, transition));
    return transitions.length === 0 ? [] : [eventView(rights, entity, workflow, { ...event, transitions })];
  });
}

function eventView(rights: Rights, entity: Entity, workflow: Workflow, event: Event): EventView {
  const asks = new Map<string, AskView>();
  for (const transition of event.transitions) {
    for (const ask of transition.asks) {
      const view = askView(rights, entity, ask, transition.clause);
      // Several rows may ask for one field: it is required where one of them requires it.
      const known = asks.get(view.name);
      asks.set(view.name, known === undefined ? view : together(known, view));
    }
  }
  return {
    name: event.name,
    label: event.label,
    asks: [...asks.values()],
    rules: asks.size === 0 ? [] : eventRuleViews(rights, entity, workflow, event),
    guards: asks.size === 0 ? [] : guardViews(rights, entity, workflow, event),
    creates: event.transitions.some((transition) => transition.from === 'new'),
    moves: event.transitions.flatMap(({ from, to }) =>
      from === 'new' || from === null ? [] : [{ from: [...from], to: to === 'same' ? null : to }],
    ),
  };
}

function askView(rights: Rights, entity: Entity, ask: Ask, clause: string): AskView {
  if (ask.kind === 'input') {
    const field = inputView(rights.plan, ask, clause);
    return { name: ask.name, label: ask.label, required: ask.required, field, child: null };
  }
  const field = fieldOf(entity, ask.field);
  const child = ask.kind === 'child' ? childViews(rights, ask) : null;
  const view = fieldView(rights, entity, field);
  return { name: field.name, label: field.label, required: ask.required, field: view, child };
}

/** Fields that are asked of a child are required as the event states. */
function childViews(rights: Rights, ask: Extract<Ask, { kind: 'child' }>): FieldView[] {
  const entity = rights.plan.entities.find(({ name }) => name === ask.entity);
  if (!entity) throw new Error(`The plan asks for a child of ${ask.entity}, which it does not have.`);
  return ask.fields.map(({ field, required }) => ({
    ...fieldView(rights, entity, fieldOf(entity, field)),
    required,
  }));
}

function fieldOf(entity: Entity, name: string): Field {
  const field = entity.fields.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`The plan asks for ${entity.name}.${name}, which it does not have.`);
  return field;
}

function together(known: AskView, other: AskView): AskView {
  const child = new Map([...(other.child ?? []), ...(known.child ?? [])].map((field) => [field.name, field]));
  return {
    ...known,
    required: known.required || other.required,
    child: known.child === null ? null : [...child.values()],
  };
}

/**
 * `/claims/{claim}` → `/claims/{id}`, for routes with this record as the only parameter: links know no more. If the
 * parameter is a unique field, `/articles/ {id}`: no value begins with a blank, so that this is certainly an id.
 */
export function recordRoute(entity: Entity, screens: readonly Screen[]): string | null {
  const routes = screens.flatMap(({ kind, entity: shown, parameters: [parameter, ...others], route }) => {
    const isOwn = kind === 'record' && shown === entity.name && parameter?.entity === entity.name;
    return isOwn && others.length === 0 ? [{ route, isById: parameter.field === 'id' }] : [];
  });
  const found = routes.find(({ isById }) => isById) ?? routes[0];
  return found?.route.replace(/\{[^}]*\}/, found.isById ? '{id}' : ' {id}') ?? null;
}
