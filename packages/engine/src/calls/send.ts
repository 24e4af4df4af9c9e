import { type PinnedAnswer, requestPinned } from './pinned-request.ts';
import type { BuiltRequest } from './request.ts';
import { signatureOf } from './sign.ts';

export interface SendOptions {
  readonly idempotencyKey: string;
  /** The secret that signs it; null if it is not signed. */
  readonly secret: string | null;
  readonly at: Date;
  readonly timeoutMilliseconds: number;
  readonly allowPrivateTargets: boolean;
}

/** Makes one request of an outbound call, under its key, and signed where the document says so. */
export function send(request: BuiltRequest, options: SendOptions): Promise<PinnedAnswer> {
  const { idempotencyKey: id, secret, at } = options;
  return requestPinned({
    method: request.method,
    url: request.url,
    headers: {
      accept: 'application/json',
      'user-agent': 'Nonet',
      ...(request.body === null ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
      'idempotency-key': id,
      ...(secret === null ? {} : signatureOf(secret, { id, at, body: request.body ?? '' })),
    },
    body: request.body,
    timeoutMilliseconds: options.timeoutMilliseconds,
    allowPrivateTargets: options.allowPrivateTargets,
  });
}
