import type { Field } from '@nonet/language';
import type { Actor } from '../../reference/permissions.ts';
import { settable } from '../../search/draft.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { findFixture } from './find-fixture.ts';
import type { Fixture } from './fixture.ts';
import { beginnersOf, plainFixture, unlike } from './plain-fixtures.ts';
import { askedOfPeople } from './said-of-people.ts';
import { among } from './support.ts';

/** The maximum number of tries to make a plain record. */
const TRIES = 25;
/** The same for one that must be among certain ones. */
const TRIES_AMONG = 60;

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
  const known = new Map<Field, readonly (Fixture | string)[]>();
  const others = (field: Field): readonly (Fixture | string)[] => {
    const made = known.get(field) ?? madeFor(context, field, creator);
    known.set(field, made);
    return made;
  };
  const plain = plainFixture(context, entity, route, creator);
  for (const field of fieldsOf(context, fixture, creator, focus))
    for (const made of others(field))
      for (const from of [fixture, plain])
        yield { made: [made], referring: ([id]) => ({ ...from, draft: { ...from.draft, [field.name]: id } }) };
  for (const as of unlike(context, [creator, ...beginnersOf(context, entity, route)])) {
    const fields = fieldsOf(context, fixture, as, focus).filter((field) => others(field).length > 0);
    if (fields.length < 2) continue;
    const { draft, ...rest } = plainFixture(context, entity, route, as);
    const named = (ids: readonly string[]) => fields.map(({ name }, place) => [name, ids[place]]);
    for (let kind = 0; kind < Math.max(...fields.map((field) => others(field).length)); kind += 1)
      yield {
        made: fields.flatMap((field) => others(field)[kind] ?? others(field)[0] ?? []),
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

/**
 * A fixture of another record, one that the field's `among` admits if it can be told, or people to whom no record refers
 * yet: one of each kind.
 */
function madeFor(context: DerivationContext, field: Field, creator: Actor): readonly (Fixture | string)[] {
  const { type } = field;
  if (type.kind !== 'reference') return [];
  if (type.entity === 'User') return freePeople(context);
  const sought = among(context.world, field, { user: context.world.view(creator) });
  const made =
    sought === null
      ? findFixture(context, { entity: type.entity, state: null, under: [], budget: TRIES })
      : findFixture(context, {
          entity: type.entity,
          state: sought.state,
          given: sought.given,
          about: [sought.where],
          under: [],
          budget: TRIES_AMONG,
          want: sought.distance,
        });
  return made === null ? [] : [made];
}

/** The first people in reserve of each kind (born long ago, born today) to whom no record refers yet. */
function freePeople(context: DerivationContext): string[] {
  const asked = askedOfPeople(context.world);
  const kinds = new Map<string, string>();
  for (const { id, fields } of context.reserve) {
    const kind = JSON.stringify(asked.map(({ name }) => fields[name]));
    if (!kinds.has(kind) && !isReferredTo(context, id)) kinds.set(kind, id);
  }
  return [...kinds.values()];
}

function isReferredTo({ plan, world }: DerivationContext, id: string): boolean {
  return plan.entities.some(({ name }) =>
    world.rows(name).some(({ values }) => Object.values(values).some((value) => value === id)),
  );
}
