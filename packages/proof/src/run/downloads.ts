import { contentOf } from '../reference/file-contents.ts';
import type { DownloadStep } from './case.ts';

/** What a browser shows without running anything of it; all else is only saved. */
const SHOWN: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'application/pdf',
]);

/** What differs between a file as it was sent and as it is served, as words; null where nothing does. */
export function downloadDifference(
  { type, size }: Pick<DownloadStep, 'type' | 'size'>,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  bytes: Uint8Array,
): string | null {
  if (status !== 200) return `the answer is ${status}, not 200`;
  const sent = contentOf(type, size ?? null);
  const served = (headers.get('content-type') ?? '').split(';')[0];
  if (served !== sent.media) return `the file is served as ${served}, not ${sent.media}`;
  if (Buffer.compare(bytes, sent.bytes) !== 0) return 'the file is another one than was sent';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'a browser may take the file for something else';
  const [disposition] = (headers.get('content-disposition') ?? '').split(';');
  if (disposition !== 'attachment' && !SHOWN.has(sent.media)) return `the file is ${disposition}, not only saved`;
  const policy = headers.get('content-security-policy') ?? '';
  return policy.includes("default-src 'none'") ? null : `what the file holds may run: its policy is “${policy}”`;
}
