import { message, type Message, messageFormatIn } from '@nonet/language';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '@nonet/engine';
import { PROBLEM_TYPE, problemOf } from './problem.ts';

interface Unread {
  readonly status: number;
  readonly code: string;
  readonly words: Message;
}

const UNREAD: Readonly<Record<string, Unread>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'INVALID', words: message('lateRequest') },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'TOO_LARGE', words: message('longRequest') },
};
const NO_HTTP: Unread = { status: 400, code: 'INVALID', words: message('noHttp') };

/** Answers what never became a request as a problem too, and closes. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, code, words } = UNREAD[error.code ?? ''] ?? NO_HTTP;
  const body = JSON.stringify(problemOf(new Refusal({ status, code, words }), null, messageFormatIn('en')));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}
