import { printExpression } from '../expression/print.ts';
import type { Expression, Query } from '../expression/tree.ts';
import type { Clause, Label } from './clause.ts';
import type { Choice, FieldType } from './entities.ts';
import type { PaperOf } from './papers.ts';

/** Point 4: how one entity lives. `field` is its state field; null if its events have no states. */
export interface Workflow extends Clause {
  readonly entity: string;
  readonly field: string | null;
  readonly states: readonly State[];
  readonly events: readonly Event[];
}

export interface State extends Clause, Choice {
  readonly kind: 'initial' | 'final' | 'between';
  readonly meaning: string;
}

/** All rows of one event name, in the document's order. */
export interface Event extends Label {
  readonly name: string;
  readonly transitions: readonly Transition[];
}

/** One row: the first row whose `from`, `by` and guard fit is taken. */
export interface Transition extends Clause {
  /** The states it may start from; `new` where it creates; null if the entity has no states. */
  readonly from: readonly string[] | 'new' | null;
  /** A state, or `same`. */
  readonly to: string;
  readonly by: readonly Trigger[];
  /** The guard, with the conditions of all events before it. */
  readonly when: Expression | null;
  /** The conditions of all events that are part of `when`, in the document's order. */
  readonly conditions?: readonly EventCondition[];
  readonly asks: readonly Ask[];
  readonly effects: readonly Effect[];
  readonly error: string | null;
  /** Clauses of parts that are not shown (`4.Claim.status.submit.when`): the event is refused as NOT_SPECIFIED. */
  readonly open: readonly string[];
}

/** A row `any`, or `any except …`: what must hold for each of these events, whatever causes it. */
export interface EventCondition extends Clause {
  readonly when: Expression;
  readonly error: string | null;
}

/** The conditions of all events of a workflow, in the document's order. */
export function conditionsOf({ events }: Workflow): readonly EventCondition[] {
  const all = events.flatMap((event) => event.transitions.flatMap((row) => row.conditions ?? []));
  return [...new Map(all.map((condition) => [condition.clause, condition])).values()];
}

/** The guard that a row states itself, behind the conditions of all events: `condition and guard`. */
export function ownGuard({ when, conditions = [] }: Transition): Expression | null {
  let rest = when;
  for (const condition of conditions) {
    if (isSame(rest, condition.when)) return null;
    if (rest?.kind === 'binary' && rest.operator === 'and' && isSame(rest.left, condition.when)) rest = rest.right;
  }
  return rest;
}

function isSame(left: Expression | null, right: Expression): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/** A timer that comes again and again. */
export interface EveryTrigger {
  readonly kind: 'every';
  /** A duration, or a recurrence. */
  readonly duration: Expression;
  /** Of a recurrence: the time of day of its dates; null: at their beginning. */
  readonly at: Expression | null;
}

/** The expressions that say when a timer comes; none where no timer is meant. */
export function timesOf(trigger: Trigger): readonly Expression[] {
  switch (trigger.kind) {
    case 'after':
      return [trigger.duration];
    case 'every':
      return trigger.at === null ? [trigger.duration] : [trigger.duration, trigger.at];
    case 'at':
      return [trigger.at];
    case 'role':
    case 'field':
    case 'system':
      return [];
  }
}

/** A timer as it is written: `after 30 days`, `every days at 08:30`. */
export function timerText(trigger: Extract<Trigger, { kind: 'after' | 'every' | 'at' }>): string {
  if (trigger.kind === 'at') return `at ${printExpression(trigger.at)}`;
  const text = `${trigger.kind} ${printExpression(trigger.duration)}`;
  if (trigger.kind === 'after' || trigger.at === null) return text;
  // A time of day that stands there has no quotes, as that of a schedule (7).
  const at = trigger.at.kind === 'literal' ? String(trigger.at.value) : printExpression(trigger.at);
  return `${text} at ${at}`;
}

export type Trigger =
  | { readonly kind: 'role'; readonly role: string }
  /** A field that refers to a User. */
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'system' }
  /** Since the record entered its state from another one. */
  | { readonly kind: 'after'; readonly duration: Expression }
  /** Each time that this long has passed since the record entered its state from another one, or on dates that repeat. */
  | EveryTrigger
  | { readonly kind: 'at'; readonly at: Expression };

export type Ask =
  | { readonly kind: 'field'; readonly field: string; readonly required: boolean }
  /** `lines + (date, amount)`: a child that is added to a list, with these fields of it. */
  | {
      readonly kind: 'child';
      readonly field: string;
      readonly entity: string;
      readonly required: boolean;
      readonly fields: readonly { readonly field: string; readonly required: boolean }[];
    }
  /** An input that is not stored: the expression variable `input` has it as a property. */
  | {
      readonly kind: 'input';
      readonly name: string;
      readonly label: string;
      readonly type: FieldType;
      readonly required: boolean;
    };

/** Effects run in order, each seeing what those before it did, with the product's authority. */
export type Effect = {
  readonly condition: Expression | null;
} /** `field = expr`, `path.field = expr`: `path` are the references from where it starts. */ & (
  | (EffectPath & {
      readonly kind: 'set';
      readonly field: string;
      readonly value: Expression;
      /** `watchers + user`, `watchers - user`: the value, a record or a list of them, is added to a `many` or removed. */
      readonly change?: 'add' | 'remove';
    })
  /** `contract = paper lease_contract`: the paper as it is then, kept in a field of the type `file`. */
  | (EffectPath & PaperOf & { readonly kind: 'paper'; readonly field: string })
  | { readonly kind: 'create'; readonly entity: string; readonly values: Readonly<Record<string, Expression>> }
  /** `delete path`; `entity` is what the path leads to. */
  | (EffectPath & { readonly kind: 'delete'; readonly entity: string })
  | (EffectPath & { readonly kind: 'fire'; readonly event: string })
  /** `EVENT on E where …`; `EVENT on first(…)` where `first`, on nothing if there is none. */
  | { readonly kind: 'fire each'; readonly event: string; readonly records: Query; readonly first: boolean }
  /** `for l in lines: EFFECT`: the query's variable names the record in the effect. */
  | { readonly kind: 'for'; readonly records: Query; readonly effect: Effect }
);

export interface EffectPath {
  /** The record where the path starts: `this`, or the one that a `for` around it names. */
  readonly start: { readonly variable: string; readonly entity: string };
  readonly path: readonly string[];
}
