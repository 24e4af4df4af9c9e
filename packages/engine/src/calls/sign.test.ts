import { expect, test } from 'vitest';
import { signatureOf } from './sign.ts';

test('the example that the specification of Standard Webhooks gives is signed as it says', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const at = new Date(1_614_265_330_000);
  expect(signatureOf(secret, { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, body: '{"test": 2432232314}' })).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test.each([
  ['another id', { id: 'other' }],
  ['another time', { at: new Date(1_000) }],
  ['another body', { body: '{}' }],
])('%s has another signature', (_what, change) => {
  const sent = { id: 'one', at: new Date(0), body: '' };
  const signature = (signed: typeof sent) => signatureOf('secret', signed)['webhook-signature'];
  expect(signature({ ...sent, ...change })).not.toBe(signature(sent));
  expect(signature(sent)).toBe(signature({ ...sent }));
});
