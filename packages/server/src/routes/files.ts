import multipart from '@fastify/multipart';
import type { FileView } from '@nonet/client';
import type { FastifyInstance } from 'fastify';
import { contentType } from '../files/content-type.ts';
import { attachment, cleanName } from '../files/names.ts';
import { standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';

/** Types that browsers show without running anything of them; everything else is only saved. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'application/pdf']);

/** `/api/-/files`: uploads, and the files of records that the reader may read. */
export async function fileRoutes(server: FastifyInstance): Promise<void> {
  const config = { points: ['entities'] } as const;
  await server.register(async (scope) => {
    await scope.register(multipart);

    scope.post('/api/-/files', { config }, async (request, reply): Promise<FileView> => {
      const { plan, files } = runningOf(request);
      if (!request.isMultipart()) {
        throw standardRefusal(plan, 'UNSUPPORTED_MEDIA_TYPE', { message: 'Send multipart/form-data.' });
      }
      if (!request.account) throw standardRefusal(plan, 'UNAUTHENTICATED');
      const maximum = plan.settings.maximumUploadBytes;
      const part = await request.file({ limits: { fileSize: maximum, files: 1, fields: 0, parts: 2 } });
      if (part?.fieldname !== 'file') {
        throw standardRefusal(plan, 'INVALID', { message: 'The body has one part, `file`.' });
      }
      const content = await part.toBuffer();
      const name = cleanName(part.filename);
      const stored = await files.store(request.reader, { name, type: await contentType(content), content });
      reply.code(201);
      return stored;
    });
  });

  server.get<{ Params: { id: string } }>('/api/-/files/:id', { config }, async (request, reply) => {
    const { files } = runningOf(request);
    const { name, type, content } = await files.read(request.reader, request.params.id);
    return reply
      .headers({
        'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
        'content-disposition': `${SHOWN.has(type) ? 'inline' : 'attachment'}; ${attachment(name)}`,
        'content-security-policy': "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
        'cache-control': 'private, no-cache',
      })
      .send(content);
  });
}
