import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { ProductView, ScreenView } from '@nonet/client';
import type { Plan } from '@nonet/language';
import { isSignInOrUp, pointNumber } from '@nonet/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerOptions } from '../options.ts';
import { answerProblem } from '../problem/answer.ts';
import { notSpecified, standardRefusal } from '../problem/standard.ts';
import { determinesNothing } from '../request/context.ts';
import { identify, isApi } from '../request/hooks.ts';
import { prefers } from '../request/preconditions.ts';
import { branded } from '../brand/brand.ts';
import { firstPage, type ScreenFiles } from './first-page.ts';
import { pageStatus } from './page-status.ts';
import { productFor } from './product.ts';
import { screenAt } from './screen-at.ts';

const YEAR_SECONDS = 31_536_000;

/** The user interface's files, the shell for every screen of point 2, and the answer for unknown addresses. */
export async function pageRoutes(server: FastifyInstance, options: ServerOptions): Promise<void> {
  const shell = await readShell(options.uiFolder);
  const files = await readScreenFiles(options.uiFolder);
  if (options.uiFolder !== null) await serveFiles(server, options.uiFolder);

  const answerPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await identify(request);
    const { status, clause } = await pageStatus(request, options);
    if (clause !== null) request.running?.engine.hit(clause, request.actor.roles);
    if (clause !== null) request.problem = { code: 'NOT_SPECIFIED', clause };
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(request.running ? await shellFor(request, request.running.plan) : shell);
  };

  async function shellFor(request: FastifyRequest, plan: Plan): Promise<string> {
    const page = branded(shell, plan);
    if (options.uiFolder === null) return page;
    const product = await productFor(request, options);
    return firstPage(page, product, shownAt(plan, product, request.url), files);
  }

  server.get('/', { config: { always: true } }, answerPage);

  server.setNotFoundHandler(async (request, reply) => {
    const { running } = request;
    const readsPage = (request.method === 'GET' || request.method === 'HEAD') && !isApi(request);
    if (readsPage && prefers(request, 'text/html')) return answerPage(request, reply);
    if (!running) return answerProblem(standardRefusal(null, 'UNAVAILABLE'), request, reply, options);
    const clause = openClause(running.plan, isApi(request));
    if (clause === null) return answerProblem(standardRefusal(running.plan, 'NOT_FOUND'), request, reply, options);
    running.engine.hit(clause, request.actor.roles);
    return answerProblem(notSpecified(running.plan, clause), request, reply, options);
  });
}

/** The screen that this reader is shown at an address: the one to sign in, for whoever has to do that first. */
function shownAt(plan: Plan, { screens, user }: ProductView, url: string): ScreenView | null {
  const at = screenAt(plan, url.split('?')[0] ?? '/')?.clause;
  const found = screens.find(({ clause }) => clause === at);
  return found ?? (user === null ? (screens.find(isSignInOrUp) ?? null) : null);
}

/** The point that would decide about an unknown path: point 3 for the API, point 2 for pages. */
function openClause(plan: Plan, api: boolean): string | null {
  const point = api ? 'entities' : 'screens';
  return determinesNothing(plan) || plan.openPoints.includes(point) ? String(pointNumber(point)) : null;
}

/** The files of `assets` have one route for all of them: one for each would take a start a tenth longer. */
async function serveFiles(server: FastifyInstance, root: string): Promise<void> {
  // The build adds a compressed copy of each file.
  const common = { index: false as const, cacheControl: false, preCompressed: true };
  await server.register(fastifyStatic, {
    ...common,
    root,
    wildcard: false,
    globIgnore: ['assets/**', 'index.html', 'screens.json', ...NOT_SERVED.map((ending) => `**/*${ending}`)],
    setHeaders: (response) => void response.header('cache-control', 'no-cache'),
  });
  await server.register(fastifyStatic, {
    ...common,
    root: join(root, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    allowedPath: (path) => !NOT_SERVED.some((ending) => path.endsWith(ending)),
    // Their names change with what they hold.
    setHeaders: (response) => void response.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`),
  });
}

/** Endings of files beside those that are served. */
const NOT_SERVED = ['.map', '.br', '.gz'];

const BARE_SHELL =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Nonet</title><p>This server has no user interface; its API is described at <a href="/api/openapi.json">/api/openapi.json</a>.</p></html>';

async function readShell(uiFolder: string | null): Promise<string> {
  return uiFolder === null ? BARE_SHELL : readFile(join(uiFolder, 'index.html'), 'utf8');
}

/** Notes of the build about its files; a folder of former times has no such notes. */
async function readScreenFiles(uiFolder: string | null): Promise<ScreenFiles> {
  if (uiFolder === null) return {};
  const notes = join(uiFolder, 'screens.json');
  return existsSync(notes) ? (JSON.parse(await readFile(notes, 'utf8')) as ScreenFiles) : {};
}
