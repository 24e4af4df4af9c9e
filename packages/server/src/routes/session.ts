import type { SessionView } from '@nonet/client';
import { message, type Plan } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import type { PasswordMail } from '../operations/password-mail.ts';
import { invalidKey, standardRefusal } from '../problem/standard.ts';
import { textsOf } from '../request/body.ts';
import { runningOf } from '../request/context.ts';
import {
  answerPasswordFits,
  answerPending,
  answerSignedIn,
  secondStep,
  sessionOrigin,
  signInPlace,
  tooManyAttempts,
} from '../session/answers.ts';
import { clearPendingCookie, clearSessionCookie, readPendingCookie, readSessionCookie } from '../session/cookie.ts';
import { personOf } from '../session/person.ts';
import { userView } from '../session/user-view.ts';

/** `/api/-/session`: who is signed in; sign in; sign out. `/api/-/sign-up`, and `/api/-/password` for one's own. */
export function sessionRoutes(server: FastifyInstance, mail: PasswordMail | null): void {
  const config = { decidedBy: 'roles' } as const;

  server.get('/api/-/session', { config }, async (request): Promise<SessionView> => {
    const user = userView(request.account);
    if (user !== null) return { user };
    const begun = await runningOf(request).sessions.findPending(readPendingCookie(request));
    return begun === null ? { user } : { user, second_step: await secondStep(request, begun.account.id, begun.needs) };
  });

  server.post('/api/-/session', { config }, async (request, reply): Promise<SessionView> => {
    const { plan, sessions } = runningOf(request);
    const by = signInField(plan);
    const given = textsOf(request, [by.name, 'password']);
    const answer = await sessions.signIn(given[by.name] ?? '', given['password'] ?? '', signInPlace(request));
    if (answer.kind === 'signed in') return answerPasswordFits(request, reply, answer.account, answer.token);
    if (answer.kind === 'second factor') return answerPending(request, reply, answer.account, answer);
    if (answer.kind === 'too many') throw tooManyAttempts(plan, reply, answer.retryAfterSeconds);
    if (answer.warned !== null) mail?.attempts(request, runningOf(request), answer.warned);
    throw standardRefusal(plan, 'WRONG_CREDENTIALS', { words: message('wrongCredentials', { by: by.label }) });
  });

  server.post('/api/-/sign-up', { config }, async (request, reply): Promise<SessionView> => {
    const { plan, engine, sessions } = runningOf(request);
    if (!plan.screens.some(({ kind }) => kind === 'sign up')) throw standardRefusal(plan, 'NOT_FOUND');
    const { id } = await engine.signUp(request.body);
    reply.code(201);
    const step = await sessions.nextStep({ id, roles: [] });
    if (step !== null) return answerPending(request, reply, { id }, step);
    const token = await sessions.open(id, undefined, sessionOrigin(request));
    const account = await sessions.find(token);
    // A person who is disabled from the start has an account, and is not signed in.
    return account === null ? { user: null } : answerSignedIn(request, reply, account, token);
  });

  server.post('/api/-/password', { config }, async (request, reply): Promise<SessionView> => {
    const { plan, sessions } = runningOf(request);
    const person = personOf(request);
    const { current, password } = textsOf(request, ['current', 'password']);
    const answer = await sessions.changePassword(
      person.id,
      current,
      password,
      signInPlace(request),
      person.secondFactor === true,
    );
    if (answer.kind === 'signed in') return answerPasswordFits(request, reply, answer.account, answer.token);
    if (answer.kind === 'too many') throw tooManyAttempts(plan, reply, answer.retryAfterSeconds);
    const words = message('otherPassword');
    throw standardRefusal(plan, 'INVALID', { words, errors: [invalidKey('current', words)] });
  });

  server.delete('/api/-/session', { config }, async (request, reply) => {
    const token = readSessionCookie(request);
    if (token !== null) await runningOf(request).sessions.close(token);
    clearSessionCookie(request, reply);
    const pending = readPendingCookie(request);
    if (pending !== null) await runningOf(request).sessions.endPending(pending);
    clearPendingCookie(request, reply);
    return reply.code(204).send();
  });
}

/** The field that people sign in with (3, `sign in by`): the key in a request's body, and its label; null for their e-mail address. */
function signInField(plan: Plan): { readonly name: string; readonly label: string | null } {
  const user = plan.entities.find(({ signInBy }) => signInBy !== null);
  const field = user?.fields.find(({ name }) => name === user.signInBy);
  if (field === undefined || field.name === 'email') return { name: 'email', label: null };
  return { name: field.name, label: field.label };
}
