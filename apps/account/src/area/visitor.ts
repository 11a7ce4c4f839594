import { isSecretToken } from '@brickmarket/identity';
import type { Visitor } from '@brickmarket/operations/identity';
import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { DEVICE_COOKIE } from '../http/cookies.ts';

const MAX_USER_AGENT = 500;
const IPV6_CUSTOMER_BITS = 64;

/** Where a request comes from. */
export function visitorOf(request: FastifyRequest): Visitor {
  const token = request.cookies[DEVICE_COOKIE];
  return {
    address: request.ip,
    network: networkOf(request.ip),
    device: deviceOf(request.headers['user-agent']),
    deviceToken: token !== undefined && isSecretToken(token) ? token : null,
  };
}

/** An IPv4 address, or the /64 of an IPv6 address: one customer has all of it. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_CUSTOMER_BITS / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${IPV6_CUSTOMER_BITS}`;
}

/** `Firefox on Linux`, from what the browser says of itself. */
export function deviceOf(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return 'Unknown device';
  // Its build for Node has a default export only.
  // oxlint-disable-next-line import/no-named-as-default-member
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT));
  return `${browser.name ?? 'Unknown browser'} on ${os.name ?? 'an unknown system'}`;
}
