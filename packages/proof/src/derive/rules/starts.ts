import type { Actor } from '../../reference/permissions.ts';
import { settable } from '../../search/draft.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { plainFixture, unlike } from '../records/plain-fixtures.ts';
import type { Draft } from './judging.ts';

/** How many people start with the plainest draft of their own. */
const MOST_CREATORS = 6;

/**
 * The drafts with which a search for what a rule judges starts: the plainest ones of several people, what searches have
 * found before, and drafts for the people in reserve.
 */
export function startsFor(context: DerivationContext, entity: string, creators: readonly Actor[]): Draft[] {
  const plain = creators
    .slice(0, MOST_CREATORS)
    .map((as) => ({ as, body: plainFixture(context, entity, [], as).draft }));
  const known = [...context.fixtures].flatMap(([key, fixtures]) =>
    key.startsWith(`${entity} `)
      ? fixtures.flatMap((fixture) =>
          fixture.origin === undefined ? [{ as: fixture.creator, body: fixture.draft }] : [],
        )
      : [],
  );
  return [...plain, ...known, ...forReserve(context, entity, creators)];
}

/**
 * The plainest drafts for each person in reserve, by those who may make them: other rules may refuse all who act (each
 * donor has one appointment).
 */
function forReserve(context: DerivationContext, entity: string, creators: readonly Actor[]): Draft[] {
  return unlike(context, creators).flatMap((as) => {
    const { draft } = plainFixture(context, entity, [], as);
    const named = settable(context.drafting(as), entity).filter(
      ({ type, among }) => type.kind === 'reference' && type.entity === 'User' && among === null,
    );
    return named.flatMap(({ name }) =>
      context.reserve.map(
        ({ id }): Draft => ({
          as,
          body: { ...draft, [name]: id },
        }),
      ),
    );
  });
}
