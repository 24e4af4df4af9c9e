import multipart from '@fastify/multipart';
import type { FileView } from '@nonet/client';
import type { FastifyInstance } from 'fastify';
import { dispositionName } from '../files/disposition.ts';
import { standardRefusal } from '../problem/standard.ts';
import { rightsOf, runningOf } from '../request/context.ts';
import { entityView } from '../view/entities.ts';
import type { Rights } from '../view/rights.ts';

/** Types that browsers show without running anything of them; everything else is only saved. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const PDF = 'application/pdf';

const NOTHING_RUNS = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'";
/** Browsers show no PDF in a sandbox, and run none of its scripts with the page's rights. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

/** `/api/-/files`: uploads, and the files of records that the reader may read. */
export async function fileRoutes(server: FastifyInstance): Promise<void> {
  const config = { points: ['entities'] } as const;
  await server.register(async (scope) => {
    await scope.register(multipart);

    scope.post('/api/-/files', { config }, async (request, reply): Promise<FileView> => {
      const { plan, engine } = runningOf(request);
      if (!request.isMultipart()) {
        throw standardRefusal(plan, 'UNSUPPORTED_MEDIA_TYPE', { message: 'Send multipart/form-data.' });
      }
      if (!mayUpload(rightsOf(request))) {
        throw standardRefusal(plan, request.account ? 'FORBIDDEN' : 'UNAUTHENTICATED');
      }
      const part = await request.file({ limits: { fileSize: Infinity, files: 1, fields: 0, parts: 2 } });
      if (part?.fieldname !== 'file') {
        throw standardRefusal(plan, 'INVALID', { message: 'The body has one part, `file`.' });
      }
      reply.code(201);
      return engine.storeFile(request.reader, part.file, part.filename);
    });
  });

  server.get<{ Params: { id: string } }>('/api/-/files/:id', { config }, async (request, reply) => {
    const { engine } = runningOf(request);
    const { name, type, content } = await engine.readFile(request.reader, request.params.id);
    return reply
      .headers({
        'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
        'content-disposition': `${IMAGES.has(type) || type === PDF ? 'inline' : 'attachment'}; ${dispositionName(name)}`,
        'content-security-policy': type === PDF ? PDF_POLICY : `sandbox; ${NOTHING_RUNS}`,
        'cache-control': 'private, no-cache',
      })
      .send(content);
  });
}

/** Whether there is a field at all that this reader might put a file into. */
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
