import { ServiceRecord } from '@brickmarket/persistence-ports';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { V1 } from '../http/contract.ts';
import type { Answered } from '../http/request-hooks.ts';

/** Bucket bounds in seconds. Must not change: months of counts use them. */
export const SERVICE_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

const emptyBuckets = (): number[] => SERVICE_BUCKETS.map(() => 0);

/** Twice a minute, so that no minute is missed. */
const NOTE_EVERY_MS = 30_000;

/** Counts responses for the status page. */
@Injectable()
export class ServiceTally implements OnApplicationBootstrap, OnApplicationShutdown {
  private requests = 0;
  private errors = 0;
  private buckets = emptyBuckets();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly record: ServiceRecord) {}

  count({ route, reply, ms }: Answered): void {
    if (route?.startsWith(`/${V1}/`) === true) this.add(reply.statusCode >= 500, ms);
  }

  countRefusal(ms: number): void {
    this.add(true, ms);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.note(), NOTE_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  /** Retries failed writes with the next, as errors during an outage count most. */
  async note(): Promise<void> {
    const { requests, errors, buckets } = this;
    [this.requests, this.errors, this.buckets] = [0, 0, emptyBuckets()];
    try {
      await this.record.note({ requests, errors, buckets });
    } catch {
      this.requests += requests;
      this.errors += errors;
      buckets.forEach((count, bucket) => (this.buckets[bucket]! += count));
    }
  }

  private add(isError: boolean, ms: number): void {
    this.requests++;
    if (isError) this.errors++;
    const bucket = SERVICE_BUCKETS.findIndex((bound) => ms / 1_000 <= bound);
    if (bucket >= 0) this.buckets[bucket]!++;
  }
}
