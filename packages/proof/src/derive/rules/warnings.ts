import type { Entity, Rule } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { perform, type Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import { mutated, withFiles } from '../../search/draft.ts';
import { focusOf } from '../../search/focus.ts';
import { creatorsOf, plainFixture } from '../records/plain-fixtures.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

const BUDGET = 240;

/** Point 5: a record with several warnings: an actor who confirms one of them is asked to confirm the others. */
export function* deriveWarnings(context: DerivationContext): Cases {
  for (const entity of context.plan.entities.filter(({ owner }) => owner === null)) {
    const rules = context.plan.rules.filter(
      (rule) =>
        rule.entity === entity.name && rule.on.includes('create') && context.lookup.error(rule.error ?? '')?.warning,
    );
    const codes = new Set(rules.map(({ error }) => error ?? ''));
    const found = codes.size < 2 ? null : warnedOf(context, entity, rules);
    if (found === null) continue;
    const { as, body, confirm } = found;
    const warned = rules.filter(({ error }) => confirm.includes(error ?? ''));
    const clauses = warned.flatMap(({ clause, error }) => [clause, `8.${error}`]);
    const request: Request = { kind: 'create', entity: entity.name, body };
    const builder = new CaseBuilder(context);
    for (const confirmed of [[], ...confirm.map((code) => [code])]) builder.act(as, request, clauses, confirmed);
    const { id } = builder.act(as, request, clauses, confirm);
    if (id !== null) builder.see(as, id, clauses);
    yield builder.done(`${entity.name}: one warning confirmed, and all of them`, clauses);
  }
}

interface Warned {
  readonly as: Actor;
  readonly body: Body;
  readonly confirm: readonly string[];
}

/** The draft that is warned of in the most ways; null if none is in more than one. */
function warnedOf(context: DerivationContext, entity: Entity, rules: readonly Rule[]): Warned | null {
  const focus = focusOf(
    context.lookup,
    rules.map(({ condition }) => condition),
  );
  for (const as of creatorsOf(context, entity.name)) {
    let best: Warned = { as, body: plainFixture(context, entity.name, [], as).draft, confirm: [] };
    for (let tries = 0; tries < BUDGET; tries += 1) {
      const body = mutated(context.drafting(as), entity.name, best.body, focus);
      const { refused } = tried(context, entity, as, body);
      const confirm = refused?.confirm ?? [];
      // A draft that is refused for anything but warnings does not help.
      const isOpen = refused === null || confirm.length > 0;
      if (isOpen && confirm.length >= best.confirm.length) best = { as, body, confirm };
    }
    if (best.confirm.length > 1) return best;
  }
  return null;
}

function tried(context: DerivationContext, { name }: Entity, as: Actor, body: Body) {
  const copy = context.world.fork();
  const sent = withFiles(body, (type) => copy.addFile({ type, by: as }));
  return perform(copy, as, { kind: 'create', entity: name, body: sent });
}
