import type { AskStep } from './case.ts';
import { because, type FailureReason, kept } from './failure-reason.ts';
import type { Sender } from './http-client.ts';

/** The `ETag`s of what was answered so far. */
export class Tags {
  /** By actor and address: the last answer, and its tag. */
  readonly #last = new Map<string, { readonly tag: string; readonly text: string }>();

  /** A changed answer must have another `ETag`; otherwise clients would keep using the former one. */
  difference({ method, as }: AskStep, path: string, text: string, headers: Headers): FailureReason | null {
    const tag = headers.get('etag');
    if (method !== 'GET' || tag === null) return null;
    const key = `${as} ${path}`;
    const former = this.#last.get(key);
    this.#last.set(key, { tag, text });
    return former?.tag === tag && former.text !== text ? because`the answer has changed, and its ETag has not` : null;
  }
}

/** An answer that the actor already has is not sent again. */
export async function unchangedDifference(
  sender: Sender,
  path: string,
  headers: Readonly<Record<string, string>>,
  response: Response,
): Promise<FailureReason | null> {
  const tag = response.headers.get('etag');
  if (tag === null) return because`the answer has no ETag`;
  const again = await sender.send(path, null, { method: 'GET', headers: { ...headers, 'if-none-match': tag } });
  const text = await again.text();
  return again.status === 304 && text === ''
    ? null
    : because`the answer to a request with its ETag is ${kept(again.status)}, not 304`;
}
