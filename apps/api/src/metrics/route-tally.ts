import { setTimeout as sleep } from 'node:timers/promises';
import { RouteUsage, type RouteUseOfDay } from '@brickmarket/persistence-ports';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Answered } from '../http/request-hooks.ts';

interface Counts {
  requests: number;
  charged: number;
  refused: number;
}

const NOTE_EVERY_MS = 30_000;
const LAST_NOTE_MS = 1_000;

/**
 * Counts what keys ask of each route, for their owners. Counted in memory and written twice a minute: a process that is
 * killed loses the counts of half a minute, never a charge.
 */
@Injectable()
export class RouteTally implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** By day, route and key: looked up without making a text for each request. */
  private counts = new Map<string, Map<string, Map<number, Counts>>>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly usage: RouteUsage) {}

  count({ request, reply, route }: Answered): void {
    const charge = request.presentedCharge;
    if (charge === undefined || route === null) return;
    const counts = this.countsOf(charge.day, route, charge.keyId);
    counts.requests++;
    // What was given back is gone from the request as well.
    if (request.undoCharge !== undefined) counts.charged += charge.cost;
    if (reply.statusCode === 429) counts.refused++;
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.note(), NOTE_EVERY_MS).unref();
  }

  /** A database that is away does not hold up the end of the process. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await Promise.race([this.note(), sleep(LAST_NOTE_MS, undefined, { ref: false })]);
  }

  /** What could not be written is written with the next. */
  async note(): Promise<void> {
    const uses = [...this.uses()];
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
    let ofDay = this.counts.get(day);
    if (ofDay === undefined) this.counts.set(day, (ofDay = new Map()));
    let ofRoute = ofDay.get(route);
    if (ofRoute === undefined) ofDay.set(route, (ofRoute = new Map()));
    let counts = ofRoute.get(keyId);
    if (counts === undefined) ofRoute.set(keyId, (counts = { requests: 0, charged: 0, refused: 0 }));
    return counts;
  }

  private *uses(): Iterable<RouteUseOfDay> {
    for (const [day, routes] of this.counts)
      for (const [route, keys] of routes) for (const [keyId, counts] of keys) yield { day, route, keyId, ...counts };
  }
}
