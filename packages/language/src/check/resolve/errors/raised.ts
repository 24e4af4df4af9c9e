import type { Rule } from '../../../model/rules.ts';
import { conditionsOf, type Workflow } from '../../../model/states.ts';
import type { Declared } from '../../declared.ts';

/** A clause that raises an error: a rule, or an event of an entity. */
export interface Raiser {
  /** Its name in point 8: `V1`, `Claim submit`; `Claim any` for the conditions of all events. */
  readonly name: string;
  readonly entity: string;
  readonly code: string;
  /** The clause whose place names the code. */
  readonly clause: string;
}

/** Clauses that raise errors, by the error's code and by their own name. */
export interface RaisersBy {
  readonly code: ReadonlyMap<string, readonly Raiser[]>;
  readonly name: ReadonlyMap<string, readonly Raiser[]>;
}

/** Every clause that raises an error of the document. */
export function raisersOf(rules: readonly Rule[], workflows: readonly Workflow[]): readonly Raiser[] {
  const raisers: Raiser[] = [];
  for (const workflow of workflows) {
    const { entity } = workflow;
    for (const { error, clause } of conditionsOf(workflow)) {
      if (error !== null) raisers.push({ name: `${entity} any`, entity, code: error, clause });
    }
    for (const event of workflow.events) {
      for (const { error, clause } of event.transitions) {
        if (error !== null) raisers.push({ name: `${entity} ${event.name}`, entity, code: error, clause });
      }
    }
  }
  for (const { name, entity, error, clause } of rules) {
    if (error !== null) raisers.push({ name, entity, code: error, clause: `${clause}.error` });
  }
  return raisers;
}

/** The raisers, indexed. */
export function raisersBy(raisers: readonly Raiser[]): RaisersBy {
  return { code: Map.groupBy(raisers, ({ code }) => code), name: Map.groupBy(raisers, ({ name }) => name) };
}

/** Every rule and event that could be read, raising an error or not. */
export function namesOf(rules: readonly Rule[], workflows: readonly Workflow[]): ReadonlySet<string> {
  const events = workflows.flatMap((workflow) => [
    ...workflow.events.map(({ name }) => `${workflow.entity} ${name}`),
    ...(conditionsOf(workflow).length > 0 ? [`${workflow.entity} any`] : []),
  ]);
  return new Set([...events, ...rules.map((rule) => rule.name)]);
}

/** Every rule and event that the document names. */
export function declaredNames(declared: Declared): ReadonlySet<string> {
  const events = [...declared.workflows].flatMap(([entity, { events, hasConditions }]) =>
    [...events, ...(hasConditions ? ['any'] : [])].map((event) => `${entity} ${event}`),
  );
  return new Set([...events, ...declared.rules]);
}

/** The rules and events whose error is not shown, with their entities: they have none, but its place is known. */
export function openNames(
  rules: readonly Rule[],
  workflows: readonly Workflow[],
  isPlaced: (clause: string) => boolean,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (name: string, entity: string, error: string | null, clause: string): void => {
    if (error === null && isPlaced(`${clause}.error`)) names.set(name, entity);
  };
  for (const { name, entity, error, clause } of rules) add(name, entity, error, clause);
  for (const workflow of workflows) {
    const { entity, events } = workflow;
    for (const { error, clause } of conditionsOf(workflow)) add(`${entity} any`, entity, error, clause);
    for (const { name, transitions } of events) {
      for (const { error, clause } of transitions) add(`${entity} ${name}`, entity, error, clause);
    }
  }
  return names;
}
