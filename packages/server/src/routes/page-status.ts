import type { FastifyRequest } from 'fastify';
import { PASSWORD_PAGE } from '../operations/password-page.ts';
import type { ServerOptions } from '../options.ts';
import { determinesNothing, mayReadDocument, rightsIn } from '../request/context.ts';
import { hasInbox } from '../view/product.ts';
import { screenAt } from './screen-at.ts';

/** The page of the user interface that shows the document itself. */
const DOCUMENT_PAGE = '/-/document';
/** Its page with what a person is told. */
const INBOX_PAGE = '/-/inbox';

export interface PageStatus {
  readonly status: 200 | 404 | 501;
  /** The gap that leaves the page open, if that is the reason. */
  readonly clause: string | null;
}

/**
 * The status of the page at a path. A reader who is not signed in gets the page of every stated screen, to sign in
 * there; the API decides what they see then.
 */
export async function pageStatus(request: FastifyRequest, options: ServerOptions): Promise<PageStatus> {
  const { running } = request;
  if (!running) return { status: 200, clause: null };
  const path = request.url.split('?')[0] ?? '/';
  if (path === DOCUMENT_PAGE && mayReadDocument(request, options)) return { status: 200, clause: null };
  if (path === INBOX_PAGE && hasInbox(running.plan, request.account)) return { status: 200, clause: null };
  if (path === PASSWORD_PAGE && !determinesNothing(running.plan)) return { status: 200, clause: null };
  if (path === '/' && determinesNothing(running.plan)) return { status: 200, clause: null };
  if (running.plan.openPoints.includes('screens')) return { status: 501, clause: '2' };
  const screen = screenAt(running.plan, path);
  // If no screen has the route `/`, it leads to the first one.
  if (!screen) return { status: path === '/' ? 200 : 404, clause: null };
  if (screen.for === null) return { status: 501, clause: `${screen.clause}.for` };
  if (request.account === null || path === '/') return { status: 200, clause: null };
  return { status: (await rightsIn(running, request.actor)).opens(screen) ? 200 : 404, clause: null };
}
