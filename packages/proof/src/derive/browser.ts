import type { Screen } from '@nonet/language';
import { rolesOf } from '../reference/evaluate.ts';
import type { Actor } from '../reference/permissions.ts';
import { deriveFilled } from './filled.ts';
import { deriveGallery } from './gallery.ts';
import { nameOf } from './name.ts';
import { offersOn } from './offered.ts';
import { columnsOf } from './opened.ts';
import { below, drawnOn } from './screens.ts';
import type { Cases, Stage } from './stage.ts';
import { Visit } from './visit.ts';

/** Point 2 in a browser: each screen by each role, opened or refused, with exactly what is stated and permitted. */
export function* deriveBrowser(stage: Stage): Cases {
  const { screens } = stage.plan;
  if (screens.length === 0) return;
  if (!stage.powers.browser) return stage.cannot('no browser', ...screens.flatMap((screen) => drawnOn(stage, screen)));
  for (const screen of screens) stage.cannot('entered', ...askedLater(stage, screen));
  yield* deriveGallery(stage);
  yield* deriveFilled(stage);
  for (const actor of ofEachRole(stage))
    for (const screen of screens) {
      const visit = new Visit(stage, actor);
      visit.screen(screen);
      if (visit.scene.steps.length === 0) continue;
      const title = `The screen ${screen.route} as ${nameOf(stage, actor)} finds it in a browser`;
      const about = [screen.clause, ...below(stage, screen), ...fieldsOn(stage, screen)];
      yield { ...visit.scene.done(title, [...visit.clauses]), about };
    }
}

/** What the form of a new record asks for only then (3: `when`). */
function askedLater({ lookup }: Stage, screen: Screen): string[] {
  const { kind, entity, parameters } = screen;
  if (kind !== 'form' || entity === null || parameters.some((parameter) => parameter.entity === entity)) return [];
  return columnsOf(screen).flatMap(({ clause, path: [name = '', ...rest] }) =>
    rest.length === 0 && lookup.field(entity, name)?.when ? [clause] : [],
  );
}

/** Fields that a form might show. */
function fieldsOn({ lookup }: Stage, { kind, entity }: Screen): string[] {
  if (kind !== 'form' && kind !== 'sign up') return [];
  return lookup.entity(entity ?? 'User').fields.map(({ clause }) => clause);
}

/** One reader for each set of roles that are held whatever the record is, and who alone is offered something. */
function ofEachRole(stage: Stage): Actor[] {
  const seen = new Set<string>();
  const chosen = stage.actors.filter((actor) => {
    const kind = `${actor === null} ${[...rolesOf(stage.world, stage.world.view(actor))].join()}`;
    return !seen.has(kind) && seen.add(kind);
  });
  for (const screen of stage.plan.screens)
    for (const action of screen.actions) {
      const isOffered = (actor: Actor) => offersOn(stage, stage.world, screen, action, actor).length > 0;
      const other = chosen.some(isOffered) ? undefined : stage.actors.find(isOffered);
      if (other !== undefined) chosen.push(other);
    }
  return chosen;
}
