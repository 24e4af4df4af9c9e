import type { DocumentView } from '@nonet/client';
import { givenIn, type Plan, POINT_TITLES, POINTS, pointNumber } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import type { ServerOptions } from '../options.ts';
import { runningOf } from '../request/context.ts';
import { statedView } from '../view/document.ts';
import { gapViews, refuseStrangers } from './gaps.ts';

/** `GET /api/-/document`: the document itself, with its nine points, its gaps and what the checker says. */
export function documentRoute(server: FastifyInstance, options: ServerOptions): void {
  server.get('/api/-/document', { config: { always: true } }, async (request): Promise<DocumentView> => {
    refuseStrangers(request, options);
    const { plan, diagnostics } = runningOf(request);
    return {
      title: plan.title,
      sources: plan.sources.map((source) => ({ ...source })),
      points: POINTS.map((name) => ({
        number: pointNumber(name),
        name,
        title: POINT_TITLES[name],
        open: plan.openPoints.includes(name),
        line: headingLine(plan, pointNumber(name)),
      })),
      gaps: await gapViews(request),
      given: givenIn(plan),
      diagnostics: diagnostics.map(({ code, severity, message, file, line, column }) => ({
        code,
        severity,
        message,
        file,
        line,
        column,
      })),
      ...statedView(plan),
    };
  });
}

/** The line of `## 3. …` in the main file, from 1. */
function headingLine(plan: Plan, point: number): number | null {
  const lines = plan.sources[0]?.text.split('\n') ?? [];
  const index = lines.findIndex((line) => line.startsWith(`## ${point}.`));
  return index < 0 ? null : index + 1;
}
