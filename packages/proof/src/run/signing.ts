import { createHmac } from 'node:crypto';
import type { Signing } from './case.ts';

/** The headers with which a service proves that it knows the secret, as each form is published. */
export function signatureHeaders(
  { form, header, secret, id, age }: Signing,
  body: string,
  now: Date,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000) - age);
  const code = (text: string, encoding: 'hex' | 'base64', key: string | Buffer = secret): string =>
    createHmac('sha256', key).update(text).digest(encoding);
  switch (form) {
    case 'standard webhooks': {
      const own = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret;
      const signature = `v1,${code(`${id}.${timestamp}.${body}`, 'base64', own)}`;
      return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    }
    case 't,v1':
      return { [header ?? '']: `t=${timestamp},v1=${code(`${timestamp}.${body}`, 'hex')}` };
    case 'hex':
    case 'base64':
      return { [header ?? '']: code(body, form) };
  }
}
