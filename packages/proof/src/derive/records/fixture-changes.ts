import type { Actor } from '../../reference/permissions.ts';
import { candidates, daysBetween, mutated, renewed, settable, shifted } from '../../search/draft.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { answersTo } from './answers.ts';
import type { Fixture } from './fixture.ts';
import { beginnersOf, plainBody, plainChild } from './plain-fixtures.ts';

/** How many of the records that one effect makes are tried, from the last one on. */
export const MOST_PLACES = 5;

/** The fixture with each value of each deciding field, one at a time, on the record and in the answers on its way. */
export function* sweep(
  context: DerivationContext,
  fixture: Fixture,
  focus: ReadonlySet<string>,
): Generator<Fixture, void, void> {
  const { origin } = fixture;
  if (origin === undefined) yield* sweepDraft(context, fixture, focus);
  else for (const changed of sweep(context, origin, focus)) yield { ...fixture, origin: changed };
  yield* sweepAnswers(context, fixture, focus);
}

/** The fixture with each answer to what the events on its way ask, one at a time. */
export function* sweepAnswers(
  context: DerivationContext,
  fixture: Fixture,
  focus: ReadonlySet<string>,
): Generator<Fixture, void, void> {
  const { entity } = fixture;
  const drafting = context.drafting(fixture.creator);
  for (const { event, row } of fixture.route)
    for (const ask of row.asks) {
      const field = ask.kind === 'field' ? context.lookup.field(entity, ask.field) : null;
      if (field === null || !focus.has(`${entity}.${field.name}`)) continue;
      for (const value of candidates(drafting, field)) yield answered(fixture, event, field.name, value);
    }
}

/**
 * The fixture with the plainest answers to all that the rest of its way asks, then with each answer alone, inputs
 * included.
 */
export function* answeredAgain(
  context: DerivationContext,
  fixture: Fixture,
  taken: number,
): Generator<Fixture, void, void> {
  const { entity, creator, asked } = fixture;
  const left = fixture.route.slice(taken);
  const plain = left.map(({ event, row }) => [event, plainBody(context, entity, row, creator)] as const);
  yield { ...fixture, asked: { ...asked, ...Object.fromEntries(plain) } };
  for (const { event, row } of left)
    for (const ask of row.asks)
      for (const value of answersTo(context, entity, row, ask, creator))
        yield answered(fixture, event, ask.kind === 'input' ? ask.name : ask.field, value);
}

function answered(fixture: Fixture, event: string, name: string, value: unknown): Fixture {
  return { ...fixture, asked: { ...fixture.asked, [event]: { ...fixture.asked[event], [name]: value } } };
}

function* sweepDraft(
  context: DerivationContext,
  fixture: Fixture,
  focus: ReadonlySet<string>,
): Generator<Fixture, void, void> {
  const drafting = context.drafting(fixture.creator);
  const { entity, draft } = fixture;
  const fields = settable(drafting, entity).filter(
    ({ name, type }) => focus.has(`${entity}.${name}`) && type.kind !== 'children',
  );
  for (const field of fields)
    for (const value of candidates(drafting, field)) yield { ...fixture, draft: { ...draft, [field.name]: value } };
  // A period as a whole: its end may not stay behind its begin.
  const begin = fields.find(({ name }) => isDay(draft[name]));
  if (begin === undefined || Object.values(draft).filter(isDay).length < 2) return;
  for (const value of candidates(drafting, begin)) {
    const days = daysBetween(begin, draft[begin.name], value);
    if (days !== null && days !== 0) yield { ...fixture, draft: shifted(drafting, entity, draft, days) };
  }
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
}

/** The fixture with one change: its creator, an event's input, or its initial values. */
export function changed(
  context: DerivationContext,
  fixture: Fixture,
  focus: ReadonlySet<string>,
  creators: readonly Actor[],
): Fixture {
  const { origin } = fixture;
  const asking = fixture.route.filter(({ row }) => row.asks.length > 0);
  if (origin !== undefined) {
    const part = context.random.below(6);
    if (part === 0) return { ...fixture, place: context.random.below(MOST_PLACES) };
    if (asking.length === 0 || part > 2)
      return { ...fixture, origin: changed(context, origin, focus, beginnersOf(context, origin.entity, origin.route)) };
  }
  const dice = context.random.below(origin === undefined ? 10 : 4);
  if (origin === undefined && dice < 2 && creators.length > 1) {
    const creator = context.random.pick(creators) ?? fixture.creator;
    return { ...fixture, creator };
  }
  if (dice < 4 && asking.length > 0) {
    const chosen = context.random.pick(asking);
    const ask = context.random.pick(chosen?.row.asks ?? []);
    if (chosen === undefined || ask === undefined) return fixture;
    if (ask.kind === 'child')
      return answered(fixture, chosen.event, ask.field, plainChild(context, ask, fixture.creator));
    const name = ask.kind === 'field' ? ask.field : ask.name;
    const value = context.random.pick(answersTo(context, fixture.entity, chosen.row, ask, fixture.creator));
    return answered(fixture, chosen.event, name, value ?? null);
  }
  if (origin !== undefined) return fixture;
  return { ...fixture, draft: mutated(context.drafting(fixture.creator), fixture.entity, fixture.draft, focus) };
}

/** The fixture with other unique values. */
export function fresh(context: DerivationContext, fixture: Fixture): Fixture {
  const { origin } = fixture;
  if (origin !== undefined) return { ...fixture, origin: fresh(context, origin) };
  return { ...fixture, draft: renewed(context.drafting(fixture.creator), fixture.entity, fixture.draft) };
}

/** The fixture so many of its own periods later, with what else must be unique; null if it has no days. */
export function laterOn(context: DerivationContext, fixture: Fixture, periods: number): Fixture | null {
  const { entity, draft, creator, origin } = fixture;
  if (origin !== undefined) {
    const later = laterOn(context, origin, periods);
    return later === null ? null : { ...fixture, origin: later };
  }
  const days = Object.values(draft)
    .filter(isDay)
    .map((day) => Date.parse(String(day)) / 86_400_000);
  if (days.length === 0) return null;
  const length = Math.ceil(Math.max(...days) - Math.min(...days)) + 1;
  return { ...fixture, draft: shifted(context.drafting(creator), entity, draft, periods * length) };
}
