import { message } from '@nonet/language';
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { exactCallRoute, routeToExactCalls } from './exact-calls/route.ts';
import { addBodyLimits } from './limits/bodies.ts';
import { addCompression } from './limits/compression.ts';
import { addSecurityHeaders } from './limits/headers.ts';
import { refuseOtherHosts } from './limits/hosts.ts';
import { addLongRequestLimit } from './limits/long-requests.ts';
import { addOverloadLimit } from './limits/overload.ts';
import { addRateLimit } from './limits/rate.ts';
import { closeConnectionsOnStop } from './limits/stop.ts';
import { LIMITS } from './limits/table.ts';
import { addDenials } from './operations/denials.ts';
import { addMetrics } from './operations/metrics.ts';
import { createPasswordMail } from './operations/password-mail.ts';
import { loggerOptions, type ServerOptions } from './options.ts';
import { addProblemAnswers } from './problem/answer.ts';
import { answerClientError } from './problem/client-error.ts';
import { PROBLEM_TYPE, problemOf } from './problem/problem.ts';
import { messageFormatFor } from './request/language.ts';
import { standardRefusal } from './problem/standard.ts';
import { addJsonBodies } from './request/body.ts';
import { addRequestHooks } from './request/hooks.ts';
import { addRequestLog } from './request/log.ts';
import { refuseUnfitTexts } from './request/unfit-texts.ts';
import { leadReadable, refuseUnreadablePaths } from './request/unreadable-path.ts';
import { calendarRoute } from './routes/calendars.ts';
import { canRoute } from './routes/can.ts';
import { dashboardRoute } from './routes/dashboards.ts';
import { devRoutes } from './routes/dev.ts';
import { documentRoute } from './routes/document.ts';
import { eventRoutes } from './routes/events.ts';
import { fileRoutes } from './routes/files.ts';
import { gapsRoute } from './routes/gaps.ts';
import { givenPageRoute } from './routes/given-pages.ts';
import { healthRoutes } from './routes/health.ts';
import { mailRoutes } from './routes/mails.ts';
import { paperRoutes } from './routes/papers.ts';
import { noticeRoutes } from './routes/notices.ts';
import { preferenceRoutes } from './routes/preferences.ts';
import { addMethodAnswers } from './routes/methods.ts';
import { openIdRoutes } from './routes/open-id.ts';
import { openApiRoute } from './routes/openapi.ts';
import { manifestRoute } from './routes/manifest.ts';
import { mcpRoute } from './routes/mcp.ts';
import { pageRoutes } from './routes/pages.ts';
import { passwordLinkRoutes } from './routes/password-links.ts';
import { productRoute } from './routes/product.ts';
import { sessionRoutes } from './routes/session.ts';
import { secondFactorRoutes } from './routes/second-factors.ts';
import { sessionsRoutes } from './routes/sessions.ts';
import { streamRoutes } from './routes/streams.ts';
import { searchRoute } from './routes/search.ts';
import { feedDevRoutes, feedRoutes } from './routes/feeds.ts';
import { receivedDevRoutes, receivedRoutes } from './routes/received.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { verbRoutes } from './routes/verb-routes.ts';
import { correctionRoutes } from './routes/corrections.ts';
import { versionRoutes } from './routes/versions.ts';
import { viewRoutes } from './routes/views.ts';

/** The HTTP server of a product, not listening yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const leadToExactCalls = routeToExactCalls(options, () => server);
  const server: FastifyInstance = fastify({
    logger: loggerOptions(options),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    rewriteUrl: (request) => leadReadable(request, leadToExactCalls),
    genReqId: () => randomUUID(),
    trustProxy: believedProxies(options.trustProxy ?? false),
    requestTimeout: LIMITS.requestSeconds * 1000,
    keepAliveTimeout: LIMITS.idleSeconds * 1000,
    // By default Node looks for slow requests only every 30 seconds.
    http: { connectionsCheckingInterval: 1000, headersTimeout: LIMITS.headerSeconds * 1000 },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: LIMITS.pathParameterCharacters },
    clientErrorHandler: answerClientError,
    // A request that the framework itself refuses never reaches a hook.
    frameworkErrors: (_error, request, reply) => {
      const refusal = standardRefusal(null, 'INVALID', { words: message('invalidPath') });
      const answer = (reply as FastifyReply).code(refusal.status).type(PROBLEM_TYPE);
      void answer.send(JSON.stringify(problemOf(refusal, null, messageFormatFor(request))));
    },
  });

  addProblemAnswers(server, options);
  addJsonBodies(server);
  addRequestLog(server);
  addDenials(server);
  addSecurityHeaders(server, options);
  addCompression(server);
  closeConnectionsOnStop(server);
  await server.register(cookie);
  const work = addOverloadLimit(server, options);
  addRequestHooks(server, options);
  refuseOtherHosts(server, options);
  await addRateLimit(server, options);
  refuseUnreadablePaths(server);
  addBodyLimits(server, work);
  addLongRequestLimit(server);
  refuseUnfitTexts(server);

  const answerOtherMethods = addMethodAnswers(server);
  healthRoutes(server, options);
  addMetrics(server, options);
  productRoute(server, options);
  manifestRoute(server);
  documentRoute(server, options);
  versionRoutes(server, options);
  correctionRoutes(server, options);
  const passwordMail = createPasswordMail(server, options);
  sessionRoutes(server, passwordMail);
  sessionsRoutes(server);
  secondFactorRoutes(server, options);
  openIdRoutes(server, options);
  tokenRoutes(server);
  calendarRoute(server);
  viewRoutes(server);
  noticeRoutes(server);
  preferenceRoutes(server);
  searchRoute(server);
  dashboardRoute(server);
  givenPageRoute(server);
  await fileRoutes(server);
  await receivedRoutes(server, options);
  await feedRoutes(server);
  if (options.mcp ?? true) mcpRoute(server);
  if (options.mode === 'dev') {
    devRoutes(server, options);
    mailRoutes(server);
    await receivedDevRoutes(server);
    await feedDevRoutes(server);
  }
  openApiRoute(server);
  gapsRoute(server, options);
  exactCallRoute(server);
  streamRoutes(server, options);
  passwordLinkRoutes(server, passwordMail);
  await verbRoutes(server, { options, passwordMail });
  canRoute(server);
  paperRoutes(server);
  eventRoutes(server);
  answerOtherMethods();
  await pageRoutes(server, options);
  return server;
}

/** Proxies by their number, with the connection itself as the first hop, or by their addresses. */
function believedProxies(proxies: NonNullable<ServerOptions['trustProxy']>) {
  if (typeof proxies === 'number') return (_address: string, hop: number) => hop < proxies;
  return proxies === false ? false : [...proxies];
}
