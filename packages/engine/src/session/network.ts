import ipaddr from 'ipaddr.js';

/**
 * The network that an address counts for in limits of attempts and requests: an IPv4 address, also inside an IPv6 one;
 * for other IPv6 addresses the first 64 bits, since one customer has all addresses that begin with them. Other text is
 * returned as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const [first, second, third, fourth] = (parsed as ipaddr.IPv6).parts;
  return new ipaddr.IPv6([first ?? 0, second ?? 0, third ?? 0, fourth ?? 0, 0, 0, 0, 0]).toString();
}
