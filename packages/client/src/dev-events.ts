import type { DevEvent } from './wire-document.ts';

/** Reads the server-sent events of a response until it closes. */
export async function* devEvents(response: Response): AsyncGenerator<DevEvent> {
  if (!response.body) return;
  let rest = '';
  for await (const text of readText(response.body)) {
    rest += text.replaceAll('\r\n', '\n');
    const messages = rest.split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const data = message
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).trimStart())
        .join('\n');
      if (data !== '') yield JSON.parse(data) as DevEvent;
    }
  }
}

async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    reader.releaseLock();
  }
}
