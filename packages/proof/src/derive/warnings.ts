import type { Entity, Rule } from '@nonet/language';
import type { Body } from '../reference/body.ts';
import { perform, type Request } from '../reference/perform.ts';
import type { Actor } from '../reference/permissions.ts';
import { mutated, withFiles } from '../search/draft.ts';
import { focusOf } from '../search/focus.ts';
import { creatorsOf, plainPlot } from './plots.ts';
import { Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

const BUDGET = 240;

/** Point 5: a record that is warned of in several ways: whoever confirms one of them is asked for the others. */
export function* deriveWarnings(stage: Stage): Cases {
  for (const entity of stage.plan.entities.filter(({ owner }) => owner === null)) {
    const rules = stage.plan.rules.filter(
      (rule) =>
        rule.entity === entity.name && rule.on.includes('create') && stage.lookup.error(rule.error ?? '')?.warning,
    );
    const codes = new Set(rules.map(({ error }) => error ?? ''));
    const found = codes.size < 2 ? null : warnedOf(stage, entity, rules);
    if (found === null) continue;
    const { as, body, confirm } = found;
    const told = rules.filter(({ error }) => confirm.includes(error ?? ''));
    const clauses = told.flatMap(({ clause, error }) => [clause, `8.${error}`]);
    const request: Request = { kind: 'create', entity: entity.name, body };
    const scene = new Scene(stage);
    for (const confirmed of [[], ...confirm.map((code) => [code])]) scene.act(as, request, clauses, confirmed);
    const { id } = scene.act(as, request, clauses, confirm);
    if (id !== null) scene.see(as, id, clauses);
    yield scene.done(`${entity.name}: one warning confirmed, and all of them`, clauses);
  }
}

interface Warned {
  readonly as: Actor;
  readonly body: Body;
  readonly confirm: readonly string[];
}

/** The draft that is warned of in the most ways; null where none is in more than one. */
function warnedOf(stage: Stage, entity: Entity, rules: readonly Rule[]): Warned | null {
  const focus = focusOf(
    stage.lookup,
    rules.map(({ condition }) => condition),
  );
  for (const as of creatorsOf(stage, entity.name)) {
    let best: Warned = { as, body: plainPlot(stage, entity.name, [], as).draft, confirm: [] };
    for (let tries = 0; tries < BUDGET; tries += 1) {
      const body = mutated(stage.drafting(as), entity.name, best.body, focus);
      const { refused } = tried(stage, entity, as, body);
      const confirm = refused?.confirm ?? [];
      // What is refused for more than warnings leads nowhere.
      const isOpen = refused === null || confirm.length > 0;
      if (isOpen && confirm.length >= best.confirm.length) best = { as, body, confirm };
    }
    if (best.confirm.length > 1) return best;
  }
  return null;
}

function tried(stage: Stage, { name }: Entity, as: Actor, body: Body) {
  const copy = stage.world.fork();
  const sent = withFiles(body, (type) => copy.addFile({ type, by: as }));
  return perform(copy, as, { kind: 'create', entity: name, body: sent });
}
