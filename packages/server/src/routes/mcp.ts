import { isObject, message } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { readApiToken } from '../session/bearer.ts';

/**
 * `POST /api/-/mcp`: the Model Context Protocol, for the agents of people. Each of its tools sends requests to the
 * routes of the API with the same token, so that it decides nothing by itself.
 */
export function mcpRoute(server: FastifyInstance): void {
  server.post('/api/-/mcp', { config: { decidedBy: 'roles', passesOn: true } }, async (request, reply) => {
    const { plan } = runningOf(request);
    if (request.account === null || readApiToken(request) === null) {
      reply.header('www-authenticate', 'Bearer');
      throw standardRefusal(plan, 'UNAUTHENTICATED', { words: message('agentToken') });
    }
    // One message at a time: several of them would be done side by side.
    if (!isObject(request.body) || Array.isArray(request.body))
      throw standardRefusal(plan, 'INVALID', { words: message('jsonObject') });
    // The library is loaded by the first request that needs it.
    const { respond } = await import('../mcp/respond.ts');
    return respond(request, reply);
  });
}
