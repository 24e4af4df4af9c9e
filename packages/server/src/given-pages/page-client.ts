import type { GivenAnswer, GivenContext, GivenField, GivenMessage, GivenPage, GivenRequest } from '@nonet/client';

/**
 * The client of a given page, `nonet`: it runs in the page's own frame, before the scripts of the page, as the text of
 * this function. So it uses nothing that is stated outside of it.
 */
export function pageClient(): void {
  type Follower = (page: GivenPage) => void;
  type Waiting = { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void };
  const { port1: port, port2: theirs } = new MessageChannel();
  const waiting = new Map<number, Waiting>();
  const followers = new Map<number, Follower>();
  const listeners = new Set<(context: GivenContext) => void>();
  const fieldListeners = new Set<(field: GivenField) => void>();
  let context: GivenContext | null = null;
  let field: GivenField | null = null;
  let last = 0;
  const send = (message: GivenMessage): void => port.postMessage(message);

  /** A refusal: its code is one of the document's, a standard one, or `NOT_DECLARED`. */
  class Refusal extends Error {
    readonly code: string;
    readonly status: number;
    readonly errors: readonly unknown[];
    constructor({ code, status, message, errors }: Extract<GivenAnswer, { refused: unknown }>['refused']) {
      super(message);
      this.name = 'Refusal';
      this.code = code;
      this.status = status;
      this.errors = errors;
    }
  }

  function ask<Value>(request: GivenRequest): Promise<Value> {
    last += 1;
    const own = last;
    return new Promise<Value>((resolve, reject) => {
      waiting.set(own, { resolve, reject });
      send({ ask: own, request });
    });
  }

  port.onmessage = ({ data }: MessageEvent<GivenAnswer>) => {
    if ('alive' in data) send({ alive: true });
    else if ('field' in data) {
      field = data.field;
      for (const listener of fieldListeners) listener(field);
    } else if ('context' in data) {
      context = data.context;
      dress(context);
      for (const listener of listeners) listener(context);
    } else if ('followed' in data) followers.get(data.followed)?.(data.page);
    else {
      const found = waiting.get(data.answer);
      waiting.delete(data.answer);
      if ('refused' in data) {
        followers.delete(data.answer);
        found?.reject(new Refusal(data.refused));
      } else found?.resolve(data.value as never);
    }
  };

  // WebRTC is the one way into a network that no policy of browsers closes. A frame with a text of its own (`srcdoc`)
  // would have it again: markup that makes one is refused, however it comes.
  interface Policies {
    createPolicy(name: string, rules: { createHTML: (markup: string, type: string, sink: string) => string }): unknown;
  }
  const { trustedTypes } = window as { trustedTypes?: Policies };
  trustedTypes?.createPolicy('default', {
    createHTML: (markup, _type, sink) => {
      if (/srcdoc/i.test(markup + sink)) throw new TypeError('A given page has no frames.');
      return markup;
    },
  });
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'trustedTypes', 'XSLTProcessor'])
    Reflect.deleteProperty(window, name);
  for (const name of ['write', 'writeln']) Reflect.deleteProperty(Document.prototype, name);

  /** The page's own styles come later, and win. */
  const styles = new CSSStyleSheet();
  styles.replaceSync(
    ':root { color: var(--nonet-text); font: 0.875rem/1.55 var(--nonet-font, system-ui, sans-serif); accent-color: var(--nonet-accent); } body { margin: 0; }',
  );
  document.adoptedStyleSheets = [styles];
  function dress({ theme, colours, font, language, direction }: GivenContext): void {
    const root = document.documentElement;
    root.lang = language;
    root.dir = direction;
    root.dataset['theme'] = theme;
    root.style.colorScheme = theme;
    root.style.setProperty('--nonet-font', font);
    for (const [name, value] of Object.entries(colours)) root.style.setProperty(`--nonet-${name}`, value);
  }

  const begun = new Promise<GivenContext>((resolve) => {
    const listener = (now: GivenContext): void => {
      listeners.delete(listener);
      resolve(now);
    };
    listeners.add(listener);
  });

  const nonet = {
    /** The surroundings of the page, once they are known. */
    ready: begun,
    get context(): GivenContext | null {
      return context;
    },
    onContext(listener: (context: GivenContext) => void): () => void {
      listeners.add(listener);
      if (context !== null) listener(context);
      return () => void listeners.delete(listener);
    },
    /** Of a widget: its field, with the value; null until it is known, and on a screen. */
    get field(): GivenField | null {
      return field;
    },
    onField(listener: (field: GivenField) => void): () => void {
      fieldListeners.add(listener);
      if (field !== null) listener(field);
      return () => void fieldListeners.delete(listener);
    },
    set: (value: unknown) => send({ set: value }),
    list: (entity: string, query = {}) => ask({ method: 'list', entity, query }),
    read: (entity: string, id: string) => ask({ method: 'read', entity, id }),
    /** Calls `listener` with a list, and again whenever it changes. The answer ends that. */
    async follow(entity: string, query: object, listener: Follower): Promise<() => void> {
      const own = last + 1;
      followers.set(own, listener);
      listener(await ask({ method: 'follow', entity, query }));
      return () => {
        followers.delete(own);
        send({ stop: own });
      };
    },
    create: (entity: string, values: unknown = {}) => ask({ method: 'create', entity, values }),
    update: (entity: string, id: string, values: Record<string, unknown>) =>
      ask({ method: 'update', entity, id, values }),
    delete: (entity: string, id: string) => ask({ method: 'delete', entity, id }),
    fire: (entity: string, id: string | null, event: string, values: unknown = {}) =>
      ask({ method: 'fire', entity, id, event, values }),
  };
  Object.defineProperty(window, 'nonet', { value: Object.freeze(nonet), enumerable: true });

  let height = -1;
  const measure = (): void => {
    const now = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (now === height) return;
    height = now;
    send({ height });
  };
  new ResizeObserver(measure).observe(document.documentElement);
  window.parent.postMessage('nonet given page', '*', [theirs]);
}
