import { type DataVersions, AdmissionGate, type ChargedKey, hashOfApiKey } from '@brickmarket/persistence-ports';
import { createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Coalescer } from '../caching/coalescer.ts';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import type { QuotaReport } from '../http/request-hooks.ts';
import { RequestMetrics } from '../metrics/request-metrics.ts';

/** What a request was admitted as. Set by the guards; every handler of the contract may rely on it. */
export interface AdmittedRequest extends QuotaReport {
  readonly accountId: number;
  /** The UTC day that was charged. */
  readonly day: string;
  /** When it was admitted, by the database's clock: "now" for everything the request asks. */
  readonly now: Date;
  readonly versions: DataVersions;
}

declare module 'fastify' {
  interface FastifyRequest {
    admission?: AdmittedRequest;
  }
}

/** The request's admission, as a handler parameter: whose it is, when, and how fresh the data must be. */
export const Admitted = createParamDecorator((_: unknown, context: ExecutionContext): AdmittedRequest => {
  return context.switchToHttp().getRequest<FastifyRequest>().admission!;
});

const MAX_BATCH = 512;

/** What became of one request. */
export type Verdict =
  | { readonly kind: 'unknown-key' }
  | { readonly kind: 'plan-too-small' }
  | {
      readonly kind: 'over-quota' | 'admitted';
      readonly key: ChargedKey;
      readonly remaining: number;
      /** ISO-8601. */ readonly resetsAt: string;
    };

interface PresentedKey {
  readonly apiKey: string;
  readonly cost: number;
}

/**
 * Authenticates and charges requests together: one statement for all that arrived while the last one was in flight.
 * Addresses that guess keys have a lane of their own. It has at most one statement in flight, which looks up only the
 * keys that were presented, so a flood of guesses takes one connection and makes nobody else's statement longer.
 */
@Injectable()
export class Admission {
  private readonly lane: Coalescer<PresentedKey, Verdict>;
  private readonly laneOfGuessers: Coalescer<PresentedKey, Verdict>;

  constructor(
    private readonly gate: AdmissionGate,
    private readonly metrics: RequestMetrics,
    @Inject(API_CONFIG) { answerTimeoutMs }: Pick<ApiConfig, 'answerTimeoutMs'>,
  ) {
    const openLane = (): Coalescer<PresentedKey, Verdict> =>
      new Coalescer((requests) => this.decide(requests), answerTimeoutMs, MAX_BATCH);
    this.lane = openLane();
    this.laneOfGuessers = openLane();
  }

  /** Decides one request; the key must have the form of a key. */
  decideOn(apiKey: string, cost: number, isFromGuesser = false): Promise<Verdict> {
    return (isFromGuesser ? this.laneOfGuessers : this.lane).submit({ apiKey, cost });
  }

  async refund(key: ChargedKey, cost: number): Promise<void> {
    await this.gate.refund(key.keyId, key.day, cost);
  }

  private async decide(requests: readonly PresentedKey[]): Promise<readonly Verdict[]> {
    this.metrics.countBatch(requests.length);
    const groups = new Map<string, { readonly positions: number[]; readonly costs: number[] }>();
    requests.forEach(({ apiKey, cost }, position) => {
      const group = groups.get(apiKey);
      if (group === undefined) groups.set(apiKey, { positions: [position], costs: [cost] });
      else {
        group.positions.push(position);
        group.costs.push(cost);
      }
    });
    const charged = await this.gate.charge(
      Array.from(groups, ([apiKey, { costs }]) => ({ keyHash: hashOfApiKey(apiKey), costs })),
    );
    const verdicts: Verdict[] = Array.from({ length: requests.length });
    let index = 0;
    for (const { positions, costs } of groups.values()) {
      const ofKey = verdictsOf(charged[index++] ?? null, costs);
      positions.forEach((position, i) => (verdicts[position] = ofKey[i]!));
    }
    return verdicts;
  }
}

/** Tells each of a key's requests its own outcome. Which of them were charged the store has decided. */
export function verdictsOf(key: ChargedKey | null, costs: readonly number[]): readonly Verdict[] {
  if (key === null) return costs.map(() => ({ kind: 'unknown-key' }));
  if (!key.includesApi) return costs.map(() => ({ kind: 'plan-too-small' }));
  const resetsAt = key.resetsAt.toISOString();
  let used = key.usedBefore;
  return costs.map((cost, index) => {
    const isCharged = key.fitted === null || key.fitted[index] === true;
    if (isCharged) used += cost;
    const remaining = Math.max(0, key.dailyLimit - used);
    return { kind: isCharged ? 'admitted' : 'over-quota', key, remaining, resetsAt };
  });
}
