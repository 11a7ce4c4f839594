import { endpointUrlFault, ROTATION_MS, WEBHOOK_TARGETS, type WebhookTargets } from './index.ts';

/** The targets that admit an address. */
const admitting = (url: string): readonly WebhookTargets[] =>
  WEBHOOK_TARGETS.filter((targets) => endpointUrlFault(url, targets) === null);

describe('the address of an endpoint', () => {
  it.each([
    ['a name', 'https://example.com/hook', ['public', 'loopback', 'private']],
    ['a public address', 'https://93.184.216.34/', ['public', 'loopback', 'private']],
    ['a public IPv6 address', 'https://[2606:2800:220:1::1]/', ['public', 'loopback', 'private']],
    ['http on this machine', 'http://localhost:8080/', ['loopback', 'private']],
    ['http on a loopback address', 'http://127.9.9.9/', ['loopback', 'private']],
    ['https on this machine', 'https://app.localhost/', ['loopback', 'private']],
    ['10.0.0.0/8', 'https://10.255.255.255/', ['private']],
    ['172.16.0.0/12', 'https://172.31.255.255/', ['private']],
    ['the address after 172.16.0.0/12', 'https://172.32.0.0/', ['public', 'loopback', 'private']],
    ['192.168.0.0/16', 'https://192.168.255.255/', ['private']],
    ['http in a private network', 'http://10.0.0.1/', []],
    ['http elsewhere', 'http://example.com/', []],
    ['link-local addresses', 'https://169.254.169.254/', []],
    ['carrier-grade addresses', 'https://100.127.255.255/', []],
    ['addresses of no network', 'https://0.1.2.3/', []],
    ['multicast', 'https://224.0.0.1/', []],
    ['the last address', 'https://255.255.255.255/', []],
    ['IPv6 loopback', 'https://[::1]/', []],
    ['private IPv6', 'https://[fd00::1]/', []],
    ['tunneled IPv4', 'https://[2002:7f00:1::]/', []],
    ['IPv6 of documents', 'https://[2001:db8::1]/', []],
    ['a private address as IPv6', 'https://[::ffff:10.0.0.1]/', ['private']],
    ['a link-local address as IPv6', 'https://[::ffff:169.254.169.254]/', []],
  ])('%s', (_, url, targets) => {
    expect(admitting(url)).toEqual(targets);
  });

  it.each([
    ['', 'is not a URL'],
    ['https://ann@example.com/', 'user name or password'],
    ['https://:secret@example.com/', 'user name or password'],
    ['https://example.com/#part', 'fragment'],
    [`https://example.com/${'a'.repeat(1_981)}`, 'longer than 2000'],
    ['ftp://example.com/', 'must begin with https://'],
  ])('%s is refused with its reason', (url, reason) => {
    expect(endpointUrlFault(url, 'private')).toContain(reason);
  });

  it('may have 2,000 characters', () => {
    expect(endpointUrlFault(`https://example.com/${'a'.repeat(1_980)}`, 'public')).toBeNull();
  });
});

it('leaves receivers a day to change a secret', () => {
  expect(ROTATION_MS).toBe(86_400_000);
});
