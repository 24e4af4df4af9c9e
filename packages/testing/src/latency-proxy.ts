import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '@nonet/proof';

interface LatencyProxy {
  readonly url: string;
  close(): void;
}

/** Headers of one connection, which the other one has of its own. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding']);

/**
 * A proxy that is a slow network: each request takes a random part of the range on its way, and its answer the same,
 * so that answers overtake each other. Each part of a stream takes that time too, and the parts keep their order.
 * @param range The milliseconds that a request and its answer take together.
 */
export async function startLatencyProxy(
  [least, most]: readonly [least: number, most: number],
  seed: number,
): Promise<LatencyProxy> {
  const random = randomFrom(seed);
  const oneWay = () => sleep((least + random.below(most - least + 1)) / 2);

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    await oneWay();
    // A request without a connection of its own could fail by one that the product has just closed.
    const passed = request(incoming.url ?? '', {
      method: incoming.method,
      headers: headersOf(incoming),
      agent: false,
    });
    outgoing.once('close', () => passed.destroy());
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      passed.once('response', resolve).once('error', reject);
    });
    incoming.pipe(passed);
    const answer = await answered;
    await oneWay();
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, headersOf(answer));
    outgoing.flushHeaders();
    const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true;
    for await (const chunk of answer) {
      if (isStream) await oneWay();
      outgoing.write(chunk);
    }
    outgoing.end();
  }

  const server = createServer((incoming, outgoing) => {
    // The caller notices a failure by the end of the connection, as it would without the proxy.
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  // The test's own requests (`context.request`) pass through a tunnel, and are not delayed.
  server.on('connect', (incoming: IncomingMessage, client) => {
    const { port, hostname } = new URL(`http://${incoming.url}`);
    const product = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(product).pipe(client);
    });
    client.on('error', () => product.destroy());
    product.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function headersOf({ rawHeaders }: IncomingMessage): string[] {
  const headers: string[] = [];
  for (let place = 0; place + 1 < rawHeaders.length; place += 2) {
    const [name = '', value = ''] = rawHeaders.slice(place, place + 2);
    if (!OF_CONNECTION.has(name.toLowerCase())) headers.push(name, value);
  }
  return headers;
}
