import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createAgentServer } from './agent-server.ts';

/** Answers one message of the Model Context Protocol with JSON; nothing is kept of it for the next one. */
export async function respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const answer = await answerOf(request);
  reply.code(answer.status);
  const type = answer.headers.get('content-type');
  if (type !== null) reply.type(type);
  return reply.send(await answer.text());
}

async function answerOf(request: FastifyRequest): Promise<Response> {
  const body = { parsedBody: request.body };
  const asked = requestOf(request);
  if (!(await isLegacyRequest(asked))) {
    // A subscription would stay open, and a product has nothing to say on one.
    const handler = createMcpHandler(() => createAgentServer(request), { legacy: 'reject', maxSubscriptions: 0 });
    return handler.fetch(asked, body);
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createAgentServer(request);
  await server.connect(transport);
  try {
    return await transport.handleRequest(asked, body);
  } finally {
    await server.close();
  }
}

/** The request as the library reads it. Its credentials are no business of the library. */
function requestOf({ headers, body }: FastifyRequest): Request {
  const shown = Object.entries(headers).filter(([name]) => name.startsWith('mcp-') || name === 'accept');
  return new Request('http://product/api/-/mcp', {
    method: 'POST',
    headers: [
      ...shown.map(([name, value]): [string, string] => [name, String(value)]),
      ['content-type', 'application/json'],
    ],
    body: JSON.stringify(body),
  });
}
