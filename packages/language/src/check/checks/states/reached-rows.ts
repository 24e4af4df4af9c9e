import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { Trigger, Transition, Workflow } from '../../../model/states.ts';
import { decide, excludes } from '../../analysis/decide.ts';
import { and, opposite } from '../../analysis/build.ts';
import { type Knowledge, knowledgeBeforeEffects, knowledgeOf } from '../../analysis/knowledge.ts';
import type { Context } from '../../context.ts';
import { rowFacts } from '../../derived/lifecycle-facts.ts';
import { fieldsOf } from '../../resolve/walk.ts';

/** Each row is compared with this many before it. */
const MOST_EARLIER = 8;

/**
 * 4: Rows of one event are tried in order. One that earlier rows always take first is never reached; two whose guards
 * can both hold are a hint, because their order decides then.
 */
export function checkReachedRows(model: Model, context: Context): void {
  const knowledge = knowledgeOf(model);
  for (const workflow of model.states) {
    for (const event of workflow.events) {
      for (const [index, row] of event.transitions.entries()) {
        const earlier = event.transitions.slice(Math.max(0, index - MOST_EARLIER), index);
        const asks = [row, ...earlier].flatMap((one) => one.asks);
        const seen = knowledgeBeforeEffects(knowledge, workflow.entity, asks);
        const rows: Rows = { context, knowledge: seen, workflow, event: event.name, row };
        if (earlier.length > 0 && !reportUnreached(rows, earlier)) reportOverlap(rows, earlier);
      }
    }
  }
}

interface Rows {
  readonly context: Context;
  readonly knowledge: Knowledge;
  readonly workflow: Workflow;
  readonly event: string;
  readonly row: Transition;
}

function reportUnreached({ context, knowledge, workflow, event, row }: Rows, earlier: readonly Transition[]): boolean {
  const span = context.placeOf(row.clause);
  if (row.open.length > 0 || row.by.length === 0 || !span) return false;
  const covering = earlier.filter(
    (other) => other.open.length === 0 && isCovered(row, other) && seesTheSame(other, row),
  );
  if (covering.length === 0) return false;
  const facts = [...(row.when ? [row.when] : []), ...rowFacts(context, workflow, row)];
  // N451 reports a row whose guard never holds.
  if (row.when && excludes(facts, knowledge)) return true;
  const first = covering.find((other) => takesAll(other, row));
  const left = covering.map((other) => opposite(taken(context, workflow, other, row)));
  if (!first && !excludes([...facts, ...left], knowledge)) return false;
  const alone =
    first ?? covering.find((other) => excludes([...facts, opposite(taken(context, workflow, other, row))], knowledge));
  const related = (alone ? [alone] : covering).flatMap((other) => {
    const place = context.placeOf(other.clause);
    return place ? [{ span: place, message: alone ? 'This row is taken first.' : 'This row is taken before it.' }] : [];
  });
  const condition = Array.isArray(row.from) ? `from ${row.from.join(', ')}` : 'that it could take';
  const details = { event, condition, guarded: alone?.when !== null };
  context.report('N421', STATES_CODES.N421, details, span, { clause: row.clause, related });
  return true;
}

function reportOverlap({ context, knowledge, workflow, event, row }: Rows, earlier: readonly Transition[]): void {
  const span = context.placeOf(`${row.clause}.when`);
  if (row.when === null || !span) return;
  for (const other of earlier) {
    const place = context.placeOf(`${other.clause}.when`);
    if (other.when === null || !place || !meet(other, row) || !seesTheSame(other, row)) continue;
    const facts = [...rowFacts(context, workflow, other), ...rowFacts(context, workflow, row)];
    const verdict = decide([other.when, row.when, ...facts], knowledge);
    if (verdict.kind !== 'sometimes') continue;
    context.report('N453', STATES_CODES.N453, { event, example: verdict.example }, span, {
      clause: row.clause,
      related: [{ span: place, message: 'This row is taken then.' }],
    });
    return;
  }
}

/** An earlier row without a guard takes every record that it starts from. */
function takesAll(earlier: Transition, row: Transition): boolean {
  if (earlier.when !== null) return false;
  const from = new Set(statesOf(earlier));
  return statesOf(row).length > 0 && statesOf(row).every((state) => from.has(state));
}

/** The condition on which an earlier row is taken by those who may take this one. */
function taken(context: Context, workflow: Workflow, earlier: Transition, row: Transition): Expression {
  const isNew = !Array.isArray(earlier.from) || !Array.isArray(row.from);
  const starts = isNew ? [] : rowFacts(context, workflow, { ...earlier, asks: [] });
  return and(...(earlier.when ? [earlier.when] : []), ...starts);
}

/** Whether everybody who may take the row may take the earlier one, from the same kind of start. */
function isCovered(row: Transition, earlier: Transition): boolean {
  const triggers = new Set(earlier.by.map(triggerKey));
  return (
    Array.isArray(row.from) === Array.isArray(earlier.from) &&
    row.by.every((trigger) => triggers.has(triggerKey(trigger)))
  );
}

/** Whether both can be tried at once: people may hold several roles, a timer fires by itself. */
function meet(earlier: Transition, row: Transition): boolean {
  const isPerson = (trigger: Trigger): boolean => trigger.kind === 'role' || trigger.kind === 'field';
  if (earlier.by.some(isPerson) && row.by.some(isPerson)) return startTogether(earlier, row);
  const triggers = new Set(earlier.by.map(triggerKey));
  return row.by.some((trigger) => triggers.has(triggerKey(trigger))) && startTogether(earlier, row);
}

function startTogether(earlier: Transition, row: Transition): boolean {
  return statesOf(row).some((state) => statesOf(earlier).includes(state));
}

/**
 * A guard reads asked fields with the asked values, so guards of rows that ask for different fields see different
 * records.
 */
function seesTheSame(earlier: Transition, row: Transition): boolean {
  const asked = (transition: Transition): readonly string[] =>
    transition.asks.map((ask) => (ask.kind === 'input' ? ask.name : ask.field));
  const different = new Set(asked(earlier)).symmetricDifference(new Set(asked(row)));
  const read = [earlier.when, row.when].flatMap((when) =>
    when ? [...fieldsOf(when, 'this'), ...fieldsOf(when, 'input')] : [],
  );
  return !read.some((field) => different.has(field));
}

function statesOf(transition: Transition): readonly string[] {
  return Array.isArray(transition.from) ? transition.from : [String(transition.from)];
}

function triggerKey(trigger: Trigger): string {
  return JSON.stringify(trigger, (key, value: unknown) => (key === 'range' ? undefined : value));
}
