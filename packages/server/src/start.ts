import type { FastifyInstance } from 'fastify';
import { LIMITS } from './limits/table.ts';
import type { ServerOptions } from './options.ts';
import { createServer } from './server.ts';

export interface StartOptions extends ServerOptions {
  readonly port: number;
  /** `127.0.0.1` unless stated. */
  readonly host?: string;
}

export interface StartedServer {
  readonly server: FastifyInstance;
  /** The address as a browser on this machine reaches it: `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Stops taking requests, answers those that are under way, and ends what is left after ten seconds. */
  stop(): Promise<void>;
}

/** Starts to answer requests. @throws if the port is taken. */
export async function start(options: StartOptions): Promise<StartedServer> {
  const server = await createServer(options);
  const host = options.host ?? '127.0.0.1';
  await server.listen({ port: options.port, host });
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  const shownHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return { server, url: `http://${shownHost}:${port}`, stop: () => stop(server) };
}

async function stop(server: FastifyInstance): Promise<void> {
  const deadline = setTimeout(() => server.server.closeAllConnections(), LIMITS.stopSeconds * 1000);
  try {
    await server.close();
  } finally {
    clearTimeout(deadline);
  }
}
