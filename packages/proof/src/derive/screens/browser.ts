import { type Screen, screenShows } from '@nonet/language';
import { rolesOf } from '../../reference/evaluate.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { nameOf } from '../name.ts';
import { deriveRecordVariants } from '../records/record-variants.ts';
import { deriveFilled, deriveRelatedRows } from './filled.ts';
import { offersOn } from './offered.ts';
import { columnsOf } from './columns.ts';
import { below, drawnOn } from './screens.ts';
import { Visit } from './visit.ts';

/** Point 2 in a browser: each screen by each role, opened or refused, with exactly what is stated and permitted. */
export function* deriveBrowser(context: DerivationContext): Cases {
  const { screens } = context.plan;
  if (screens.length === 0) return;
  if (!context.capabilities.browser)
    return context.cannot('no browser', ...screens.flatMap((screen) => drawnOn(context, screen)));
  for (const screen of screens) context.cannot('entered', ...askedLater(context, screen));
  yield* deriveRecordVariants(context);
  yield* deriveFilled(context);
  yield* deriveVisits(
    context,
    screens.filter(({ parameters }) => parameters.length === 0),
  );
  // This adds records, so that earlier ones may leave the first page of a list. It comes after the lists.
  yield* deriveRelatedRows(context);
  yield* deriveVisits(
    context,
    screens.filter(({ parameters }) => parameters.length > 0),
  );
}

function* deriveVisits(context: DerivationContext, screens: readonly Screen[]): Cases {
  for (const actor of ofEachRole(context))
    for (const screen of screens) {
      const visit = new Visit(context, actor);
      visit.screen(screen);
      if (visit.builder.steps.length === 0) continue;
      const title = `The screen ${screen.route} as ${nameOf(context, actor)} finds it in a browser`;
      const about = [screen.clause, ...below(context, screen), ...fieldsOn(context, screen)];
      yield { ...visit.builder.done(title, [...visit.clauses]), about };
    }
}

/** The fields that the form of a new record shows only under a condition (3: `when`). */
function askedLater({ lookup }: DerivationContext, screen: Screen): string[] {
  const { kind, entity, parameters } = screen;
  if (kind !== 'form' || entity === null || parameters.some((parameter) => parameter.entity === entity)) return [];
  return columnsOf(screen).flatMap(({ clause, path: [name = '', ...rest] }) =>
    rest.length === 0 && lookup.field(entity, name)?.when ? [clause] : [],
  );
}

/** Fields that a form might show. */
function fieldsOn({ lookup }: DerivationContext, { kind, entity }: Screen): string[] {
  if (!screenShows(kind, 'entries')) return [];
  return lookup.entity(entity ?? 'User').fields.map(({ clause }) => clause);
}

/** One reader for each set of roles about the user, and each reader who alone is offered something. */
function ofEachRole(context: DerivationContext): Actor[] {
  const seen = new Set<string>();
  const chosen = context.actors.filter((actor) => {
    const kind = `${actor === null} ${[...rolesOf(context.world, context.world.view(actor))].join()}`;
    return !seen.has(kind) && seen.add(kind);
  });
  for (const screen of context.plan.screens)
    for (const action of screen.actions) {
      const isOffered = (actor: Actor) => offersOn(context, context.world, screen, action, actor).length > 0;
      const other = chosen.some(isOffered) ? undefined : context.actors.find(isOffered);
      if (other !== undefined) chosen.push(other);
    }
  return chosen;
}
