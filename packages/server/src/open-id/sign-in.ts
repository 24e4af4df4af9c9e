import type { OpenIdRefusal } from '@nonet/client';
import { type Account, createIdentities, type Recognition, Refusal } from '@nonet/engine';
import type { Running } from '../product.ts';
import { ANONYMOUS } from '../request/context.ts';
import { Rights } from '../view/rights.ts';
import { screenView } from '../view/screens.ts';
import type { VouchedFor } from './provider.ts';

export type OpenIdSignIn =
  | { readonly kind: 'known'; readonly account: Account }
  | { readonly kind: 'refused'; readonly why: OpenIdRefusal };

/**
 * The user whom a provider identifies. Unknown people are added only if the document states a `sign up` (2), as if they
 * used that screen, with their verified address and, if the screen asks for it, their name.
 */
export async function signInAs(running: Running, vouched: VouchedFor): Promise<OpenIdSignIn> {
  const identities = createIdentities(running.engine.pool, running.engine.index);
  const first = await identities.recognise(vouched.identity);
  if (first.kind !== 'unknown') return signInOf(first);
  const added = await signUp(running, vouched);
  if (added === null) return { kind: 'refused', why: 'unknown' };
  const second = await identities.recognise(vouched.identity);
  return second.kind === 'unknown' ? { kind: 'refused', why: 'incomplete' } : signInOf(second);
}

function signInOf(recognition: Recognition): OpenIdSignIn {
  if (recognition.kind === 'known') return recognition;
  return { kind: 'refused', why: recognition.kind };
}

/** Signs a person up. Whether points 2, 5 and 6 allow it; null if nobody can sign up. */
async function signUp({ plan, engine }: Running, { identity, name }: VouchedFor): Promise<boolean | null> {
  const screen = plan.screens.find(({ kind }) => kind === 'sign up');
  if (screen === undefined) return null;
  const asked = screenView(new Rights(plan, ANONYMOUS), screen).groups.flatMap(({ columns }) => columns);
  const givesName = name !== null && asked.some(({ path }) => path.join('.') === 'name');
  try {
    await engine.signUpAs(identity, { email: identity.verifiedEmail, ...(givesName ? { name } : {}) });
    return true;
  } catch (error) {
    // A further value is needed, or a rule refuses: the screen itself shows the reason.
    if (error instanceof Refusal) return false;
    throw error;
  }
}
