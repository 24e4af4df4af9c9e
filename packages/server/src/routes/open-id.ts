import { message, type Plan } from '@nonet/language';
import type { OpenIdRefusal, OpenIdStartView } from '@nonet/client';
import { createOpenIdAttempts, ENGINE_LIMITS, forgetAttempt, noteSuccess } from '@nonet/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as openid from 'openid-client';
import { OpenIdCancelled, type OpenIdProvider, OpenIdUnavailable, type VouchedFor } from '../open-id/provider.ts';
import { signInAs } from '../open-id/sign-in.ts';
import type { ServerOptions } from '../options.ts';
import type { Running } from '../product.ts';
import { standardRefusal } from '../problem/standard.ts';
import { textsOf } from '../request/body.ts';
import { runningOf } from '../request/context.ts';
import { answerSignedIn, sessionOrigin, tooManyAttempts } from '../session/answers.ts';
import { setOpenIdCookie, setPendingCookie, takeOpenIdCookie } from '../session/cookie.ts';
import { ownAddress } from '../session/own-address.ts';
import { originOf } from '../session/same-origin.ts';

type Named = { Params: { provider: string } };

/** `/api/-/open-id/{provider}`: to a sign-in provider of the deployment, and back from it with a session. */
export function openIdRoutes(server: FastifyInstance, options: ServerOptions): void {
  const config = { decidedBy: 'roles' } as const;
  const providers = new Map((options.openId ?? []).map((provider) => [provider.settings.name, provider]));
  const providerOf = (request: FastifyRequest<Named>): OpenIdProvider => {
    const provider = providers.get(request.params.provider);
    if (provider === undefined) throw standardRefusal(runningOf(request).plan, 'NOT_FOUND');
    return provider;
  };
  const callbackOf = (request: FastifyRequest, { settings }: OpenIdProvider) =>
    `${options.publicOrigin ?? originOf(request)}/api/-/open-id/${settings.name}/callback`;

  server.post<Named>('/api/-/open-id/:provider', { config }, async (request, reply): Promise<OpenIdStartView> => {
    const { plan, engine } = runningOf(request);
    const provider = providerOf(request);
    const { next } = textsOf(request, ['next']);
    const secrets = { codeVerifier: openid.randomPKCECodeVerifier(), nonce: openid.randomNonce() };
    const attempts = createOpenIdAttempts(engine.pool, plan);
    const begun = await attempts.begin(provider.settings.name, { ...secrets, next: ownAddress(next) }, request.ip);
    if (begun.kind === 'too many') throw tooManyAttempts(plan, reply, begun.retryAfterSeconds);
    try {
      const address = await provider.addressFor({ ...secrets, state: begun.state }, callbackOf(request, provider));
      setOpenIdCookie(request, reply, begun.browser, ENGINE_LIMITS.openIdAttemptSeconds);
      return { address: address.href };
    } catch (error) {
      if (!(error instanceof OpenIdUnavailable)) throw error;
      request.log.error({ err: error }, 'a sign-in provider can not be asked');
      await forgetAttempt(engine.pool, begun.loginAttempt);
      throw standardRefusal(plan, 'UNAVAILABLE', {
        words: message('silentProvider', { provider: provider.settings.label }),
      });
    }
  });

  const returning = { config: { ...config, ownQuery: true }, exposeHeadRoute: false };
  server.get<Named>('/api/-/open-id/:provider/callback', returning, async (request, reply) => {
    const running = runningOf(request);
    const provider = providerOf(request);
    reply.header('cache-control', 'no-store');
    const query = new URL(request.url, 'http://product.invalid').searchParams;
    const state = query.get('state') ?? '';
    const browser = takeOpenIdCookie(request, reply) ?? '';
    const { name } = provider.settings;
    const attempt = await createOpenIdAttempts(running.engine.pool, running.plan).take(name, state, browser);
    if (attempt === null) return leadBack(request, reply, running, 'stale', '/');
    const came = await identifyReturning(
      request,
      provider.identify({ ...attempt, state }, callbackOf(request, provider), query),
    );
    if ('why' in came) return leadBack(request, reply, running, came.why, attempt.next);
    const answer = await signInAs(running, came.vouched);
    if (answer.kind === 'refused') return leadBack(request, reply, running, answer.why, attempt.next);
    await noteSuccess(running.engine.pool, attempt.loginAttempt);
    const step = came.vouched.hasSecondFactor ? null : await running.sessions.nextStep(answer.account);
    if (step !== null) {
      setPendingCookie(request, reply, step.pending);
      return reply.redirect(secondStepAddress(running.plan, attempt.next), 303);
    }
    const { hasSecondFactor } = came.vouched;
    const token = await running.sessions.open(answer.account.id, undefined, sessionOrigin(request), hasSecondFactor);
    await answerSignedIn(request, reply, answer.account, token);
    return reply.redirect(attempt.next, 303);
  });
}

/** The sign-in screen, which goes on with the second step. */
function secondStepAddress({ screens }: Plan, next: string): string {
  const screen = screens.find(({ kind }) => kind === 'sign in');
  return `${screen?.route ?? '/'}${next === '/' ? '' : `?${new URLSearchParams({ next }).toString()}`}`;
}

/** The identity that the provider vouches for, or why it vouches for none. */
async function identifyReturning(
  request: FastifyRequest,
  identified: Promise<VouchedFor>,
): Promise<{ readonly vouched: VouchedFor } | { readonly why: OpenIdRefusal }> {
  try {
    return { vouched: await identified };
  } catch (error) {
    if (error instanceof OpenIdCancelled) return { why: 'cancelled' };
    request.log.error({ err: error }, 'a sign-in provider has sent nobody');
    return { why: error instanceof OpenIdUnavailable ? 'unavailable' : 'failed' };
  }
}

/** Redirects to the sign-in screen, which shows the reason; if the document has none, a problem shows it. */
function leadBack(
  request: FastifyRequest,
  reply: FastifyReply,
  { plan }: Running,
  why: OpenIdRefusal,
  next: string,
): FastifyReply {
  const refusal = standardRefusal(plan, why === 'unavailable' ? 'UNAVAILABLE' : 'UNAUTHENTICATED');
  const screen = plan.screens.find(({ kind }) => kind === 'sign in');
  if (screen === undefined) throw refusal;
  request.problem = refusal;
  return reply.redirect(
    `${screen.route}?${new URLSearchParams({ refused: why, ...(next === '/' ? {} : { next }) }).toString()}`,
    303,
  );
}
