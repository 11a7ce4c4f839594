import { setTimeout as sleep } from 'node:timers/promises';
import { RouteUsage, type RouteUseOfDay } from '@brickmarket/persistence-ports';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Answered } from '../http/request-hooks.ts';

type Counts = { -readonly [Field in keyof RouteUseOfDay]: RouteUseOfDay[Field] };

const NOTE_EVERY_MS = 30_000;
const LAST_NOTE_MS = 1_000;

/** Counts requests per key and route in memory, written twice a minute: a kill loses counts, never charges. */
@Injectable()
export class RouteTally implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private counts = new Map<string, Counts>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly usage: RouteUsage) {}

  count({ request, reply, route }: Answered): void {
    const charge = request.presentedCharge;
    if (charge === undefined || route === null) return;
    const counts = this.countsOf(charge.day, route, charge.keyId);
    counts.requests++;
    // A refund deletes the function.
    if (request.undoCharge !== undefined) counts.charged += charge.cost;
    if (reply.statusCode === 429) counts.refused++;
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.note(), NOTE_EVERY_MS).unref();
  }

  /** An unreachable database does not delay the end. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await Promise.race([this.note(), sleep(LAST_NOTE_MS, undefined, { ref: false })]);
  }

  /** Retries failed writes with the next. */
  async note(): Promise<void> {
    const uses = [...this.counts.values()];
    this.counts = new Map();
    try {
      await this.usage.note(uses);
    } catch {
      for (const use of uses) this.add(use);
    }
  }

  private add({ day, route, keyId, requests, charged, refused }: RouteUseOfDay): void {
    const counts = this.countsOf(day, route, keyId);
    counts.requests += requests;
    counts.charged += charged;
    counts.refused += refused;
  }

  private countsOf(day: string, route: string, keyId: number): Counts {
    const key = `${day} ${route} ${keyId}`;
    let counts = this.counts.get(key);
    if (counts === undefined)
      this.counts.set(key, (counts = { day, route, keyId, requests: 0, charged: 0, refused: 0 }));
    return counts;
  }
}
