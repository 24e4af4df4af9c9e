import { type Entity, pathOf } from '@nonet/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exportCsv } from '../csv/export.ts';
import type { PasswordMail } from '../operations/password-mail.ts';
import { notSpecified, standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { identifyNow } from '../request/hooks.ts';
import { prefers, writeOptions } from '../request/preconditions.ts';
import { readListQuery, readQuery } from '../request/query.ts';
import { answerJson, answerRecord } from './answer-json.ts';
import { pageText } from './page-text.ts';

interface CollectionParams {
  path: string;
}

/** `/api/{path}`: the list of an entity's records. */
export function collectionRoutes(server: FastifyInstance, mail: PasswordMail | null): void {
  const config = { points: ['entities'], ownQuery: true, verifiedByEngine: true } as const;

  server.get<{ Params: CollectionParams }>('/api/:path', { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    const entity = entityAt(request, request.params.path);
    const query = readListQuery(plan, readQuery(plan, request.url));
    if (prefers(request, 'text/csv')) {
      await identifyNow(request);
      return exportCsv(request, reply, entity, query);
    }
    const page = await engine.list(request.actor, entity.name, query);
    return answerJson(reply, pageText(page));
  });

  server.post<{ Params: CollectionParams }>('/api/:path', { config }, async (request, reply) => {
    const running = runningOf(request);
    const { plan, engine } = running;
    const entity = entityAt(request, request.params.path);
    const options = writeOptions(plan, request);
    const created = await engine.create(request.actor, entity.name, request.body ?? {}, options);
    if (entity.name === 'User') mail?.invite(request, running, created.record.id);
    return answerCreated(reply, entity, created);
  });
}

/** The clause of an entity whose item is not shown: it has a name, and nothing else. */
const OPEN_ENTITY = /^3\.[A-Z][A-Za-z0-9]*$/;

/** The entity of a collection. @throws {Refusal} NOT_FOUND; NOT_SPECIFIED where the entity itself is not shown. */
export function entityAt(request: FastifyRequest, path: string): Entity {
  const { plan, engine } = runningOf(request);
  const entity = plan.entities.find((candidate) => candidate.path === path);
  if (entity) return entity;
  const gap = plan.gaps.find(({ clause }) => OPEN_ENTITY.test(clause) && pathOf(clause.slice('3.'.length)) === path);
  if (!gap) throw standardRefusal(plan, 'NOT_FOUND');
  engine.hit(gap.clause, request.actor.roles);
  throw notSpecified(plan, gap.clause);
}

export function answerCreated(
  reply: FastifyReply,
  entity: Entity,
  created: { readonly record: { readonly id: string }; readonly json: string; readonly etag: string },
): FastifyReply {
  reply.code(201).header('location', `/api/${entity.path}/${encodeURIComponent(created.record.id)}`);
  return answerRecord(reply, created);
}
