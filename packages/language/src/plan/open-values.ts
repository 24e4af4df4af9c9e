import { mapValues } from '../collections.ts';
import type { Expression, Template } from '../expression/tree.ts';
import { walk } from '../expression/walk.ts';
import { expressionOfAttachment } from '../check/derived/uses.ts';
import { type ClauseAddress, type Gap, isWithinClause } from '../model/clause.ts';
import type { Entity, Field } from '../model/entities.ts';
import type { Model } from '../model/model.ts';
import type { JsonTemplate, Mail, MailPart, OutboundCall, Recipients } from '../model/outbound-calls.ts';
import { expressionsOfPaper, type Paper } from '../model/papers.ts';
import type { Given, Grant, Permissions, Role } from '../model/roles.ts';
import type { Effect, Transition } from '../model/states.ts';

type Parts = Pick<
  Model,
  'entities' | 'constants' | 'permissions' | 'roles' | 'rules' | 'states' | 'calls' | 'papers' | 'gaps'
>;

/**
 * Opens the parts of a model that depend on something that is not shown (README, gaps): a computed field becomes one
 * whose type is not shown, so that it holds nothing and naming it is NOT_SPECIFIED; rows of events, permission cells
 * and assignments of roles become gaps; a rule states what it lacks; and an outbound call, a mail, a notice or a paper is not made.
 */
export function withOpenValues<Model extends Parts>(model: Model): Model {
  const gapOf = openValues(model);
  const entities = model.entities.map((entity) => withOpenFields(entity, gapOf));
  const isOpen = (expression: Expression): boolean => gapOf(expression) !== null;
  const papers = model.papers.map((paper) => withOpenWords(paper, gapOf));
  const gapOfPaper: GapOfPaper = (name) => openPaper(model.gaps, papers, name);
  const row = (transition: Transition): Transition => withOpenParts(transition, entities, gapOf, gapOfPaper);
  return {
    ...model,
    entities,
    roles: model.roles.map((role): Role => ({ ...role, given: withoutOpen(role.given, isOpen) })),
    permissions: model.permissions.map((table) => withOpenCells(table, gapOf)),
    rules: model.rules.map((rule) => {
      const gap = rule.condition === null ? null : gapOf(rule.condition);
      return gap === null ? rule : { ...rule, gap };
    }),
    states: model.states.map((workflow) => ({
      ...workflow,
      events: workflow.events.map((event) => ({ ...event, transitions: event.transitions.map(row) })),
    })),
    calls: model.calls.map((call) => withOpenContent(call, gapOf, gapOfPaper)),
    papers,
  };
}

type GapOf = (expression: Expression) => ClauseAddress | null;
/** The clause of what is not shown and a paper needs; null if it can be made. */
type GapOfPaper = (name: string) => ClauseAddress | null;

/** The clause of the first thing that is not shown and that an expression needs, by itself or through computed fields. */
function openValues({ entities, constants }: Parts): GapOf {
  const open = new Map(constants.flatMap(({ name, clause, value }) => (value.kind === 'open' ? [[name, clause]] : [])));
  const known = new Map(entities.map((entity) => [entity.name, entity]));
  const ofFields = new Map<Field, ClauseAddress | null>();
  const ofField = (field: Field): ClauseAddress | null => {
    if (field.type.kind === 'open') return field.clause;
    const found = ofFields.get(field);
    if (found !== undefined || field.computed === null) return found ?? null;
    // A circle is an error: none is in a document without errors.
    ofFields.set(field, null);
    const clause = gapOf(field.computed);
    ofFields.set(field, clause);
    return clause;
  };
  const gapOf: GapOf = (expression) => {
    let clause: ClauseAddress | null = null;
    walk(expression, (node) => {
      clause ??= ofNode(node);
    });
    return clause;
  };
  const ofNode = (node: Expression): ClauseAddress | null => {
    if (node.kind === 'constant') return open.get(node.name) ?? null;
    if (node.kind === 'query' && !known.has(node.source.entity)) return `3.${node.source.entity}`;
    if (node.kind !== 'field' || node.of.type.kind !== 'record') return null;
    const field = known.get(node.of.type.entity)?.fields.find(({ name }) => name === node.field);
    return field === undefined ? null : ofField(field);
  };
  return gapOf;
}

function withOpenFields(entity: Entity, gapOf: GapOf): Entity {
  const fields = entity.fields.map((stated): Field => {
    const amongGap = stated.among === null ? null : gapOf(stated.among);
    const field = amongGap === null ? stated : { ...stated, amongGap };
    const gap = field.computed === null ? null : gapOf(field.computed);
    return gap === null ? field : { ...field, type: { kind: 'open' }, computed: null, required: false, gap };
  });
  if (fields.every((field, at) => field === entity.fields[at])) return entity;
  const isOpen = (name: string | undefined): boolean =>
    fields.some((field) => field.name === name && field.gap !== undefined);
  return {
    ...entity,
    fields,
    title: entity.title.filter((part) => typeof part === 'string' || gapOf(part) === null),
    order: entity.order.filter(({ path }) => !isOpen(path[0])),
  };
}

function withoutOpen(given: Given, isOpen: (expression: Expression) => boolean): Given {
  if (given.kind === 'user') return isOpen(given.condition) ? { kind: 'open' } : given;
  if (given.kind !== 'relationship') return given;
  const of = Object.entries(given.of).filter(([, condition]) => !isOpen(condition));
  return of.length === 0 ? { kind: 'open' } : { kind: 'relationship', of: Object.fromEntries(of) };
}

function withOpenCells(table: Permissions, gapOf: GapOf): Permissions {
  const cells = (grants: readonly Grant[]): readonly Grant[] =>
    grants.map((grant) => {
      const clause = grant.cell.kind === 'when' ? gapOf(grant.cell.condition) : null;
      return clause === null ? grant : { ...grant, clause, cell: { kind: 'gap' } };
    });
  return {
    ...table,
    actions: table.actions && mapValues(table.actions, cells),
    fields: Object.fromEntries(Object.entries(table.fields).map(([name, of]) => [name, mapValues(of, cells)])),
  };
}

/**
 * A row of an event whose guard or effects need something that is not shown is open, as if they were not shown
 * themselves.
 */
function withOpenParts(row: Transition, entities: readonly Entity[], gapOf: GapOf, gapOfPaper: GapOfPaper): Transition {
  const guard = row.when === null ? null : gapOf(row.when);
  const effects = row.effects
    .map((effect) => openEffect(effect, entities, gapOf, gapOfPaper))
    .find((clause) => clause !== null);
  const open = [...row.open, ...[guard, effects ?? null].filter((clause) => clause !== null)];
  if (open.length === row.open.length) return row;
  return { ...row, open, when: guard === null ? row.when : null, effects: effects === undefined ? row.effects : [] };
}

/** The clause of the first gap that an effect needs, in a value or on the path to its record. */
function openEffect(
  effect: Effect,
  entities: readonly Entity[],
  gapOf: GapOf,
  gapOfPaper: GapOfPaper,
): ClauseAddress | null {
  const values = [effect.condition, ...valuesOf(effect)].filter((value) => value !== null);
  const named = values.map(gapOf).find((clause) => clause !== null);
  if (named !== undefined) return named;
  if (effect.kind === 'for') return openEffect(effect.effect, entities, gapOf, gapOfPaper);
  const paper = effect.kind === 'paper' ? gapOfPaper(effect.paper) : null;
  if (paper !== null) return paper;
  if (!('path' in effect)) return null;
  let at: string = effect.start.entity;
  for (const name of effect.path) {
    const field = entities.find((entity) => entity.name === at)?.fields.find((one) => one.name === name);
    if (field?.gap !== undefined) return field.gap;
    if (field?.type.kind !== 'reference') return null;
    at = field.type.entity;
  }
  return null;
}

function valuesOf(effect: Effect): readonly Expression[] {
  switch (effect.kind) {
    case 'set':
      return [effect.value];
    case 'paper':
      return [effect.of];
    case 'create':
      return Object.values(effect.values);
    case 'fire each':
    case 'for':
      return [effect.records];
    case 'delete':
    case 'fire':
      return [];
  }
}

/** A call, a mail or a notice is made whole or not at all: a part of it may need something that is not shown. */
function withOpenContent(call: OutboundCall, gapOf: GapOf, gapOfPaper: GapOfPaper): OutboundCall {
  const attached = (call.mail?.attach ?? []).map((file) => (file.kind === 'paper' ? gapOfPaper(file.paper) : null));
  const gap = [...valuesOfCall(call).map(gapOf), ...attached].find((clause) => clause !== null);
  if (gap === undefined) return call;
  const when = call.when.map((cause) => ({ ...cause, condition: null }));
  const open = { when, forEach: null, gap };
  return call.kind === 'request' ? { ...call, ...open, request: null } : { ...call, ...open, mail: null };
}

/** A paper is made whole or not at all, like a call. */
function withOpenWords(paper: Paper, gapOf: GapOf): Paper {
  if (paper.content === null) return paper;
  const gap = expressionsOfPaper(paper.content)
    .map(gapOf)
    .find((clause) => clause !== null);
  return gap === undefined ? paper : { ...paper, content: null, gap };
}

/** A paper that is nowhere is one of those that are not shown. */
function openPaper(gaps: readonly Gap[], papers: readonly Paper[], name: string): ClauseAddress | null {
  const paper = papers.find((each) => each.name === name);
  const within = (clause: ClauseAddress) => gaps.find((gap) => isWithinClause(gap.clause, clause))?.clause;
  if (paper === undefined) return within('7.papers') ?? '7';
  return paper.content === null ? (paper.gap ?? within(paper.clause) ?? paper.clause) : null;
}

function valuesOfCall({ when, forEach, request, mail }: OutboundCall): readonly Expression[] {
  const conditions = when.flatMap(({ condition }) => condition ?? []);
  const templates = request === null ? [] : [request.path, ...request.headers.map(({ value }) => value)];
  return [
    ...conditions,
    ...(forEach === null ? [] : [forEach]),
    ...templates.flatMap(valuesOfTemplate),
    ...(request === null || request.body === null ? [] : valuesOfTree(request.body)),
    ...(mail === null ? [] : valuesOfMail(mail)),
  ];
}

function valuesOfMail({ to, subject, replyTo, body, attach, link }: Mail): readonly Expression[] {
  const parts: readonly MailPart[] = [...subject, ...(replyTo ?? []), ...body, ...(link === null ? [] : [link])];
  const said = parts.flatMap((part) => (typeof part === 'string' ? [] : part.kind === 'link' ? part.record : part));
  return [...to.map(valueOfRecipients), ...said, ...attach.map(expressionOfAttachment)];
}

function valueOfRecipients(recipients: Recipients): Expression {
  switch (recipients.kind) {
    case 'user':
      return recipients.user;
    case 'users':
      return recipients.users;
    case 'address':
      return recipients.address;
  }
}

function valuesOfTree(tree: JsonTemplate): readonly Expression[] {
  switch (tree.kind) {
    case 'literal':
      return [];
    case 'value':
      return [tree.expression];
    case 'text':
      return valuesOfTemplate(tree.template);
    case 'array':
      return tree.items.flatMap(valuesOfTree);
    case 'object':
      return tree.members.flatMap(({ value }) => valuesOfTree(value));
  }
}

function valuesOfTemplate(template: Template): readonly Expression[] {
  return template.filter((part) => typeof part !== 'string');
}
