import net from 'node:net';
import { InvalidArgumentError, Option } from 'commander';

/** The option that says which proxies are trusted: without a value one, through which each request comes. */
export function trustProxyOption(): Option {
  return new Option(
    '--trust-proxy [hops]',
    'trust the X-Forwarded-* headers of this number of proxies before it (1), or of the proxies at these addresses: 10.0.0.0/8,127.0.0.1',
  )
    .preset('1')
    .argParser(readProxies);
}

/** @throws {InvalidArgumentError} for what is neither a number of proxies nor a list of addresses */
export function readProxies(text: string): number | readonly string[] {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  if (addresses.every(isNetwork)) return addresses;
  throw new InvalidArgumentError(
    'It is how many proxies each request comes through (1), or their addresses: 10.0.0.0/8,127.0.0.1',
  );
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = net.isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
