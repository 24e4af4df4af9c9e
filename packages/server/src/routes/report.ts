import { type Entity, itemAt } from '@nonet/language';
import { type ListQuery, noteSecurityEvent, type ReportQuery } from '@nonet/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseExport } from '../csv/export.ts';
import { reportCsv, reportXlsx } from '../reports/report-file.ts';
import { reportTable } from '../reports/report-table.ts';
import { rightsOf, runningOf } from '../request/context.ts';
import { identifyNow } from '../request/hooks.ts';
import { messageFormatFor } from '../request/language.ts';
import { prefers, XLSX_TYPE } from '../request/preconditions.ts';
import { readListQuery, readQuery } from '../request/query.ts';
import { entityAt } from './collection.ts';

/** No field's name begins with `_`, so that these keys are never filters. */
const OWN_KEYS = ['_rows', '_columns', '_measures'] as const;

/**
 * `GET /api/{path}/report`: the records of a list counted and measured by one or two groupings; as CSV or as a workbook
 * for people who may export, of what they may export.
 */
export function reportRoute(server: FastifyInstance): void {
  const config = { points: ['entities'], ownQuery: true, verifiedByEngine: true } as const;
  server.get<{ Params: { path: string } }>('/api/:path/report', { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    const entity = entityAt(request, request.params.path);
    const given = readQuery(plan, request.url);
    const [rows, columns, measures] = OWN_KEYS.map((key) => given.get(key) ?? null);
    const asked = { rows: rows ?? null, columns: columns ?? null, measures: measures ?? null };
    const query = readListQuery(plan, new Map([...given].filter(([key]) => !OWN_KEYS.some((own) => own === key))));
    const isSheet = prefers(request, XLSX_TYPE);
    if (!isSheet && !prefers(request, 'text/csv')) return engine.report(request.actor, entity.name, query, asked);
    await identifyNow(request);
    return exportReport(request, reply, { entity, query, asked, isSheet });
  });
}

interface Exported {
  readonly entity: Entity;
  readonly query: ListQuery;
  readonly asked: ReportQuery;
  /** A workbook, or CSV. */
  readonly isSheet: boolean;
}

async function exportReport(
  request: FastifyRequest,
  reply: FastifyReply,
  { entity, query, asked, isSheet }: Exported,
): Promise<FastifyReply> {
  const { engine } = runningOf(request);
  const rights = await rightsOf(request);
  refuseExport(request, rights, entity);
  const report = await engine.report(request.actor, entity.name, { ...query, purpose: 'export' }, asked);
  const named = { rows: asked.rows ?? '', columns: asked.columns === '' ? null : asked.columns };
  const table = reportTable(rights, entity, named, report, messageFormatFor(request));
  const file = isSheet ? await reportXlsx(table, itemAt(table.head, 0)) : reportCsv(table);
  await noteSecurityEvent(engine.pool, {
    kind: 'exported',
    actor: request.actor.userId,
    address: request.ip,
    detail: { entity: entity.name },
  });
  const name = `${entity.path}-report.${isSheet ? 'xlsx' : 'csv'}`;
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return reply.type(isSheet ? XLSX_TYPE : 'text/csv; charset=utf-8').send(file);
}
