import { AdmissionGate } from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { LRUCache } from 'lru-cache';
import { API_CONFIG } from '../config/config.token.ts';
import type { ApiConfig } from '../config/config.ts';
import { hashOfKey } from './admission.ts';

const WINDOW_MS = 60_000;
const LIVE_KEYS_MAX_AGE_MS = 1_000;

/**
 * Counts failed authentications per client address. Past the limit, keys from that address are first looked up among the live
 * keys as they were at most a second ago, in memory: a flood of guesses costs one statement a second, a valid key still works.
 */
@Injectable()
export class FailedAuthentications {
  private readonly floodedUntil = new LRUCache<string, number>({ max: 100_000 });
  private liveKeys: Promise<ReadonlySet<string>> | null = null;
  private liveKeysReadAt = 0;

  constructor(
    @Inject(ThrottlerStorage) private readonly storage: ThrottlerStorage,
    private readonly gate: AdmissionGate,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Whether the address has failed so often of late that the store is not asked about every key it names. */
  tooManyFrom(address: string): boolean {
    return this.floodedUntil.size > 0 && (this.floodedUntil.get(address) ?? 0) > Date.now();
  }

  /** Whether a key is among the live ones, as they were at most a second ago. */
  async wasLiveJustNow(apiKey: string): Promise<boolean> {
    return (await this.recentLiveKeys()).has(hashOfKey(apiKey).toString('base64'));
  }

  async count(address: string): Promise<void> {
    const { isBlocked, timeToBlockExpire } = await this.storage.increment(
      address,
      WINDOW_MS,
      this.config.failedAuthenticationLimit,
      WINDOW_MS,
      'failed-authentication',
    );
    if (isBlocked) this.floodedUntil.set(address, Date.now() + timeToBlockExpire * 1_000);
  }

  private recentLiveKeys(): Promise<ReadonlySet<string>> {
    if (this.liveKeys === null || Date.now() - this.liveKeysReadAt > LIVE_KEYS_MAX_AGE_MS) {
      this.liveKeysReadAt = Date.now();
      this.liveKeys = this.gate
        .listLiveKeyHashes()
        .then((hashes) => new Set(hashes.map((hash) => hash.toString('base64'))));
      this.liveKeys.catch(() => {
        this.liveKeys = null;
      });
    }
    return this.liveKeys;
  }
}
