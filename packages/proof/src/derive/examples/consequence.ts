import { type Example, type Expression, printExpression } from '@nonet/language';
import { namesAt } from '../../reference/transaction.ts';
import { entityOf, evaluate, holds } from '../../reference/evaluate.ts';
import type { Outcome } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { Refused } from '../../reference/refusal.ts';
import type { World } from '../../reference/world.ts';
import { because, type FailureReason, namedClause } from '../../run/failure-reason.ts';
import { distance } from '../../search/distance.ts';
import { namesIn, type ExampleCase } from './example-case.ts';

/** The results of an example's action, according to the document. */
export interface Followed {
  readonly before: World;
  readonly after: World;
  /** The record that it is about, or that was created. */
  readonly about: string | null;
  readonly as: Actor;
  readonly refused: Refused | null;
}

/** How the rest of the document contradicts the example; null if it agrees. */
export function refutation(
  exampleCase: ExampleCase,
  { before, after, about, as, refused }: Followed,
): FailureReason | null {
  const { then } = exampleCase.example;
  const codes = refused === null ? [] : codesOf(refused);
  if (then.kind === 'refused') {
    if (refused === null)
      return because`the document allows it, and the example refuses it with ${then.errors.join(', ')}`;
    const isSame = codes.length === new Set(then.errors).size && codes.every((code) => then.errors.includes(code));
    return isSame
      ? null
      : because`the document refuses it with ${codes.join(', ')}, and the example with ${then.errors.join(', ')}`;
  }
  if (refused !== null) {
    const clause = refused.clause ?? refused.errors[0]?.clause ?? null;
    const where = clause === null ? because`` : because` (${namedClause(clause)})`;
    return because`the document refuses it with ${codes.join(', ')}${where}, and the example allows it`;
  }
  const state = stateOf(exampleCase, after, about);
  if (then.state !== null && state !== then.state)
    return because`by the document it is ${String(state)}, and by the example ${then.state}`;
  const names = { ...namesIn(exampleCase, after, about, as), old: before.view(about) };
  const wrong = then.conditions.find((condition) => !holds(after, condition, names));
  return wrong === undefined ? null : because`by the document \`${printExpression(wrong)}\` does not hold`;
}

/**
 * The distance between a result and the example's: 0 if they are equal, otherwise below 1, and smaller if they are
 * closer.
 */
export function distanceFromExample(
  exampleCase: ExampleCase,
  outcome: Outcome,
  about: string | null,
  as: Actor,
): number {
  const { transaction, refused } = outcome;
  const id = outcome.id ?? about;
  const followed = { before: transaction.before, after: outcome.world, about: id, as, refused };
  if (refutation(exampleCase, followed) === null) return 0;
  const { then } = exampleCase.example;
  const wanted = then.kind === 'refused' ? then.errors : [];
  const refusedBy = new Set(refused === null ? [] : [refused.clause, ...refused.errors.map(({ clause }) => clause)]);
  let sum = 0;
  const note = (condition: Expression | null, of: string, holding: boolean) => {
    if (condition !== null && transaction.world.get(of) !== null)
      sum += distance(transaction.world, condition, namesAt(transaction, of, { input: {} }), holding);
  };
  for (const rule of transaction.lookup.plan.rules) {
    const isWanted = wanted.includes(rule.error ?? 'INVALID');
    if (!isWanted && !refusedBy.has(rule.clause)) continue;
    for (const touched of transaction.touched.values())
      if (touched.entity === rule.entity) note(rule.condition, touched.id, !isWanted);
  }
  for (const row of rowsOf(exampleCase, id)) {
    const isWanted = row.error !== null && wanted.includes(row.error);
    if (id !== null && (isWanted || refusedBy.has(row.clause))) note(row.when, id, !isWanted);
    for (const { when, error, clause } of row.conditions ?? []) {
      const breaks = error !== null && wanted.includes(error);
      if (id !== null && (breaks || refusedBy.has(clause))) note(when, id, !breaks);
    }
  }
  if (then.kind === 'done' && refused === null) {
    const names = { ...namesIn(exampleCase, outcome.world, id, as), old: transaction.before.view(id) };
    for (const condition of then.conditions) sum += distance(outcome.world, condition, names, true);
  }
  // A refusal that neither a rule nor a guard explains gets the greatest distance.
  return 0.05 + 0.9 * (sum === 0 ? 1 : sum / (sum + 1));
}

function rowsOf({ context, example }: ExampleCase, id: string | null) {
  const { does } = example;
  if (id === null || does === null || !('event' in does)) return [];
  return context.plan.states.flatMap(({ events }) =>
    events.filter(({ name }) => name === does.event).flatMap(({ transitions }) => transitions),
  );
}

/** Each error of a refusal once. */
function codesOf({ code, errors }: Refused): string[] {
  return [...new Set(errors.length === 0 ? [code] : errors.map((error) => error.code))];
}

function stateOf({ context }: ExampleCase, world: World, about: string | null): string | null {
  const record = world.view(about);
  if (record === null || about === null) return null;
  const field = context.lookup.workflow(entityOf(about))?.field ?? null;
  return field === null ? null : ((record[field] as string | null | undefined) ?? null);
}

/** The instant at which the time of an example has passed. */
export function laterBy(world: World, { who }: Example, about: string): string {
  if (who.kind !== 'time') return world.now;
  const type = { kind: 'datetime', nullable: false } as const;
  const now: Expression = { kind: 'literal', value: world.now, type };
  const names = { this: world.view(about), user: null };
  return String(evaluate(world, { kind: 'binary', operator: '+', left: now, right: who.passes, type }, names));
}
