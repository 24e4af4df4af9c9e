import type { FastifyInstance, RouteOptions } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { isApiPath } from '../request/hooks.ts';
import { entityAt } from './collection.ts';

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;
type Method = (typeof METHODS)[number];

type Route = Pick<RouteOptions, 'url' | 'config'> & {
  readonly methods: ReadonlySet<string>;
  readonly segments: readonly string[];
};

/**
 * A path that exists, but not with this method, is answered with METHOD_NOT_ALLOWED and `Allow` (RFC 9110). Call it
 * before the routes are added; the returned function adds its own routes after them.
 */
export function addMethodAnswers(server: FastifyInstance): () => void {
  const routes: Route[] = [];
  server.addHook('onRoute', ({ url, method, config }) => {
    if (isApiPath(url))
      routes.push({ url, methods: new Set([method].flat()), segments: url.split('/'), ...(config ? { config } : {}) });
  });
  return () => {
    for (const [url, { config }] of new Map(routes.map((route) => [shapeOf(route.url), route]))) {
      const asked = url.split('/');
      const covering = routes.filter((route) => covers(route, asked));
      const allowed = METHODS.filter((method) => covering.some(({ methods }) => methods.has(method)));
      const others = METHODS.filter((method) => !allowed.includes(method));
      if (others.length > 0) answerOthers(server, url, others, allowed, config);
    }
  };
}

function answerOthers(
  server: FastifyInstance,
  url: string,
  methods: Method[],
  allowed: readonly Method[],
  config: RouteOptions['config'],
): void {
  // If the document determines nothing, no method is known, not even for routes that always answer.
  const decided = { ...config, always: false, points: config?.points ?? (['entities'] as const), ownQuery: true };
  server.route<{ Params: { a?: string } }>({
    method: methods,
    url,
    config: decided,
    handler: async (request, reply) => {
      if (request.params.a !== undefined && url.startsWith('/api/:a')) entityAt(request, request.params.a);
      reply.header('allow', allowed.join(', '));
      throw standardRefusal(runningOf(request).plan, 'METHOD_NOT_ALLOWED');
    },
  });
}

/** `/api/:path/:id` → `/api/:a/:b`: routes of one shape differ in their method alone. */
function shapeOf(url: string): string {
  let count = 0;
  return url.replaceAll(/:\w+/g, () => `:${'abc'[count++]}`);
}

/** Whether the route answers requests for a shape: its parameters take any segment but `-`. */
function covers({ segments }: Route, asked: readonly string[]): boolean {
  return (
    segments.length === asked.length &&
    segments.every((segment, place) => segment === asked[place] || (segment.startsWith(':') && asked[place] !== '-'))
  );
}
