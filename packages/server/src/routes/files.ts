import multipart from '@fastify/multipart';
import type { FileDetailsView, FileView } from '@nonet/client';
import type { Refusal } from '@nonet/engine';
import { message, type Plan } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import { disposition, PDF } from '../files/disposition.ts';
import { standardRefusal } from '../problem/standard.ts';
import { rightsOf, runningOf } from '../request/context.ts';
import { prefersType } from '../request/preconditions.ts';
import { entityView } from '../view/entities.ts';
import type { Rights } from '../view/rights.ts';

const NOTHING_RUNS = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'";
/** Browsers show no PDF in a sandbox, and run none of its scripts with the page's rights. */
export const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

/** `/api/-/files`: uploads, and the files of records that the reader may read. */
export async function fileRoutes(server: FastifyInstance): Promise<void> {
  const config = { points: ['entities'] } as const;
  await server.register(async (scope) => {
    await scope.register(multipart);

    scope.post('/api/-/files', { config }, async (request, reply): Promise<FileView> => {
      const { plan, engine } = runningOf(request);
      if (!request.isMultipart()) {
        throw standardRefusal(plan, 'UNSUPPORTED_MEDIA_TYPE', { words: message('multipart') });
      }
      if (!mayUpload(await rightsOf(request))) {
        throw standardRefusal(plan, request.account ? 'FORBIDDEN' : 'UNAUTHENTICATED');
      }
      const parts = readable(plan, request.files({ limits: { fileSize: Infinity, files: 1, fields: 0, parts: 2 } }));
      const { value: part } = await parts.next();
      if (part?.fieldname !== 'file') throw oneFile(plan);
      const stored = await engine.storeFile(request.actor, readable(plan, part.file), part.filename, request.ip);
      // A further part would be dropped without a message; the stored file is deleted later, because no record holds
      // it.
      if ((await parts.next()).done !== true) throw oneFile(plan);
      reply.code(201);
      return stored;
    });
  });

  server.get<{ Params: { id: string } }>('/api/-/files/:id', { config }, async (request, reply) => {
    const { engine, plan } = runningOf(request);
    const { content, sha256, kept, ...file } = await engine.readFile(request.actor, request.params.id);
    const { name, type } = file;
    reply.header('vary', 'accept');
    if (prefersType(request.headers.accept ?? '', 'application/json', [type, '*/*'])) {
      const hash = sha256?.toString('hex') ?? null;
      reply.header('cache-control', 'private, no-cache');
      return { ...file, size: content === null ? null : file.size, sha256: hash, kept } satisfies FileDetailsView;
    }
    if (content === null || sha256 === null)
      throw standardRefusal(plan, 'UNAVAILABLE', { words: message('paperComing') });
    return reply
      .headers({
        'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
        'content-disposition': disposition(name, type),
        'content-security-policy': type === PDF ? PDF_POLICY : `sandbox; ${NOTHING_RUNS}`,
        // RFC 9530: what was kept by an event can be compared with what was told of it then.
        'repr-digest': `sha-256=:${sha256.toString('base64')}:`,
        'cache-control': 'private, no-cache',
      })
      .send(content);
  });
}

/** The parts of a form, or the bytes of one. @throws {Refusal} INVALID where the form ends early, or is none */
async function* readable<T>(plan: Plan, parts: AsyncIterable<T>): AsyncGenerator<T, undefined> {
  try {
    yield* parts;
  } catch (error) {
    throw error instanceof Error ? oneFile(plan, error.message) : error;
  }
}

function oneFile(plan: Plan, why: string | null = null): Refusal {
  const words = message('oneFile');
  return standardRefusal(plan, 'INVALID', { words: why === null ? words : [words, why] });
}

/** Whether there is any field into which this reader might put a file. */
function mayUpload(rights: Rights): boolean {
  const holdsFile = (field: { kind: string }) => field.kind === 'file' || field.kind === 'image';
  return rights.plan.entities.some((entity) => {
    const { fields, events } = entityView(rights, entity, []);
    return (
      fields.some((field) => holdsFile(field) && (field.onCreate || field.onUpdate)) ||
      events.some((event) => event.asks.some((ask) => [ask.field, ...(ask.child ?? [])].some(holdsFile)))
    );
  });
}
