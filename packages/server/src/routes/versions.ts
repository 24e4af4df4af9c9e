import type { VersionDifferencesView, VersionsView } from '@nonet/client';
import type { FastifyInstance } from 'fastify';
import type { ServerOptions } from '../options.ts';
import { standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { createCompareVersions } from '../view/compare-versions.ts';
import { refuseStrangers } from './gaps.ts';

type Compared = { Params: { compared: string } };

/**
 * `/api/-/versions`: the documents that were put to use, their differences in meaning, the change that is being
 * prepared, and the processes that still serve a former version.
 */
export function versionRoutes(server: FastifyInstance, options: ServerOptions): void {
  const config = { always: true } as const;
  const compare = createCompareVersions();

  server.get('/api/-/versions', { config }, async (request): Promise<VersionsView> => {
    refuseStrangers(request, options);
    const { engine } = runningOf(request);
    const { versions, change, former, serving, current } = await engine.versionStatus();
    return {
      current: current.number,
      served: engine.migration.version,
      versions: versions.toReversed().map(({ number, title, putToUseAt, putToUseBy, steps, effects }) => ({
        number,
        title,
        putToUseAt,
        putToUseBy,
        steps: [...steps],
        effects: [...effects],
      })),
      change: change && { startedAt: change.startedAt, tables: change.tables.map((each) => ({ ...each })) },
      kept: former && { columns: former.columns.map((each) => ({ ...each })) },
      serving: serving.map((each) => ({ ...each })),
    };
  });

  const differences = '/api/-/versions/:compared';
  server.get<Compared>(differences, { config }, async (request): Promise<VersionDifferencesView> => {
    refuseStrangers(request, options);
    const { engine, plan } = runningOf(request);
    const [former, now] = numbersOf(request.params.compared);
    const texts = await engine.readVersionTexts([former, now]);
    if (texts.length < new Set([former, now]).size) throw standardRefusal(plan, 'NOT_FOUND');
    const textOf = (number: number) => texts.find((each) => each.number === number);
    // Two databases may count other documents as the same numbers.
    return compare(`${former} ${textOf(former)?.documentHash} ${now} ${textOf(now)?.documentHash}`, async () => ({
      former: { number: former, files: textOf(former)?.sources ?? [] },
      now: { number: now, files: textOf(now)?.sources ?? [] },
    }));
  });
}

/** The numbers in `3..4`; 0, which no version has, for what is none. */
function numbersOf(text: string): readonly [former: number, now: number] {
  const [, former = '0', now = '0'] = /^([1-9][0-9]{0,8})\.\.([1-9][0-9]{0,8})$/.exec(text) ?? [];
  return [Number(former), Number(now)];
}
