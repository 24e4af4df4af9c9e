import { type Event, type Transition, type Workflow, clauseSubject } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { type Outcome, perform } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import { withFiles } from '../../search/draft.ts';
import { plainBody } from '../records/plain-fixtures.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** The clauses that a row depends on: its own, its initial state and its target. */
export function clausesOf(workflow: Workflow, row: Transition, state: string | null): string[] {
  const states = workflow.states.filter(({ name }) => name === state || name === row.to);
  return [row.clause, workflow.clause, ...states.map(({ clause }) => clause)];
}

export function entityOfRow(row: Transition): string {
  return clauseSubject(row.clause);
}

/** The document's answer to an actor who causes an event of a row. */
export function firing(
  context: DerivationContext,
  world: World,
  id: string | null,
  event: Event,
  row: Transition,
  as: Actor,
  given: Body = plainBody(context, entityOfRow(row), row, as),
): Outcome {
  const body = withFiles(given, (type) => world.addFile({ type, by: as }));
  return perform(world, as, { kind: 'fire', entity: entityOfRow(row), id, event: event.name, body });
}
