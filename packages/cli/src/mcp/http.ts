import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createMcpServer } from './create-mcp-server.ts';
import type { Workspace } from './workspace.ts';

export interface McpHttpServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the protocol over HTTP, to this machine alone: to whoever has the token, under the machine's own names, so that
 * a page in a browser reaches it neither directly nor by a name of its own.
 */
export async function serveMcpOverHttp(workspace: Workspace, port: number, token: string): Promise<McpHttpServer> {
  const handler = createMcpHandler(() => createMcpServer(workspace));
  const server = createServer((request, response) => {
    void respond(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const refusal = refusalOf(request, token);
    if (refusal !== null) {
      response
        .writeHead(refusal.status, { 'content-type': 'text/plain', ...refusal.headers })
        .end(`${refusal.words}\n`);
      return;
    }
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    const answer = await handler.fetch(requestOf(request, leaving.signal));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    const reader = answer.body?.getReader();
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) response.write(part.value);
    response.end();
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function requestOf(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  const method = request.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`http://${request.headers.host}${request.url}`, {
    method,
    headers,
    signal,
    ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' } : {}),
  });
}

interface HttpRefusal {
  readonly status: number;
  readonly words: string;
  readonly headers: Readonly<Record<string, string>>;
}

function refusalOf({ headers, url }: IncomingMessage, token: string): HttpRefusal | null {
  const own = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;
  if (!own.test(headers.host ?? '')) return { status: 403, words: 'This is no name of this machine.', headers: {} };
  if (headers.origin !== undefined && !own.test(headers.origin.replace(/^http:\/\//, '')))
    return { status: 403, words: 'Pages of other origins are not answered.', headers: {} };
  const [, given = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  if (!isSame(given, token))
    return { status: 401, words: 'The token is missing or wrong.', headers: { 'www-authenticate': 'Bearer' } };
  if (new URL(url ?? '/', 'http://127.0.0.1').pathname !== '/mcp')
    return { status: 404, words: 'The server is at /mcp.', headers: {} };
  return null;
}

/** Compares without telling by the time how much is right. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
