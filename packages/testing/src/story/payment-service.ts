import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One payment as the service knows it. */
export interface Checkout {
  readonly reference: string;
  readonly returnUrl: string;
  /** The name of the event that says that it is paid; the same at each try. */
  readonly event: string;
}

/** A small payment service: an API that opens checkouts, their pages, and webhooks that it signs. */
export interface PaymentService {
  readonly url: string;
  readonly checkouts: readonly Checkout[];
  /** Whether it says that a payment has come before it answers where one pays, as for a customer who is known. */
  paysAtOnce: boolean;
  /** The address that it answers; null: its own. */
  elsewhere: string | null;
  /** Sends the browser back to a product, and tells it what has come. */
  open(product: string): void;
  /** Tells the product that a payment has come; answers the status. */
  confirm(checkout: Checkout): Promise<number>;
  close(): Promise<void>;
}

/** Starts it on a free port of this machine. `secret`: what the product knows, too. */
export async function startPaymentService(secret: string): Promise<PaymentService> {
  const checkouts: Checkout[] = [];
  let product = '';
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: PaymentService = {
    url,
    checkouts,
    paysAtOnce: false,
    elsewhere: null,
    open: (at) => (product = at),
    async confirm({ reference, event }) {
      const body = JSON.stringify({ type: 'paid', data: { reference } });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const code = createHmac('sha256', secret).update(`${event}.${timestamp}.${body}`).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'webhook-id': event,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${code}`,
      };
      return (await fetch(`${product}/hooks/standard`, { method: 'POST', headers, body })).status;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    if (request.method === 'POST' && request.url === '/checkouts') {
      const { reference, return_url } = JSON.parse(text) as { reference: string; return_url: string };
      const checkout = { reference, returnUrl: return_url, event: randomUUID() };
      const number = checkouts.push(checkout);
      if (service.paysAtOnce) await service.confirm(checkout);
      const page = service.elsewhere ?? `${url}/pay/${number}`;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url: page }));
      return;
    }
    const [, number, does] = /^\/pay\/(\d+)(\/done)?$/.exec(request.url ?? '') ?? [];
    const checkout = checkouts[Number(number) - 1];
    if (checkout === undefined) return void response.writeHead(404).end();
    if (does !== undefined) {
      await service.confirm(checkout);
      return void response.writeHead(303, { location: `${checkout.returnUrl}?redirect_status=succeeded` }).end();
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><title>Pay ${checkout.reference}</title><h1>Pay ${checkout.reference}</h1>
      <form method="post" action="/pay/${number}/done"><button>Pay now</button></form>
      <a href="${checkout.returnUrl}">Back</a>`,
    );
  }
  return service;
}
