import ipaddr from 'ipaddr.js';

const IPV6_CUSTOMER_BYTES = 8;

/** Unit of limits per client: an IPv4 address, or an IPv6 /64, which one customer can use entirely. */
export function clientNetwork(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_CUSTOMER_BYTES ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/64`;
}

export function isLoopback(host: string): boolean {
  return ['localhost', '[::1]', '::1'].includes(host) || /^127(?:\.\d{1,3}){3}$/.test(host);
}
