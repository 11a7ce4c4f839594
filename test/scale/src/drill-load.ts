import { setTimeout as pause } from 'node:timers/promises';
import { type DocumentedContract } from '../../support/documented-contract.ts';
import { HttpClient } from '../../support/http-client.ts';
import type { KeyCharges } from './charges.ts';

/** One kind of request: each of its paths in turn. */
export interface DrillRoute {
  readonly name: string;
  readonly paths: readonly string[];
  readonly body?: object;
  readonly cost: number;
}

const CLIENTS = 12;
const PAUSE_MS = 15;
const MOST_FAULTS = 20;

/** Clients that ask all routes in turn, each request with another key, and compare every answer with the contract. */
export class DrillLoad {
  readonly byStatus = new Map<number, number>();
  /** Requests answered 200, by route. */
  readonly byRoute = new Map<string, number>();
  /** Answers that are not what the contract says; the first few. */
  readonly faults: string[] = [];
  faultCount = 0;
  requests = 0;
  longestWaitMs = 0;
  /** When answers of 200 came, in milliseconds of the monotonic clock. */
  readonly answeredAt: number[] = [];
  private readonly client = new HttpClient(CLIENTS);
  private readonly running: readonly Promise<void>[];
  private stopping = false;

  constructor(
    private readonly services: readonly string[],
    private readonly keys: readonly string[],
    private readonly routes: readonly DrillRoute[],
    private readonly contract: DocumentedContract,
    /** What each key asked for, in this load and those before it. */
    private readonly charges: Map<string, KeyCharges>,
  ) {
    this.running = Array.from({ length: CLIENTS }, () => this.ask());
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
    this.client.close();
  }

  /** The longest time between two answers of 200, in milliseconds. */
  longestSilenceMs(): number {
    let longest = 0;
    this.answeredAt.forEach((at, n) => (longest = Math.max(longest, at - (this.answeredAt[n - 1] ?? at))));
    return longest;
  }

  private async ask(): Promise<void> {
    while (!this.stopping) {
      const n = this.requests++;
      await this.send(this.routes[n % this.routes.length]!, n);
      await pause(PAUSE_MS);
    }
  }

  private async send(route: DrillRoute, n: number): Promise<void> {
    const round = Math.floor(n / this.routes.length);
    const key = this.keys[n % this.keys.length]!;
    const path = route.paths[round % route.paths.length]!;
    const service = this.services[round % this.services.length]!;
    const startedAt = performance.now();
    const answer = await this.client
      .send(`${service}/api/v1${path}`, key, route.body)
      .catch((error: unknown) => ({ status: 0, body: String(error), headers: {} }));
    const endedAt = performance.now();
    this.longestWaitMs = Math.max(this.longestWaitMs, endedAt - startedAt);
    this.byStatus.set(answer.status, (this.byStatus.get(answer.status) ?? 0) + 1);
    this.charge(key, route.cost, answer.status);
    if (answer.status === 200) {
      this.answeredAt.push(endedAt);
      this.byRoute.set(route.name, (this.byRoute.get(route.name) ?? 0) + 1);
    }
    this.check(route, path, answer);
  }

  private charge(key: string, cost: number, status: number): void {
    const charges = this.charges.get(key) ?? { acknowledged: 0, failed: 0 };
    if (status === 200) charges.acknowledged += cost;
    else charges.failed += cost;
    this.charges.set(key, charges);
  }

  private check(
    route: DrillRoute,
    path: string,
    answer: { status: number; body: string; headers: Readonly<Record<string, string | string[] | undefined>> },
  ): void {
    const faults =
      answer.status === 200 || answer.status >= 500
        ? this.contract.faultsOf({ method: route.body ? 'POST' : 'GET', path, text: answer.body, ...answer })
        : [answer.body];
    this.faultCount += faults.length > 0 ? 1 : 0;
    if (faults.length > 0 && this.faults.length < MOST_FAULTS)
      this.faults.push(`${path}: ${answer.status} ${faults.join('; ').slice(0, 300)}`);
  }
}
