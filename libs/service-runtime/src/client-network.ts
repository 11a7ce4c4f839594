import ipaddr from 'ipaddr.js';

const IPV6_CUSTOMER_BYTES = 8;

/**
 * The address as far as a client is limited by it: an IPv4 address unchanged, an IPv6 address as its /64, since one
 * customer can use any address of that network.
 */
export function clientNetwork(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_CUSTOMER_BYTES ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/64`;
}

/** Whether a host's name or address is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return ['localhost', '[::1]', '::1'].includes(host) || /^127(?:\.\d{1,3}){3}$/.test(host);
}
