import { isSecretToken } from '@brickmarket/identity';
import type { Visitor } from '@brickmarket/operations/identity';
import { clientNetwork } from '@brickmarket/service-runtime';
import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import { DEVICE_COOKIE } from '../http/cookies.ts';

const MAX_USER_AGENT = 500;

export function visitorOf(request: FastifyRequest): Visitor {
  const token = request.cookies[DEVICE_COOKIE];
  return {
    address: request.ip,
    network: clientNetwork(request.ip),
    device: deviceOf(request.headers['user-agent']),
    deviceToken: token !== undefined && isSecretToken(token) ? token : null,
  };
}

/** `Firefox on Linux`. */
export function deviceOf(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return 'Unknown device';
  // Its build for Node has a default export only.
  // oxlint-disable-next-line import/no-named-as-default-member
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT));
  return `${browser.name ?? 'Unknown browser'} on ${os.name ?? 'an unknown system'}`;
}
