import ipaddr from 'ipaddr.js';

/**
 * Whom a network address stands for, where attempts and requests are counted: an IPv4 address, also inside an IPv6 one;
 * of other IPv6 addresses the first 64 bits, since whoever has one has all that begin alike. What is no address stays.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const [first, second, third, fourth] = (parsed as ipaddr.IPv6).parts;
  return new ipaddr.IPv6([first ?? 0, second ?? 0, third ?? 0, fourth ?? 0, 0, 0, 0, 0]).toString();
}
