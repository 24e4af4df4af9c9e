import { message } from '@nonet/language';
import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import type { Clock } from '../clock.ts';
import type { Actor } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { networkOf } from '../session/network.ts';
import { attachedFiles } from '../run/references.ts';
import { refuse } from '../run/refuse.ts';
import { type Pool, run } from '../store/pool.ts';
import { keptSince } from './expire.ts';
import { fileName } from './types.ts';

/** A file as the wire shows it. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export interface FileParts {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
}

/**
 * Keeps an upload until a record holds it; an upload that no record holds is deleted after a day. Determines its type
 * from its content, regardless of its name. Refuses TOO_LARGE beyond MAX_UPLOAD, without reading further.
 */
export async function storeFile(
  parts: FileParts,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  upload: { readonly name: string; readonly actor: Actor; readonly address: string | null },
): Promise<StoredFile> {
  const { actor } = upload;
  const { maximumUploadBytes } = parts.index.plan.settings;
  const chunks: Uint8Array[] = [];
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maximumUploadBytes)
      throw refuse(parts.index, 'TOO_LARGE', {
        clause: '9.MAX_UPLOAD',
        words: message('fileSize', { most: maximumUploadBytes }),
      });
    hash.update(chunk);
    chunks.push(chunk);
  }
  if (size === 0) throw refuse(parts.index, 'INVALID', { words: message('emptyFile') });
  const source = actor.userId === null && upload.address !== null ? networkOf(upload.address) : null;
  await leaveRoom(parts, actor.userId, source, size);
  const bytes = Buffer.concat(chunks, size);
  const type = await typeOf(bytes);
  const name = fileName(upload.name);
  const [row] = await run<{ id: string }>(parts.pool, {
    text: 'insert into nonet.file (name, type, size, sha256, content, uploaded_at, uploaded_by, source) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id',
    values: [name, type, size, hash.digest(), bytes, parts.clock(), actor.userId, source],
  });
  if (row === undefined) throw new Error('The file was not stored.');
  return { id: row.id, name, type, size };
}

/**
 * Uploads that no record holds yet have a limited size, so that nobody can fill the disk unnoticed: one limit for each
 * user, and one for all people who are not signed in, of which each network (`source`) has a share.
 */
async function leaveRoom(
  { index, pool, clock }: FileParts,
  userId: string | null,
  source: string | null,
  size: number,
): Promise<void> {
  const [row] = await run<{ waiting: number; of_source: number; bytes: string }>(pool, {
    text: `select count(*)::int as waiting, count(*) filter (where f.source = $3)::int as of_source,
             coalesce(sum(f.size) filter (where f.source = $3), 0)::text as bytes from nonet.file f
           where f.paper is null and ${userId === null ? 'f.uploaded_by is null' : 'f.uploaded_by = $2'} and f.uploaded_at >= ${keptSince(userId)}
           and not exists (select from (${attachedFiles(index.plan.entities)}) t where t.file = f.id)`,
    values: [clock(), userId, source],
  });
  const most = ENGINE_LIMITS.waitingBytesOfNetwork * index.plan.settings.maximumUploadBytes;
  const isShareUsed =
    source !== null &&
    ((row?.of_source ?? 0) >= ENGINE_LIMITS.waitingUploadsOfNetwork || Number(row?.bytes ?? 0) + size > most);
  if (isShareUsed || (row?.waiting ?? 0) >= ENGINE_LIMITS.waitingUploads)
    throw refuse(index, 'TOO_MANY_REQUESTS', {
      words: message('waitingUploads', { count: row?.waiting ?? 0 }),
    });
}

/** The media type by content; text without a known format is plain text. */
async function typeOf(bytes: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(bytes);
  if (found !== undefined) return found.mime;
  if (bytes.includes(0)) return 'application/octet-stream';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'text/plain';
  } catch {
    return 'application/octet-stream';
  }
}
