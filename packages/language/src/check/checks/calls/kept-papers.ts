import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import { keyOf } from '../../../expression/key.ts';
import { rewrite } from '../../../expression/rewrite.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { Effect } from '../../../model/states.ts';
import { thisRecord } from '../../analysis/build.ts';
import { replaceVariable } from '../../analysis/replace.ts';
import type { Context } from '../../context.ts';
import { type Disclosing, disclosingIn } from '../../derived/disclosing.ts';
import { flatEffects } from '../../derived/effects.ts';
import { entityAt } from '../../derived/entity-at.ts';
import { type HiddenField, HiddenFields } from '../../derived/first-hidden.ts';
import { saidInKeptPaper } from '../../derived/paper-said.ts';

/** 7: Whoever may read the field in which a paper is kept must be able to read all that the paper says: it is one file for all. */
export function checkKeptPapers(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  for (const { clause, effects } of effectsWithPlaces(model)) {
    const span = context.placeOf(clause);
    for (const effect of flatEffects(effects)) {
      if (effect.kind !== 'paper' || !span) continue;
      const kept = hiddenIn(disclosing, effect);
      if (kept === null || kept.reads.length === 0) continue;
      const { entity, reads } = kept;
      const details = { name: effect.paper, entity, field: effect.field, reads };
      context.report('N791', CALLS_CODES.N791, details, span, { clause });
    }
  }
}

/** All effects, each with the clause at whose place it is told. */
function effectsWithPlaces({
  states,
  calls,
}: Model): readonly { readonly clause: string; readonly effects: readonly Effect[] }[] {
  return [
    ...states.flatMap(({ events }) => events.flatMap(({ transitions }) => transitions)),
    ...calls.map(({ clause, then, fails }) => ({ clause, effects: [...then, ...(fails ?? [])] })),
  ];
}

/** The values of a kept paper that some readers of its field need not be able to read; null where it is made of nothing known. */
function hiddenIn(
  { model, rights, follows }: Disclosing,
  effect: Extract<Effect, { kind: 'paper' }>,
): { readonly entity: string; readonly reads: readonly HiddenField[] } | null {
  const content = model.papers.find(({ name }) => name === effect.paper)?.content ?? null;
  const entity = entityAt(model.entities, effect.start.entity, effect.path);
  if (content === null || entity === null) return null;
  const holder = recordAt(model, effect);
  const ofHolder = keyOf(asNow(effect.of)) === keyOf(holder);
  // Any record of the entity may hold it, wherever the effect found it.
  const [of, field] = ofHolder ? [thisRecord(entity), thisRecord(entity)] : [asNow(effect.of), holder];
  const readers = rights.reads(field, effect.field);
  const inPaper = (said: Expression) => replaceVariable(byActor(said), 'this', of);
  const found = new HiddenFields<HiddenField>();
  for (const { said, given } of saidInKeptPaper(content))
    for (const read of rights.readsAll(inPaper(said)))
      if (!follows(read.readable, [readers, ...given.map(inPaper), ...read.given])) found.add(read, (hidden) => hidden);
  return { entity, reads: found.first() };
}

/** The record whose field is set, as an expression. */
function recordAt({ entities }: Model, { start, path }: Extract<Effect, { kind: 'paper' }>): Expression {
  let record: Expression = {
    kind: 'variable',
    name: start.variable,
    type: { kind: 'record', entity: start.entity, nullable: false },
  };
  for (const [place, field] of path.entries()) {
    const entity = entityAt(entities, start.entity, path.slice(0, place + 1)) ?? start.entity;
    record = { kind: 'field', of: record, field, type: { kind: 'record', entity, nullable: false } };
  }
  return asNow(record);
}

/** `old` and `new` are the record itself. */
function asNow(expression: Expression): Expression {
  return rewrite(expression, (part) =>
    part.kind === 'variable' && (part.name === 'old' || part.name === 'new') ? { ...part, name: 'this' } : null,
  );
}

/** Who causes the event is another person than the reader. */
function byActor(said: Expression): Expression {
  const type = { kind: 'record', entity: 'User', nullable: true } as const;
  return replaceVariable(said, 'user', { kind: 'variable', name: '$actor', type });
}
