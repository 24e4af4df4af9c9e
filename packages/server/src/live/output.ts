import type { FastifyReply } from 'fastify';
import { LIMITS } from '../limits/table.ts';
import type { StreamedEvent } from './snapshot.ts';

const HEARTBEAT_MILLISECONDS = 15_000;
/** The time that a browser waits before it connects again. */
const RETRY_MILLISECONDS = 2_000;

/** An answer of server-sent events, which stays open until somebody ends it or the reader is gone. */
export class EventOutput {
  readonly #stream: FastifyReply['raw'];
  readonly #heartbeat: NodeJS.Timeout;

  /** `onClose` is called at the end of the stream, whichever side ended it. */
  constructor(reply: FastifyReply, onClose: () => void) {
    reply.hijack();
    this.#stream = reply.raw;
    this.#stream.once('close', () => {
      clearInterval(this.#heartbeat);
      onClose();
    });
    this.#stream.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      // No proxy may store, compress or delay the events.
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    this.#write(`retry: ${RETRY_MILLISECONDS}\n\n`);
    this.#heartbeat = setInterval(() => this.#write(': still here\n\n'), HEARTBEAT_MILLISECONDS).unref();
  }

  /** `id` is where the reader is after the last of them, as `Last-Event-ID` brings it back. */
  send(events: readonly StreamedEvent[], id: string): void {
    const messages = events.map(({ event, data }, place) => {
      const position = place === events.length - 1 ? `id: ${id}\n` : '';
      // Between the tokens of JSON a line break is a space; within a text it is escaped.
      return `${position}event: ${event}\ndata: {${data.replaceAll(/[\r\n]+/g, ' ')}}\n\n`;
    });
    this.#write(messages.join(''));
  }

  end(): void {
    this.#stream.end();
  }

  /**
   * Output for a slow client is not kept in memory without a limit: the client reconnects and gets what it has missed.
   */
  #write(text: string): void {
    if (this.#stream.destroyed || this.#stream.writableEnded) return;
    if (this.#stream.writableLength > LIMITS.streamBytes) this.#stream.destroy();
    else this.#stream.write(text);
  }
}
