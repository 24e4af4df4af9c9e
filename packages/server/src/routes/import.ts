import { message } from '@nonet/language';
import type { Readable } from 'node:stream';
import type { ImportView } from '@nonet/client';
import type { ImportTable } from '@nonet/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readCsv } from '../csv/read.ts';
import type { PasswordMail } from '../operations/password-mail.ts';
import { fieldProblems } from '../problem/problem.ts';
import { standardRefusal } from '../problem/standard.ts';
import { readBytes } from '../request/body.ts';
import { rightsOf, runningOf } from '../request/context.ts';
import { messageFormatFor } from '../request/language.ts';
import { writeOptions } from '../request/preconditions.ts';
import { readQuery } from '../request/query.ts';
import type { Rights } from '../view/rights.ts';
import { entityAt } from './collection.ts';

const NOTHING: ImportTable = { locale: null, header: [], rows: [] };

/** `POST /api/{path}/import`: records from a file, all or none; `?dry_run=true` only answers what would become of it. */
export async function importRoute(server: FastifyInstance, mail: PasswordMail | null): Promise<void> {
  const config = { points: ['entities'], ownQuery: true } as const;
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The file is read only once it is known that it may be imported.
    scope.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));

    scope.post<{ Params: { path: string } }>('/api/:path/import', { config }, async (request): Promise<ImportView> => {
      const running = runningOf(request);
      const { engine, plan } = running;
      const entity = entityAt(request, request.params.path);
      const options = writeOptions(plan, request, ['dry_run']);
      const dryRun = readDryRun(request);
      // The engine refuses readers who may not import, with any file.
      const table = mightImport(await rightsOf(request), entity.name) ? await readTable(request) : NOTHING;
      const result = await engine.import(request.actor, entity.name, table, { ...options, dryRun });
      if (entity.name === 'User')
        for (const { id } of result.rows) if (id !== null) mail?.invite(request, running, String(id));
      const format = messageFormatFor(request);
      return {
        rows: result.rows.map(({ line, change, id, errors }) => ({
          line,
          change,
          id,
          errors: fieldProblems(errors, format),
        })),
        ignored: [...result.ignored],
        confirm: [...result.confirm],
      };
    });
  });
}

/** Whether a cell may allow it, or leaves it open: only the engine knows who holds a role about the user alone. */
function mightImport(rights: Rights, entity: string): boolean {
  const might = (action: 'create' | 'import') => rights.may(entity, action) || rights.isOpen(entity, action);
  return rights.entity(entity)?.owner === null && might('create') && might('import');
}

function readDryRun(request: FastifyRequest): boolean {
  const { plan } = runningOf(request);
  const value = readQuery(plan, request.url).get('dry_run') ?? 'false';
  if (value === 'true' || value === 'false') return value === 'true';
  throw standardRefusal(plan, 'INVALID', { words: message('dryRun') });
}

async function readTable(request: FastifyRequest): Promise<ImportTable> {
  const { plan } = runningOf(request);
  const { maximumUploadBytes: most, locale } = plan.settings;
  const tooLarge = () =>
    standardRefusal(plan, 'TOO_LARGE', { clause: '9.MAX_UPLOAD', words: message('fileSize', { most }) });
  if (request.body === undefined) throw standardRefusal(plan, 'UNSUPPORTED_MEDIA_TYPE', { words: message('csvType') });
  const bytes = await readBytes(request, request.body as Readable, most, tooLarge);
  return readCsv(plan, bytes, request.actor.locale ?? locale);
}
