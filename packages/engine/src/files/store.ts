import { message } from '@nonet/language';
import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import type { Clock } from '../clock.ts';
import type { Actor } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import { ENGINE_LIMITS } from '../limits.ts';
import { attachedFiles } from '../run/references.ts';
import { refuse } from '../run/refuse.ts';
import { type Pool, run } from '../store/pool.ts';
import { keptSince } from './expire.ts';

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

const LONGEST_NAME = 200;

/**
 * Keeps an upload until a record holds it; what none holds is forgotten after a day. Its type is read from its
 * content, whatever it is called. Refuses TOO_LARGE beyond MAX_UPLOAD, without reading further.
 */
export async function storeFile(
  parts: FileParts,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  upload: { readonly name: string; readonly actor: Actor },
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
  await leaveRoom(parts, actor.userId);
  const bytes = Buffer.concat(chunks, size);
  const type = await typeOf(bytes);
  const name = fileName(upload.name);
  const [row] = await run<{ id: string }>(parts.pool, {
    text: 'insert into nonet.file (name, type, size, sha256, content, uploaded_at, uploaded_by) values ($1, $2, $3, $4, $5, $6, $7) returning id',
    values: [name, type, size, hash.digest(), bytes, parts.clock(), actor.userId],
  });
  if (row === undefined) throw new Error('The file was not stored.');
  return { id: row.id, name, type, size };
}

/**
 * Uploads that no record holds yet have a bounded room, so that nobody fills the disk unseen: one for each user, and one for all who
 * are not signed in.
 */
async function leaveRoom({ index, pool, clock }: FileParts, userId: string | null): Promise<void> {
  const [row] = await run<{ waiting: number }>(pool, {
    text: `select count(*)::int as waiting from nonet.file f
           where ${userId === null ? 'f.uploaded_by is null' : 'f.uploaded_by = $2'} and f.uploaded_at >= ${keptSince(userId)}
           and not exists (select from (${attachedFiles(index.plan.entities)}) t where t.file = f.id)`,
    values: [clock(), userId],
  });
  if ((row?.waiting ?? 0) >= ENGINE_LIMITS.waitingUploads)
    throw refuse(index, 'TOO_MANY_REQUESTS', {
      words: message('waitingUploads', { count: ENGINE_LIMITS.waitingUploads }),
    });
}

/** By content; text that no format claims is plain text. */
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

/** The last part of a path, without characters that a header or a shell would read otherwise. */
function fileName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const clean = Array.from(last)
    .filter((character) => !/[\p{Cc}\p{Cf}\p{Co}\p{Cs}"<>|:*?]/u.test(character))
    .join('')
    .trim();
  return Array.from(clean).slice(0, LONGEST_NAME).join('').replace(/^\.+/, '') || 'file';
}
