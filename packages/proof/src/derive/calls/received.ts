import type { Expression, OutboundCall } from '@nonet/language';
import type { Variables } from '../../reference/evaluate.ts';
import { recordsOf } from '../../reference/effects.ts';
import { readersOf } from '../../reference/mails.ts';
import type { World } from '../../reference/world.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { reach } from '../records/reach.ts';

/** The expressions on which it depends who gets a mail or a notice. */
export function recipientsOf({ mail }: OutboundCall): readonly Expression[] {
  return (mail?.to ?? []).map((to) => {
    switch (to.kind) {
      case 'user':
        return to.user;
      case 'users':
        return to.users;
      case 'address':
        return to.address;
    }
  });
}

/**
 * Whether somebody gets what a record causes: a mail needs an address, which may be empty, and a notice somebody whose
 * inbox the tests can look into. A request needs nobody.
 */
export function isReceived(
  context: DerivationContext,
  world: World,
  { kind, mail, forEach }: OutboundCall,
  id: string,
  names: Variables = { user: null, old: null },
): boolean {
  if (mail === null) return true;
  const all: Variables = { ...names, this: world.view(id) };
  // The mails for each of several records name that record.
  const each =
    forEach === null
      ? [all]
      : recordsOf(world, forEach, all, false).map((one) => ({ ...all, [forEach.variable]: world.view(one) }));
  const readers = each.flatMap((variables) => readersOf(world, mail, variables));
  if (kind !== 'notice') return readers.length > 0;
  return readers.some(({ user }) => user !== null && context.actors.includes(user.id));
}

/**
 * A record of which somebody gets the mail or the notice: the last change must cause it, so that what
 * it refers to (the address of a member) has to be there before.
 */
export function reachSomebody(context: DerivationContext, call: OutboundCall, entity: string): CaseBuilder | null {
  const isReached = (world: World, id: string) => isReceived(context, world, call, id);
  if (call.mail === null) return null;
  const want = (world: World, id: string) => (isReached(world, id) ? 0 : 0.5);
  return reach(context, { entity, state: null, about: recipientsOf(call), budget: 80, want })?.builder ?? null;
}
