import type { LookupAddress } from 'node:dns';
import { lookup as resolve } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** The address is not one that a product may call. */
export class ForbiddenAddress extends Error {
  constructor(host: string) {
    super(`${host} is not a public address.`);
    this.name = 'ForbiddenAddress';
  }
}

export interface PinnedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * Resolves a host once and answers the one address to connect to, so that a name can't lead elsewhere between the
 * check and the connection. Private, loopback and other special addresses are refused unless they are allowed.
 */
export async function pinAddress(host: string, allowPrivate: boolean): Promise<PinnedAddress> {
  const bare = host.replace(/^\[|\]$/g, '');
  const found = ipaddr.isValid(bare)
    ? [{ address: bare, family: ipaddr.parse(bare).kind() === 'ipv4' ? 4 : 6 }]
    : await addressesOf(bare);
  const [first] = found;
  if (first === undefined) throw new Error(`${host} has no address.`);
  // One forbidden address among several is a name that can't be trusted.
  if (!allowPrivate && found.some(({ address }) => !isPublic(address))) throw new ForbiddenAddress(host);
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}

const asked = new Map<string, Promise<LookupAddress[]>>();

/**
 * A few threads, shared by all, look names up. A name that no server answers for occupies one of them, however often it
 * is called.
 */
function addressesOf(name: string): Promise<LookupAddress[]> {
  let asking = asked.get(name);
  if (asking === undefined) {
    asking = resolve(name, { all: true, verbatim: true }).finally(() => asked.delete(name));
    asked.set(name, asking);
  }
  return asking;
}

/** Whether an address is on the public internet, including an IPv4 address within an IPv6 one. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast';
  const v6 = parsed as ipaddr.IPv6;
  // NAT64 (64:ff9b::/96) and 6to4 (2002::/16) lead to the IPv4 address within.
  if (v6.range() === 'rfc6052') return isPublic(v6.toByteArray().slice(12).join('.'));
  if (v6.range() === '6to4') return isPublic(v6.toByteArray().slice(2, 6).join('.'));
  // Only allocated addresses are public; `::7f00:1`, for instance, is a deprecated form of 127.0.0.1.
  return v6.range() === 'unicast' && v6.match(ipaddr.IPv6.parseCIDR('2000::/3'));
}
