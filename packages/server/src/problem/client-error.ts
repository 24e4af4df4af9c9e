import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '@nonet/engine';
import { PROBLEM_TYPE, problemOf } from './problem.ts';

interface Unread {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const UNREAD: Readonly<Record<string, Unread>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'INVALID', message: 'The request did not come in time.' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'TOO_LARGE', message: 'The path and the headers are too long.' },
};
const NO_HTTP: Unread = { status: 400, code: 'INVALID', message: 'This is no HTTP request that can be read.' };

/** Answers what never became a request as a problem too, and closes. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, code, message } = UNREAD[error.code ?? ''] ?? NO_HTTP;
  const body = JSON.stringify(problemOf(new Refusal({ status, code, message, clause: null }), null));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}
