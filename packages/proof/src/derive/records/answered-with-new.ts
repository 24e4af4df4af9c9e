import { entityOf } from '../../reference/evaluate.ts';
import { perform, type Request } from '../../reference/perform.ts';
import type { World } from '../../reference/world.ts';
import { focusOf } from '../../search/focus.ts';
import type { CaseBuilder } from '../case-builder.ts';
import { settled } from './attempt.ts';
import { buildFixture } from './build-fixture.ts';
import { uploaded } from './causing.ts';
import { rowsOf } from './changes-of.ts';
import { findFixture } from './find-fixture.ts';
import type { Fixture } from './fixture.ts';
import type { Goal } from './goal.ts';
import { inWorld } from './in-world.ts';
import { actorFor, plainBody } from './plain-fixtures.ts';
import { among } from './support.ts';

/** How many changes of the other record's fixture are tried. */
const TRIES = 80;
/** The cost of another record with which the event is refused. */
const REFUSED = 0.99;

/**
 * Makes another record, with which an event of a record is answered then, so that the goal is met: the event asks for a
 * reference that must be among certain records, of which none has the values that the goal reads through it (a place in
 * a group of this week whose leader is the user).
 *
 * @returns Whether the goal is met; where it is not, nothing was done.
 */
export function answerWithNew(builder: CaseBuilder, goal: Goal, id: string, fixture: Fixture): boolean {
  const { context, world } = builder;
  const entity = entityOf(id);
  const { want, about = [] } = goal;
  if (want === undefined || goal.isLast === true) return false;
  const focus = focusOf(context.lookup, about);
  for (const { event, row } of rowsOf(builder, id)) {
    const as = row.to === 'same' ? actorFor(context, world, id, row) : undefined;
    if (as === undefined) continue;
    for (const ask of row.asks) {
      const field = ask.kind === 'field' ? context.lookup.field(entity, ask.field) : null;
      if (field?.type.kind !== 'reference' || field.type.entity === 'User' || !focus.has(`${entity}.${field.name}`))
        continue;
      if (context.lookup.workBudget.isSpent) return false;
      const body = plainBody(context, entity, row, as);
      const answered = (other: string): Request => ({
        kind: 'fire',
        entity,
        id,
        event,
        body: { ...body, [field.name]: other },
      });
      const left = (later: World, other: string): number => {
        const copy = later.fork();
        const outcome = perform(copy, as, uploaded(copy, as, answered(other)));
        return outcome.refused === null ? want(settled(outcome), id, fixture) : REFUSED;
      };
      const sought = among(world, field, { this: world.view(id), user: world.view(as) });
      const { entity: other } = field.type;
      const { accept, nearest } = goal;
      const found = inWorld(context, world, () =>
        findFixture(context, {
          entity: other,
          state: sought?.state ?? null,
          given: sought?.given ?? {},
          about: [...about, sought?.where ?? null],
          under: [],
          budget: TRIES,
          ...(accept !== undefined && { accept }),
          ...(nearest !== undefined && { nearest }),
          want: left,
        }),
      );
      const made = found === null ? null : buildFixture(builder, found);
      if (made !== null) return builder.act(as, answered(made), [row.clause]).refused === null;
    }
  }
  return false;
}
