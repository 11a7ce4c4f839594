import { Injectable } from '@nestjs/common';
import { type Sample, Tally } from './tally.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

interface RouteTally {
  readonly labels: Readonly<Record<string, string>>;
  readonly byStatus: Map<number, number>;
  readonly seconds: Tally;
}

/** What is counted with every request. Plain numbers: they become metrics only when somebody asks. */
@Injectable()
export class RequestMetrics {
  /** By method and route template: never by URL, of which there is no end and which may hold secrets. */
  private readonly routes = new Map<string, RouteTally>();
  private readonly batches = new Tally(BATCH_SIZES);

  countRequest(method: string, route: string | undefined, status: number, milliseconds: number): void {
    const tally = this.tallyOf(method, route ?? 'none');
    tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
    tally.seconds.observe(milliseconds / 1_000);
  }

  countBatch(size: number): void {
    this.batches.observe(size);
  }

  requests(): readonly Sample[] {
    return [...this.routes.values()].flatMap(({ labels, byStatus }) =>
      [...byStatus].map(([status, value]) => ({ labels: { ...labels, status: String(status) }, value })),
    );
  }

  durations(name: string): readonly Sample[] {
    return [...this.routes.values()].flatMap(({ labels, seconds }) => seconds.samples(name, labels));
  }

  batchSizes(name: string): readonly Sample[] {
    return this.batches.samples(name, {});
  }

  quotaRejections(): number {
    return [...this.routes.values()].reduce((sum, { byStatus }) => sum + (byStatus.get(429) ?? 0), 0);
  }

  private tallyOf(method: string, route: string): RouteTally {
    // A client may invent methods: what no route knows is counted together.
    const known = route === 'none' ? 'any' : method;
    const name = `${known} ${route}`;
    let tally = this.routes.get(name);
    if (tally === undefined) {
      tally = { labels: { method: known, route }, byStatus: new Map(), seconds: new Tally(SECONDS) };
      this.routes.set(name, tally);
    }
    return tally;
  }
}
