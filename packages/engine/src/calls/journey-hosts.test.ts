import type { CallRequest, Constant, Journey } from '@nonet/language';
import { expect, test } from 'vitest';
import { plan } from '../fixtures/build.ts';
import { indexPlan } from '../plan-index.ts';
import { leadsElsewhere } from './journey-hosts.ts';

const constant = (name: string): Constant => ({
  clause: `9.${name}`,
  name,
  type: { kind: 'text', nullable: false },
  value: { kind: 'env', name },
  meaning: '',
});
const environment = { PAY_URL: 'http://127.0.0.1:4100', PAY_HOSTS: 'one.example, https://two.example:8443' };
const index = indexPlan(plan({ constants: [constant('PAY_URL'), constant('PAY_HOSTS')] }), environment);

const OWN: CallRequest['origin'] = { kind: 'constant', name: 'PAY_URL' };
const API: CallRequest['origin'] = { kind: 'literal', value: 'https://api.pay.example' };
const HOSTS: Journey['hosts'] = [
  { kind: 'literal', value: 'checkout.pay.example' },
  { kind: 'constant', name: 'PAY_HOSTS' },
];

/** Whether the browser may go there. */
function mayGo(address: unknown, origin = API, hosts: Journey['hosts'] = null): boolean {
  const request: CallRequest = { method: 'POST', origin, path: [], headers: [], body: null };
  const call = { goesTo: { field: 'checkout', answer: 'url', hosts }, request };
  return leadsElsewhere(index, call, { url: { type: 'text', value: address } }) === null;
}

test.each([
  ['https://api.pay.example/pay/1', API, null],
  ['http://127.0.0.1:4100/pay/1', OWN, null],
  ['https://checkout.pay.example/pay/1?back=x#y', API, HOSTS],
  ['https://one.example/pay', API, HOSTS],
  ['https://two.example:8443/pay', API, HOSTS],
] as const)('%s is where the document sends people', (address, origin, hosts) => {
  expect(mayGo(address, origin, hosts)).toBe(true);
});

test.each([
  ['another host', 'https://elsewhere.example/pay', API, null],
  ['a host that ends alike', 'https://evil-api.pay.example/', API, null],
  ['a host below it', 'https://api.pay.example.elsewhere.example/', API, null],
  ['a name before the host', 'https://api.pay.example@elsewhere.example/', API, null],
  ['a name and the right host', 'https://user:word@api.pay.example/', API, null],
  ['another port', 'https://api.pay.example:8443/', API, null],
  ['no https', 'http://api.pay.example/', API, null],
  ['no https, to a stated host', 'http://checkout.pay.example/', API, HOSTS],
  ['the request’s host, where others are stated', 'https://api.pay.example/', API, HOSTS],
  ['a script', 'javascript:alert(1)', API, null],
  ['data', 'data:text/html,<h1>Pay</h1>', API, null],
  ['a path', '/pay/1', API, null],
  ['a path of another host', '//elsewhere.example/pay', API, null],
  ['no address', 'soon', API, null],
] as const)('%s is refused', (_what, address, origin, hosts) => {
  expect(mayGo(address, origin, hosts)).toBe(false);
});

test('an answer without an address leads nowhere, and is no fault', () => {
  expect(mayGo(null)).toBe(true);
});
