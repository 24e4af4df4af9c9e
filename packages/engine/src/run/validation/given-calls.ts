import { FunctionHost, type FunctionCallRequest, type Outcome } from '@nonet/given';
import { children, type Expression, type GivenCall, type Rule, sourceOfGiven, walk } from '@nonet/language';
import type { PlanIndex } from '../../plan-index.ts';
import type { SqlContext } from '../../sql/context.ts';
import { compileCondition, compileExpression } from '../../sql/expression.ts';
import { column, sqlType } from '../../sql/identifiers.ts';
import { and, not, or, TRUE } from '../../sql/logic.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { wireValueOfType } from '../../sql/wire.ts';
import { THIS } from '../write.ts';

/** A call of a given function in rules, and the rules that hang on its value. */
export interface RuleCall {
  readonly call: GivenCall;
  readonly rules: readonly Rule[];
  /** For each of its places, the conditions under which its value decides anything there. */
  readonly needed: readonly (readonly Condition[])[];
}

interface Condition {
  readonly condition: Expression;
  readonly holds: boolean;
}

/** By the record's id and the place of the call: its value; a call that was not made, or has failed, has none. */
export type GivenValues = Record<string, Record<number, string | number | boolean>>;

/** A call that gave no value. */
export interface FailedCall {
  readonly recordId: string;
  readonly of: RuleCall;
}

export function hasGivenCall(expression: Expression | null): boolean {
  let found = false;
  if (expression !== null)
    walk(expression, (part) => {
      found ||= part.kind === 'given call';
    });
  return found;
}

/** The calls of given functions in these rules, each once. */
export function callsIn(rules: readonly Rule[]): readonly RuleCall[] {
  const calls = new Map<string, { call: GivenCall; rules: Set<Rule>; needed: (readonly Condition[])[] }>();
  for (const rule of rules) {
    if (!hasGivenCall(rule.condition) || rule.condition === null) continue;
    for (const { call, needed } of placesIn(rule.condition, [])) {
      const key = keyOf(call);
      const known = calls.get(key) ?? { call, rules: new Set(), needed: [] };
      known.rules.add(rule);
      known.needed.push(needed);
      calls.set(key, known);
    }
  }
  return [...calls.values()].map((each) => ({ ...each, rules: [...each.rules] }));
}

function keyOf(call: GivenCall): string {
  return JSON.stringify([call.name, call.arguments]);
}

/**
 * The calls of a condition, each with what decides beside it: `b` of `a and b` decides nothing where `a` does not hold,
 * whichever stands first. What hangs on a call itself counts as undecided.
 */
function* placesIn(
  expression: Expression,
  needed: readonly Condition[],
): Generator<{ readonly call: GivenCall; readonly needed: readonly Condition[] }> {
  const beside = (condition: Expression, holds: boolean): readonly Condition[] =>
    hasGivenCall(condition) ? needed : [...needed, { condition, holds }];
  if (expression.kind === 'given call') yield { call: expression, needed };
  else if (expression.kind === 'binary' && (expression.operator === 'and' || expression.operator === 'or')) {
    const holds = expression.operator === 'and';
    yield* placesIn(expression.left, beside(expression.right, holds));
    yield* placesIn(expression.right, beside(expression.left, holds));
  } else if (expression.kind === 'conditional') {
    yield* placesIn(expression.condition, needed);
    yield* placesIn(expression.then, beside(expression.condition, true));
    yield* placesIn(expression.otherwise, beside(expression.condition, false));
  } else for (const child of children(expression)) yield* placesIn(child, needed);
}

/** The columns that have the values of each call as JSON, null where it decides nothing. */
export function compileValues(calls: readonly RuleCall[], context: SqlContext): string[] {
  return calls.map(({ call, needed }, place) => {
    const decides = or(
      ...needed.map((conditions) =>
        and(
          TRUE,
          ...conditions.map(({ condition, holds }) => {
            const sql = compileCondition(condition, context);
            return holds ? sql : not(sql);
          }),
        ),
      ),
    );
    const values = call.arguments.map((argument) =>
      wireValueOfType(compileExpression(argument, context), argument.type),
    );
    return `case when ${decides} then json_build_array(${values.join(', ')})::text end as values_${place}`;
  });
}

/** One thread for the products of this process. It starts with the first call. */
const HOST = new FunctionHost();

/** Calls the functions with the values of each record, as `compileValues` has selected them. */
export async function makeCalls(
  index: PlanIndex,
  calls: readonly RuleCall[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<{ readonly values: GivenValues; readonly failed: readonly FailedCall[] }> {
  const made: { readonly recordId: string; readonly place: number; readonly request: FunctionCallRequest }[] = [];
  for (const row of rows)
    for (const [place, { call }] of calls.entries()) {
      const selected = row[`values_${place}`];
      const given: unknown = typeof selected === 'string' ? JSON.parse(selected) : null;
      if (Array.isArray(given) && given.every(isValue))
        made.push({ recordId: String(row['record_id']), place, request: requestOf(index, call, given) });
    }
  const outcomes = await HOST.call(made.map(({ request }) => request));
  const values: GivenValues = {};
  const failed: FailedCall[] = [];
  for (const [at, { recordId, place }] of made.entries()) {
    const outcome = outcomes[at];
    const of = calls[place];
    if (outcome === undefined || of === undefined) continue;
    if (outcome.kind === 'value') (values[recordId] ??= {})[place] = outcome.value;
    else {
      failed.push({ recordId, of });
      note(index, of.call.name, outcome);
    }
  }
  return { values, failed };
}

/** How a statement reads the values of these calls: from the slot `given`, by the record's id. */
export function givenCallReader(calls: readonly RuleCall[], parameters: Parameters): (call: GivenCall) => string {
  const places = new Map(calls.map(({ call }, place) => [keyOf(call), place]));
  return (call) => {
    const place = places.get(keyOf(call));
    if (place === undefined) throw new Error(`${call.name} was not called.`);
    const ofRecord = `(${parameters.slot('given', 'jsonb')} -> (${column(THIS, 'id')})::text)`;
    return `(${ofRecord} ->> '${place}')::${sqlType(call.type)}`;
  };
}

function isValue(value: unknown): value is string | number | boolean {
  return value !== null && ['string', 'number', 'boolean'].includes(typeof value);
}

function requestOf(
  { plan }: PlanIndex,
  call: GivenCall,
  values: readonly (string | number | boolean)[],
): FunctionCallRequest {
  const given = plan.given.find(({ name }) => name === call.name);
  if (given === undefined) throw new Error(`The plan lacks the given function ${call.name}.`);
  const { exported, result } = given;
  return { source: sourceOfGiven(plan, given), exported, arguments: values, result };
}

const noted = new WeakMap<PlanIndex, Set<string>>();

/** Tells the operator of a failure, once of each kind: the record's writer learns of every one. */
function note(index: PlanIndex, name: string, failure: Extract<Outcome, { readonly kind: 'failed' }>): void {
  const known = noted.get(index) ?? new Set();
  noted.set(index, known);
  const kind = `${name} ${failure.because}`;
  if (known.has(kind)) return;
  known.add(kind);
  console.error(`9.${name} gave no value (${failure.because}): ${failure.message}`);
}
