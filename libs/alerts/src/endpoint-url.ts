import { BlockList, isIP } from 'node:net';

/** Allowed networks besides the public internet. */
export type WebhookTargets = 'public' | 'loopback' | 'private';
export const WEBHOOK_TARGETS: readonly WebhookTargets[] = ['public', 'loopback', 'private'];

const MAX_URL_LENGTH = 2_000;
const LOCALHOST = /^(?:.*\.)?localhost\.?$/;
const LOOPBACK = ['127.0.0.0/8'];
// No IPv6: its private range, like link-local and carrier-grade ranges, contains metadata services.
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];
export const ALLOWED_NETWORKS: Readonly<Record<WebhookTargets, readonly string[]>> = {
  public: [],
  loopback: LOOPBACK,
  private: [...LOOPBACK, ...PRIVATE],
};

// IANA special-purpose registries.
const RESERVED = listOf([
  ...['0.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3', ...LOOPBACK, ...PRIVATE],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]);
const GLOBAL_IPV6 = listOf(['2000::/3']);

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, bits] = network.split('/');
    list.addSubnet(address!, Number(bits), network.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Fault as a sentence; null: valid. Names are resolved and checked when connecting. */
export function endpointUrlFault(text: string, targets: WebhookTargets): string | null {
  if (text.length > MAX_URL_LENGTH) return `the address is longer than ${MAX_URL_LENGTH} characters`;
  if (!URL.canParse(text)) return 'the address is not a URL';
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '') return 'the address must not contain a user name or password';
  if (hash !== '') return 'the address must not contain a fragment (#...)';
  const isLocalhost = LOCALHOST.test(hostname);
  const address = isLocalhost ? '127.0.0.1' : hostname.replaceAll(/[[\]]/g, '');
  if (protocol !== 'https:' && !(protocol === 'http:' && isIn(listOf(LOOPBACK), address)))
    return 'the address must begin with https://';
  return isPublic(address) || isIn(listOf(ALLOWED_NETWORKS[targets]), address)
    ? null
    : 'this service sends to public addresses only: give one that can be reached from the internet';
}

/** True for names. */
function isPublic(host: string): boolean {
  return isIP(host) === 0 || (!isIn(RESERVED, host) && (isIP(host) === 4 || isIn(GLOBAL_IPV6, host)));
}

function isIn(networks: BlockList, host: string): boolean {
  return isIP(host) !== 0 && networks.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6');
}
