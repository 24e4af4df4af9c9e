import { openPart } from '../../model/clause.ts';
import type { Expression } from '../../expression/tree.ts';
import type { Model } from '../../model/model.ts';
import type { Transition, Workflow } from '../../model/states.ts';
import { isOneOf, isThere } from '../analysis/build.ts';
import type { Context } from '../context.ts';
import { initialFacts } from './initial-facts.ts';
import { firedBy, flatEffects } from './effects.ts';
import { fieldOf } from './field-of.ts';
import { knownRows, startsOf } from './lifecycle.ts';

/** The facts about the record when a row's guard is read: its state before, and the fields that were asked for. */
export function rowFacts(context: Context, workflow: Workflow, row: Transition): readonly Expression[] {
  const facts: Expression[] = [];
  const state = stateOf(context, workflow);
  if (state && Array.isArray(row.from) && row.from.length > 0 && openPart(row, 'from') === null) {
    facts.push(isOneOf(state, row.from));
  }
  for (const ask of row.asks) {
    const field = ask.kind === 'field' && ask.required ? fieldOf(context, workflow.entity, ask.field) : null;
    if (field) facts.push(isThere(field));
  }
  return facts;
}

function stateOf(context: Context, { entity, field }: Workflow): Expression | null {
  const state = field === null ? null : fieldOf(context, entity, field);
  return state?.type.kind === 'enum' ? state : null;
}

/** The facts about a record that a rule is judged on at these moments: its state, and whether it existed before. */
export function momentFacts(
  context: Context,
  model: Model,
  entity: string,
  moments: readonly string[],
): readonly Expression[] {
  const type = { kind: 'record', entity, nullable: true } as const;
  const old: Expression = { kind: 'variable', name: 'old', type };
  const creates = moments.includes('create');
  const isFirst = creates && moments.length === 1;
  const before = [
    ...(creates && !isFirst ? [] : [isThere(old, !creates)]),
    ...(isFirst ? initialFacts(context, model, entity) : []),
  ];
  const workflow = model.states.find((other) => other.entity === entity);
  const states = workflow && statesAt(model, workflow, moments);
  const state = workflow && stateOf(context, workflow);
  return states && state ? [...before, isOneOf(state, states)] : before;
}

/** The states that a record can be in after one of these moments; null if that is not known. */
function statesAt(model: Model, workflow: Workflow, moments: readonly string[]): readonly string[] | null {
  const rows = knownRows(workflow);
  // An effect may bring the record further before its rules are judged.
  if (!rows || moments.includes('update') || isFired(model, workflow.entity)) return null;
  const states = new Set<string>();
  for (const moment of moments) {
    if (moment === 'create') for (const state of startsOf(workflow, rows)) states.add(state);
    for (const row of workflow.events.find(({ name }) => name === moment)?.transitions ?? []) {
      if (row.to !== 'same') states.add(row.to);
      else if (Array.isArray(row.from)) for (const state of row.from) states.add(state);
      else return null;
    }
  }
  return states.size > 0 ? [...states] : null;
}

const fired = new WeakMap<Model, ReadonlySet<string>>();

/** Whether an effect fires an event of the entity; read once for a model, for each rule asks. */
function isFired(model: Model, entity: string): boolean {
  const known = fired.get(model) ?? firedIn(model);
  fired.set(model, known);
  return known.has(entity);
}

function firedIn(model: Model): ReadonlySet<string> {
  const rows = model.states.flatMap(({ events }) => events.flatMap(({ transitions }) => transitions));
  const effects = flatEffects(rows.flatMap((row) => row.effects));
  return new Set(effects.flatMap((effect) => firedBy(model.entities, effect)?.entity ?? []));
}
