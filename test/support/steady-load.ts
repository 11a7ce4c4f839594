import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, messageOf } from './eventually.ts';
import { HttpClient } from './http-client.ts';

/** One request of a load and its outcome. */
export interface LoadOutcome {
  readonly url: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** 0 when there was no answer. */
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The next request; null when there is no service to send it to just now. */
type NextRequest = () => { readonly url: string; readonly key: string; readonly body?: object } | null;

/** Clients that send one request after the other until they are stopped. */
export class SteadyLoad {
  readonly outcomes: LoadOutcome[] = [];
  private readonly client: HttpClient;
  private readonly running: Promise<void>[];
  private stopping = false;

  constructor(
    clients: number,
    private readonly next: NextRequest,
    private readonly pauseMs = 2,
  ) {
    this.client = new HttpClient(clients);
    this.running = Array.from({ length: clients }, () => this.ask());
  }

  async stop(): Promise<readonly LoadOutcome[]> {
    this.stopping = true;
    await Promise.all(this.running);
    this.client.close();
    return this.outcomes;
  }

  /** The first answer of 200 to a request that started after now. */
  async untilAnswered(): Promise<LoadOutcome> {
    const since = performance.now();
    return eventually(
      'a request is answered with 200',
      () => this.outcomes.findLast((outcome) => outcome.status === 200 && outcome.startedAt >= since),
      { everyMs: 10 },
    ).catch((error: unknown) => {
      throw new Error(`no 200; the last outcome: ${JSON.stringify(this.outcomes.at(-1))}`, { cause: error });
    });
  }

  private async ask(): Promise<void> {
    while (!this.stopping) {
      const request = this.next();
      if (request) {
        const startedAt = performance.now();
        const { status, body, headers } = await this.client
          .send(request.url, request.key, request.body)
          .catch((error: unknown) => ({ status: 0, body: String(error), headers: {} }));
        this.outcomes.push({ url: request.url, startedAt, endedAt: performance.now(), status, body, headers });
      }
      await pause(this.pauseMs);
    }
  }
}

/** The rate and the slowest answers of one status. */
export interface FloodAnswers {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** A flood: connections that repeat one request as soon as it is answered, from a separate process. */
export class Flood {
  private constructor(private readonly child: ChildProcess) {}

  static start(url: string, key: string, connections: number): Flood {
    const { port, pathname } = new URL(url);
    return new Flood(fork(resolve('test/support/flood.process.mjs'), [port, String(connections), pathname, key]));
  }

  /** Stops the flood; returns the answers by status. */
  async stop(): Promise<Readonly<Record<string, FloodAnswers>>> {
    const told = messageOf<Record<string, FloodAnswers>>(this.child);
    this.child.send('stop');
    return told;
  }
}
