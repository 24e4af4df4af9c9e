import type { GivenAnswer, GivenContext, GivenField, GivenPage, GivenRequest, GivenView } from '@nonet/client';
import type { Words } from '../words/en.ts';
import { answerRequest, fieldsOf, firstOf, listQueryOf, pageOf, type PathOf, refusalOf } from './answer-request.ts';
import { followList } from './follow-list.ts';
import { MOST_FOLLOWED, MOST_UNDER_WAY, messageLimit } from './message-limit.ts';
import { readMessage, undeclared } from './read-request.ts';

const LOOK_MILLISECONDS = 3_000;
/** A page that has not answered for so long is given up. */
const SILENT_MILLISECONDS = 10_000;

/** Why a page is not shown any more. */
export type PageEnd = 'flood' | 'left' | 'silent';

export interface PageHostOptions {
  readonly given: GivenView;
  readonly pathOf: PathOf;
  readonly words: () => Words;
  readonly onHeight: (height: number) => void;
  /** A request for something that the screen does not declare, in the words of its document. */
  readonly onUndeclared: (asked: string) => void;
  readonly onWritten: () => void;
  readonly onEnd: (why: PageEnd) => void;
  /** Of a widget: it sets the value of its field. */
  readonly onSet?: ((value: string | number | boolean | null) => void) | undefined;
}

/** The product's side of the channel to one given page: it lets through what the screen declares, and nothing else. */
export class PageHost {
  readonly #port: MessagePort;
  readonly #options: PageHostOptions;
  readonly #followed = new Map<number, () => void>();
  readonly #isWithinLimit = messageLimit(() => performance.now());
  readonly #timer: ReturnType<typeof setInterval>;
  #underWay = 0;
  #lastHeard = performance.now();

  constructor(port: MessagePort, options: PageHostOptions) {
    this.#port = port;
    this.#options = options;
    port.onmessage = ({ data }: MessageEvent<unknown>) => this.#hear(data);
    this.#timer = setInterval(() => this.#look(), LOOK_MILLISECONDS);
  }

  tell(context: GivenContext): void {
    this.#send({ context });
  }

  show(field: GivenField): void {
    this.#send({ field });
  }

  /** Asks the page whether it still answers: one that never ends what it has begun would stand there for ever. */
  #look(): void {
    const now = performance.now();
    // A hidden page is slowed down by the browser.
    if (document.hidden) this.#lastHeard = now;
    else if (now - this.#lastHeard > SILENT_MILLISECONDS) {
      this.close();
      this.#options.onEnd('silent');
      return;
    }
    this.#send({ alive: true });
  }

  close(): void {
    clearInterval(this.#timer);
    this.#port.onmessage = null;
    this.#port.close();
    for (const end of this.#followed.values()) end();
    this.#followed.clear();
  }

  #send(answer: GivenAnswer): void {
    this.#port.postMessage(answer);
  }

  #hear(data: unknown): void {
    if (!this.#isWithinLimit()) {
      this.close();
      this.#options.onEnd('flood');
      return;
    }
    const message = readMessage(data);
    switch (message?.kind) {
      case 'height':
        return this.#options.onHeight(message.height);
      case 'set':
        return this.#options.onSet?.(message.value);
      case 'alive':
        this.#lastHeard = performance.now();
        return;
      case 'stop':
        this.#followed.get(message.number)?.();
        this.#followed.delete(message.number);
        return;
      case 'ask':
        void this.#answer(message.number, message.request);
        return;
      case undefined:
    }
  }

  async #answer(number: number, request: GivenRequest | null): Promise<void> {
    const { given, words, onUndeclared } = this.#options;
    const refuse = (code: string, message: string) =>
      this.#send({ answer: number, refused: { code, status: 0, message, errors: [] } });
    if (request === null) return refuse('INVALID', 'This is no request.');
    const beyond = undeclared(given, request);
    if (beyond !== null) {
      onUndeclared(beyond);
      return refuse('NOT_DECLARED', `The screen does not declare “${beyond}”, or you may not read it.`);
    }
    if (this.#underWay >= MOST_UNDER_WAY || (request.method === 'follow' && this.#followed.size >= MOST_FOLLOWED))
      return refuse('TOO_MANY_REQUESTS', 'Too many requests are under way.');
    this.#underWay += 1;
    try {
      const value =
        request.method === 'follow'
          ? await this.#follow(number, request)
          : await answerRequest(given, request, this.#options.pathOf);
      this.#send({ answer: number, value });
      if (!READING.has(request.method)) this.#options.onWritten();
    } catch (error) {
      this.#send({ answer: number, refused: refusalOf(error, words()) });
    } finally {
      this.#underWay -= 1;
    }
  }

  /** A list as it is now; it is told again whenever it changes. */
  async #follow(
    number: number,
    { entity, query }: Extract<GivenRequest, { method: 'list' | 'follow' }>,
  ): Promise<GivenPage> {
    const { given, pathOf } = this.#options;
    const page = await firstOf(given, { entity, query }, pathOf);
    const path = pathOf(entity);
    const fields = fieldsOf(given, entity);
    if (path !== null && this.#port.onmessage !== null) {
      this.#followed.get(number)?.();
      const tell = (now: Parameters<typeof pageOf>[0]) => this.#send({ followed: number, page: pageOf(now, fields) });
      this.#followed.set(number, followList(path, listQueryOf(given, entity, query), tell));
    }
    return page;
  }
}

const READING: ReadonlySet<GivenRequest['method']> = new Set<GivenRequest['method']>(['list', 'follow', 'read']);
