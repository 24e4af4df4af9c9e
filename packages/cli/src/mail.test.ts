import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smtpMail } from './mail.ts';

const received: { from: string; to: string[]; mail: string }[] = [];
let server: SMTPServer;
let url: string;

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const mail = Buffer.concat(chunks).toString();
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), mail });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

describe('mail by SMTP', () => {
  test('is delivered from the sender that is stated, or the public origin’s', async () => {
    const publicOrigin = 'https://shop.example';
    for (const from of [undefined, 'help@shop.example']) {
      const send = smtpMail({ smtpUrl: url, from, publicOrigin });
      await send?.({ to: 'ada@example.com', subject: 'Welcome to Shöp', text: 'https://shop.example/-/password#x\n' });
    }
    expect(received.map(({ from, to }) => [from, to])).toEqual([
      ['no-reply@shop.example', ['ada@example.com']],
      ['help@shop.example', ['ada@example.com']],
    ]);
    expect(received[0]?.mail).toContain('https://shop.example/-/password#x');
    expect(received[0]?.mail).toContain('=?UTF-8?');
  });

  test('is off without a server', () => {
    expect(smtpMail({ smtpUrl: undefined, from: undefined, publicOrigin: undefined })).toBeNull();
  });

  test.each([
    ['http://mail.example', 'https://shop.example', /smtp:\/\/user/],
    ['smtp://mail.example', undefined, /--public-origin/],
  ])('%s with the origin %s is called wrongly', (smtpUrl, publicOrigin, message) => {
    expect(() => smtpMail({ smtpUrl, from: undefined, publicOrigin })).toThrow(message);
  });
});
