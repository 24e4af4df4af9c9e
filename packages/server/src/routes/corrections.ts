import type { CorrectionsView } from '@nonet/client';
import { isObject, message, type Plan } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import type { ServerOptions } from '../options.ts';
import { invalidKey, standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { createCheckFiles } from '../view/check-files.ts';
import { correctionsFor } from '../view/corrections.ts';
import { refuseStrangers } from './gaps.ts';

/**
 * `/api/-/corrections`: the records without a place in another document, or those that lack what the document in use asks of new
 * ones. People correct them as themselves, with their rights; what a reader may not see is counted alone.
 */
export function correctionRoutes(server: FastifyInstance, options: ServerOptions): void {
  const config = { always: true } as const;
  const checkFiles = createCheckFiles();

  server.get('/api/-/corrections', { config }, async (request): Promise<CorrectionsView> => {
    refuseStrangers(request, options);
    const { engine, plan } = runningOf(request);
    return { errors: [], ...(await correctionsFor(engine, request.actor, plan)) };
  });

  server.post('/api/-/corrections', { config }, async (request): Promise<CorrectionsView> => {
    refuseStrangers(request, options);
    const { engine, plan } = runningOf(request);
    const { plan: given, errors } = await checkFiles(readFiles(plan, request.body));
    if (given === null) return { errors: [...errors], problems: [], left_to_document: [] };
    return { errors: [], ...(await correctionsFor(engine, request.actor, given)) };
  });
}

function readFiles(plan: Plan, body: unknown): Plan['sources'] {
  if (!isObject(body) || Array.isArray(body)) throw standardRefusal(plan, 'INVALID', { words: message('jsonObject') });
  const { files, ...others } = body;
  const unknown = Object.keys(others).map((key) => invalidKey(key, message('unknownKey', { key })));
  if (unknown.length > 0) throw standardRefusal(plan, 'INVALID', { errors: unknown });
  if (!Array.isArray(files) || files.length === 0 || !files.every(isFile))
    throw standardRefusal(plan, 'INVALID', { errors: [invalidKey('files', message('filesKey'))] });
  return files;
}

function isFile(value: unknown): value is Plan['sources'][number] {
  return (
    isObject(value) &&
    Object.keys(value).length === 2 &&
    typeof value['path'] === 'string' &&
    typeof value['text'] === 'string'
  );
}
