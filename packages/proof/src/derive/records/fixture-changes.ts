import type { Actor } from '../../reference/permissions.ts';
import { candidates, mutated, renewed, settable } from '../../search/draft.ts';
import type { Fixture } from './fixture.ts';
import { beginnersOf, inputField, plainChild } from './plain-fixtures.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** The same fixture with each value of each field that decides, one at a time. */
export function* sweep(
  context: DerivationContext,
  fixture: Fixture,
  focus: ReadonlySet<string>,
): Generator<Fixture, void, void> {
  if (fixture.origin !== undefined) {
    for (const origin of sweep(context, fixture.origin, focus)) yield { ...fixture, origin };
    return;
  }
  const drafting = context.drafting(fixture.creator);
  for (const field of settable(drafting, fixture.entity)) {
    if (!focus.has(`${fixture.entity}.${field.name}`) || field.type.kind === 'children') continue;
    for (const value of candidates(drafting, field))
      yield { ...fixture, draft: { ...fixture.draft, [field.name]: value } };
  }
}

/** The same fixture with one thing changed: who begins it, what an event is given, or what it is made of. */
export function changed(
  context: DerivationContext,
  fixture: Fixture,
  focus: ReadonlySet<string>,
  creators: readonly Actor[],
): Fixture {
  const { origin } = fixture;
  if (origin !== undefined && (fixture.route.every(({ row }) => row.asks.length === 0) || context.random.below(4) > 0))
    return { ...fixture, origin: changed(context, origin, focus, beginnersOf(context, origin.entity, origin.route)) };
  const dice = context.random.below(10);
  if (dice < 2 && creators.length > 1) {
    const creator = context.random.pick(creators) ?? fixture.creator;
    return { ...fixture, creator };
  }
  const asking = fixture.route.filter(({ row }) => row.asks.length > 0);
  if (dice < 4 && asking.length > 0) {
    const chosen = context.random.pick(asking);
    const ask = context.random.pick(chosen?.row.asks ?? []);
    if (chosen === undefined || ask === undefined) return fixture;
    const answered = (name: string, value: unknown): Fixture => ({
      ...fixture,
      asked: { ...fixture.asked, [chosen.event]: { ...fixture.asked[chosen.event], [name]: value } },
    });
    if (ask.kind === 'child') return answered(ask.field, plainChild(context, ask, fixture.creator));
    const field = ask.kind === 'field' ? context.lookup.field(fixture.entity, ask.field) : inputField(ask);
    const name = ask.kind === 'field' ? ask.field : ask.name;
    const value = field === null ? null : context.random.pick(candidates(context.drafting(fixture.creator), field));
    return answered(name, value ?? null);
  }
  if (origin !== undefined) return fixture;
  return { ...fixture, draft: mutated(context.drafting(fixture.creator), fixture.entity, fixture.draft, focus) };
}

/** The same fixture with other unique values. */
export function fresh(context: DerivationContext, fixture: Fixture): Fixture {
  const { origin } = fixture;
  if (origin !== undefined) return { ...fixture, origin: fresh(context, origin) };
  return { ...fixture, draft: renewed(context.drafting(fixture.creator), fixture.entity, fixture.draft) };
}
