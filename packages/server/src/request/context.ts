import type { Account, Actor, OpenedCalendar, WritePath, Delivery } from '@nonet/engine';
import { type ExactCall, message, type Plan, type PointName } from '@nonet/language';
import type { FastifyRequest } from 'fastify';
import type { ExactCallMatch } from '../exact-calls/match.ts';
import type { ServerOptions } from '../options.ts';
import { standardRefusal } from '../problem/standard.ts';
import type { Running } from '../product.ts';
import { Rights } from '../view/rights.ts';

/** The facts about an exact call (7) that are known before it is answered. */
export interface ExactCallContext {
  readonly match: ExactCallMatch;
  /** The caller's token, if it opened a session. */
  token: string | null;
  /** The delivery of a service, of a signed call and verified; null before. */
  delivery: Delivery | null;
  /** The block that answers, as soon as it is chosen. */
  call: ExactCall | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The product that this request began with; null while there is none. */
    running: Running | null;
    account: Account | null;
    /** The calendar that the request's address opens by its token. */
    calendar: OpenedCalendar | null;
    /** An actor who is not signed in, until the session was read; undefined before the request's hooks have begun. */
    actor: Actor;
    /** The code and the clause of the problem that it was answered with, for the log and the metrics. */
    problem: { readonly code: string; readonly clause: string | null } | null;
    /** The exact call of point 7 that it may mean. */
    answered: ExactCallContext | null;
    /** The path of the write in this request; null if it had none, or several. */
    writePath: WritePath | null;
  }
  interface FastifyContextConfig {
    /** The points on which the route depends: if one is a gap, the answer is NOT_SPECIFIED. */
    points?: readonly PointName[];
    /**
     * The point that would decide about the route where the document determines nothing; the first of `points` else.
     */
    decidedBy?: PointName;
    /** Answers also where the document determines nothing. */
    always?: boolean;
    /** It reads its query itself; that of any other route has no keys. */
    ownQuery?: boolean;
    /** Its answer stays open. */
    stream?: boolean;
    /** It passes on what further requests do, whose time is counted with them. */
    passesOn?: boolean;
    /** Its whole answer comes from the engine's operations, which verify a remembered session themselves. */
    verifiedByEngine?: boolean;
    /** It is an exact call of point 7, whose callers are known by its own means. */
    answered?: boolean;
  }
}

export const ANONYMOUS: Actor = { userId: null, roles: [] };

/** The product of a request. @throws {Refusal} UNAVAILABLE while there is none. */
export function runningOf(request: FastifyRequest): Running {
  if (request.running) return request.running;
  throw standardRefusal(null, 'UNAVAILABLE', {
    words: message('noProduct'),
  });
}

export function rightsOf(request: FastifyRequest): Promise<Rights> {
  return rightsIn(runningOf(request), request.actor);
}

/** The rights of an actor in a product at this moment. */
export async function rightsIn({ engine, plan }: Pick<Running, 'engine' | 'plan'>, actor: Actor): Promise<Rights> {
  return new Rights(plan, actor, await engine.heldRoles(actor));
}

/** In `dev`, and if only the document exists, everyone may read it; otherwise those whom the deployment names. */
export function mayReadDocument(request: FastifyRequest, options: ServerOptions): boolean {
  const plan = request.running?.plan;
  if (options.mode === 'dev' || (plan && determinesNothing(plan))) return true;
  const actors = options.documentReaders ?? [];
  return request.account?.roles.some((role) => actors.includes(role)) === true;
}

/** Whether all nine points are open. */
export function determinesNothing(plan: Plan): boolean {
  return plan.openPoints.length === 9;
}
