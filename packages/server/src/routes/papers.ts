import { createHash } from 'node:crypto';
import type { PaperView } from '@nonet/client';
import { titleOfPaper } from '@nonet/engine';
import { message } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import { disposition, PDF } from '../files/disposition.ts';
import { paperToSet, textOf } from '../papers/set-paper.ts';
import { useTypesetter } from '../papers/paper-maker.ts';
import { canTypeset, PaperLate } from '../papers/typesetter.ts';
import { standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { inDocumentLanguage } from '../request/language.ts';
import { alreadyHas, prefersType } from '../request/preconditions.ts';
import { entityAt } from './collection.ts';
import { PDF_POLICY } from './files.ts';
import type { RecordParams } from './record.ts';

interface PaperParams extends RecordParams {
  paper: string;
}

/**
 * `GET /api/{path}/{id}/papers/{name}`: a paper of a record, as whoever asks may read it: as PDF, or its words as JSON.
 */
export function paperRoutes(server: FastifyInstance): void {
  const { typesetter, release } = useTypesetter();
  server.addHook('onClose', release);
  const config = { points: ['entities'] } as const;
  server.get<{ Params: PaperParams }>('/api/:path/:id/papers/:paper', { config }, async (request, reply) => {
    const { path, id, paper: name } = request.params;
    const entity = entityAt(request, path);
    const stated = runningOf(request).plan.papers.find((each) => each.name === name);
    const { plan, engine, ownLanguage, revision } = inDocumentLanguage(runningOf(request), stated?.language ?? null);
    const paper = await engine.paper(request.actor, entity.name, id, name, ownLanguage);
    reply.header('cache-control', 'private, no-cache').header('vary', 'accept');
    if (prefersType(request.headers.accept ?? '', 'application/json', [PDF, '*/*'])) {
      const { language } = paper;
      return { title: titleOfPaper(paper), language, text: textOf(paper) } satisfies PaperView;
    }
    const toSet = paperToSet(plan, paper);
    const tag = `"${createHash('sha256').update(revision).update(toSet.paper).digest('base64url').slice(0, 27)}"`;
    reply.header('etag', tag);
    if (alreadyHas(request, tag)) return reply.code(304).send();
    if (!canTypeset())
      throw standardRefusal(plan, 'UNAVAILABLE', { words: message('noPapers'), clause: stated?.clause ?? null });
    try {
      const pdf = await typesetter.set(toSet.paper, toSet.picture);
      return await reply
        .headers({
          'content-type': PDF,
          'content-disposition': disposition(titleOfPaper(paper), PDF),
          'content-security-policy': PDF_POLICY,
        })
        .send(Buffer.from(pdf));
    } catch (error) {
      if (!(error instanceof PaperLate)) throw error;
      throw standardRefusal(plan, 'UNAVAILABLE', { words: message('paperLate'), clause: stated?.clause ?? null });
    }
  });
}
