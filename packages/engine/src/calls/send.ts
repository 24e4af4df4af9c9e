import { type PinnedAnswer, requestPinned } from './pinned-request.ts';
import type { BuiltRequest } from './request.ts';

export interface SendOptions {
  readonly idempotencyKey: string;
  readonly timeoutMilliseconds: number;
  readonly allowPrivateTargets: boolean;
}

/** Makes one request of an outbound call, under its key. */
export function send(request: BuiltRequest, options: SendOptions): Promise<PinnedAnswer> {
  return requestPinned({
    method: request.method,
    url: request.url,
    headers: {
      accept: 'application/json',
      'user-agent': 'Nonet',
      ...(request.body === null ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
      'idempotency-key': options.idempotencyKey,
    },
    body: request.body,
    timeoutMilliseconds: options.timeoutMilliseconds,
    allowPrivateTargets: options.allowPrivateTargets,
  });
}
