import { contentOf } from '../reference/file-contents.ts';
import type { Bindings } from './bindings.ts';
import type { DownloadStep, Expect, UploadStep } from './case.ts';
import { because, type FailureReason, kept } from './failure-reason.ts';
import type { Result } from './result.ts';
import type { Sender } from './http-client.ts';
import { stepDifference } from './verdict.ts';

const FILES = '/api/-/files';

/** Uploads a file, and learns its id; or is refused. */
export async function sendFile(sender: Sender, bindings: Bindings, step: UploadStep): Promise<Result> {
  sender.setTime(step.at);
  const { bytes, name } = contentOf(step.type, step.size ?? null);
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  const response = await sender.send(FILES, step.as, { method: 'POST', body: form });
  const text = await response.text();
  const expect: Expect =
    step.refused === undefined ? { status: 201 } : { status: step.refused.status, problem: step.refused };
  const tolerant = step.refused === undefined && response.ok ? { ...expect, status: response.status } : expect;
  const reason = stepDifference(bindings, tolerant, response.status, text);
  if (reason !== null) {
    const request = { method: 'POST', path: FILES, as: step.as, body: name };
    return { passed: false, clauses: step.clauses, reason, request, answer: { status: response.status, body: text } };
  }
  if (step.refused === undefined) bindings.bind(step.id, (JSON.parse(text) as { id: string }).id);
  return { passed: true };
}

/** Asks for a file: it is served as it was sent; or refused. */
export async function fetchFile(sender: Sender, bindings: Bindings, step: DownloadStep): Promise<Result> {
  sender.setTime(step.at);
  const path = bindings.resolve(`${FILES}/${step.id}`);
  const response = await sender.send(path, step.as, { method: 'GET' });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { refused } = step;
  const reason =
    refused === undefined
      ? downloadDifference(step, response, bytes)
      : stepDifference(bindings, { status: refused.status, problem: refused }, response.status, bytes.toString());
  if (reason === null) return { passed: true };
  const request = { method: 'GET', path, as: step.as, body: null };
  const body = response.ok ? `${bytes.length} bytes of ${response.headers.get('content-type')}` : bytes.toString();
  return { passed: false, clauses: step.clauses, reason, request, answer: { status: response.status, body } };
}

/** Media types that a browser shows without running code in them; it only saves the others. */
const SHOWN: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'application/pdf',
]);

/** The difference between a file as it was sent and as it is served, in words; null if there is none. */
function downloadDifference(
  { type, size, isPaper }: Pick<DownloadStep, 'type' | 'size' | 'isPaper'>,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  bytes: Uint8Array,
): FailureReason | null {
  // A paper that an event has kept is made after it.
  if (isPaper === true && status === 503) return null;
  if (status !== 200) return because`the answer is ${kept(status)}, not 200`;
  const sent = contentOf(type, size ?? null);
  const served = (headers.get('content-type') ?? '').split(';')[0];
  if (served !== sent.media) return because`the file is served as ${String(served)}, not ${sent.media}`;
  if (isPaper !== true && Buffer.compare(bytes, sent.bytes) !== 0)
    return because`the file is not the one that was uploaded`;
  if (headers.get('x-content-type-options') !== 'nosniff')
    return because`the answer lacks X-Content-Type-Options: nosniff`;
  const [disposition = ''] = (headers.get('content-disposition') ?? '').split(';');
  if (disposition !== 'attachment' && !SHOWN.has(sent.media))
    return because`the Content-Disposition is ${disposition || 'missing'}, not attachment`;
  const policy = headers.get('content-security-policy') ?? '';
  return policy.includes("default-src 'none'")
    ? null
    : because`the Content-Security-Policy lets the file run code: “${policy}”`;
}
