import type { Field } from '@nonet/language';
import type { Actor } from '../../reference/permissions.ts';
import { settable } from '../../search/draft.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { findFixture } from './find-fixture.ts';
import type { Fixture } from './fixture.ts';
import { beginnersOf, plainFixture, unlike } from './plain-fixtures.ts';

/** The maximum number of tries to make a plain record. */
const TRIES = 25;

export interface Renewed {
  /** The new records; somebody who is there already: the id. */
  readonly made: readonly (Fixture | string)[];
  /** A fixture that refers to them by their ids, in the same order. */
  readonly referring: (ids: readonly string[]) => Fixture;
}

/**
 * Fixtures with another record, or another person, in each reference that may decide: if a rule allows something once
 * for each member, book or donor, the next case needs another one. The last fixture is a plain one with another record
 * in each of its references.
 */
export function* referringToNew(
  context: DerivationContext,
  fixture: Fixture,
  focus: ReadonlySet<string>,
): Generator<Renewed, void, void> {
  const { entity, creator, route, origin } = fixture;
  if (origin !== undefined) {
    for (const { made, referring } of referringToNew(context, origin, focus))
      yield { made, referring: (ids) => ({ ...fixture, origin: referring(ids) }) };
    return;
  }
  if (route[0]?.row.from === 'new') return;
  const known = new Map<Field, Fixture | string | null>();
  const another = (field: Field): Fixture | string | null => {
    const made = known.has(field) ? (known.get(field) ?? null) : madeFor(context, field);
    known.set(field, made);
    return made;
  };
  const plain = plainFixture(context, entity, route, creator);
  for (const field of fieldsOf(context, fixture, creator, focus)) {
    const made = another(field);
    if (made === null) continue;
    for (const from of [fixture, plain])
      yield { made: [made], referring: ([id]) => ({ ...from, draft: { ...from.draft, [field.name]: id } }) };
  }
  for (const as of unlike(context, [creator, ...beginnersOf(context, entity, route)])) {
    const renewed = fieldsOf(context, fixture, as, focus).flatMap((field) => {
      const made = another(field);
      return made === null ? [] : [{ field, made }];
    });
    const { draft, ...rest } = plainFixture(context, entity, route, as);
    if (renewed.length < 2) continue;
    const named = (ids: readonly string[]) => renewed.map(({ field }, place) => [field.name, ids[place]]);
    yield {
      made: renewed.map(({ made }) => made),
      referring: (ids) => ({ ...rest, draft: { ...draft, ...Object.fromEntries(named(ids)) } }),
    };
  }
}

/** The references that a creator may set, and that are required or may decide. */
function fieldsOf(
  context: DerivationContext,
  { entity, route }: Fixture,
  creator: Actor,
  focus: ReadonlySet<string>,
): Field[] {
  const { draft } = plainFixture(context, entity, route, creator);
  return settable(context.drafting(creator), entity).filter(({ name, type }) => {
    if (type.kind !== 'reference' || type.entity === entity) return false;
    return name in draft || focus.has(`${entity}.${name}`) || (type.entity === 'User' && context.reserve.length > 0);
  });
}

/** A fixture of another record, or somebody to whom no record refers yet. */
function madeFor(context: DerivationContext, { type }: Field): Fixture | string | null {
  if (type.kind !== 'reference') return null;
  if (type.entity === 'User') return context.reserve.find(({ id }) => !isReferredTo(context, id))?.id ?? null;
  return findFixture(context, { entity: type.entity, state: null, under: [], budget: TRIES });
}

function isReferredTo({ plan, world }: DerivationContext, id: string): boolean {
  return plan.entities.some(({ name }) =>
    world.rows(name).some(({ values }) => Object.values(values).some((value) => value === id)),
  );
}
