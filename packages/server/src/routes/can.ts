import type { CanView, Verdict as VerdictView } from '@nonet/client';
import type { Can, Verdict } from '@nonet/engine';
import type { MessageFormat } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import { runningOf } from '../request/context.ts';
import { messageFormatFor } from '../request/language.ts';
import { entityAt } from './collection.ts';
import type { RecordParams } from './record.ts';

/** `GET /api/{path}/{id}/can`: what this user may do with the record now, and why not. */
export function canRoute(server: FastifyInstance): void {
  const config = { points: ['entities'] } as const;
  server.get<{ Params: RecordParams }>('/api/:path/:id/can', { config }, async (request): Promise<CanView> => {
    const { path, id } = request.params;
    const can = await runningOf(request).engine.can(request.actor, entityAt(request, path).name, id);
    return canView(can, messageFormatFor(request));
  });
}

function canView({ fields, events, papers, ...actions }: Can, format: MessageFormat): CanView {
  const view = (verdict: Verdict): VerdictView =>
    verdict.may ? verdict : { ...verdict, message: format.message(verdict.message) };
  return {
    update: view(actions.update),
    delete: view(actions.delete),
    restore: view(actions.restore),
    ...(actions.merge && { merge: view(actions.merge) }),
    ...(actions.erase && { erase: view(actions.erase) }),
    fields: [...fields],
    papers: [...papers],
    events: Object.fromEntries(Object.entries(events).map(([name, verdict]) => [name, view(verdict)])),
  };
}
