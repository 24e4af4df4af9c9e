import { createHash } from 'node:crypto';

/** The number of the hash's 43 characters that are kept: 162 of its 256 bits. */
const LENGTH = 27;

/**
 * The `ETag` of one record's answer: `"<record>.<answer>"`. The part before the point is the record's own tag
 * (`entityTag` of the engine), which `If-Match` compares. The part behind it covers the whole text of the answer,
 * including titles, expanded references and related lists. `If-None-Match` compares both.
 */
export function recordTag({ etag, json }: { readonly etag: string; readonly json: string }): string {
  return `${etag.slice(0, -1)}.${hashOf(json)}"`;
}

/** The `ETag` of an exact call's answer: of all that it says. */
export function answerTag(status: number, body: string): string {
  return `"${hashOf(`${status} ${body}`)}"`;
}

/** `If-Match` as the engine compares it: each tag without the part that covers the answer. */
export function withoutAnswers(ifMatch: string): string {
  return ifMatch.replaceAll(/\.[\w-]+"/g, '"');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
}
