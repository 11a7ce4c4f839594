import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';

const WINDOW_MS = 60_000;
const MAX_GUESSERS = 100_000;
const IPV6_PREFIX_GROUPS = 4;

/** Counts failed authentications per client address and minute, to tell who guesses keys. */
@Injectable()
export class FailedAuthentications {
  /** Until when an address counts as guessing. Bounded: with more addresses than this, the oldest are forgotten. */
  private readonly guessersUntil = new LRUCache<string, number>({ max: MAX_GUESSERS });

  constructor(
    @Inject(ThrottlerStorage) private readonly storage: ThrottlerStorage,
    @Inject(API_CONFIG) private readonly config: Pick<ApiConfig, 'failedAuthenticationLimit'>,
  ) {}

  /** Whether the address has failed more often in the last minute than it may. */
  tooManyFrom(address: string): boolean {
    return this.guessersUntil.size > 0 && (this.guessersUntil.get(clientNetwork(address)) ?? 0) > Date.now();
  }

  async count(address: string): Promise<void> {
    const network = clientNetwork(address);
    const { isBlocked, timeToBlockExpire } = await this.storage.increment(
      network,
      WINDOW_MS,
      this.config.failedAuthenticationLimit,
      WINDOW_MS,
      'failed-authentication',
    );
    if (isBlocked) this.guessersUntil.set(network, Date.now() + timeToBlockExpire * 1_000);
  }
}

/** An IPv4 address as it is; of an IPv6 address its /64, because one client may use any address of that network. */
function clientNetwork(address: string): string {
  if (!address.includes(':')) return address;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, IPV6_PREFIX_GROUPS);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
