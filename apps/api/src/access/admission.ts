import { type DataVersions, AdmissionGate, type ChargedKey, hashOfApiKey } from '@brickmarket/persistence-ports';
import { RequestMetrics } from '@brickmarket/service-runtime/metrics';
import { createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Coalescer } from '../caching/coalescer.ts';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import type { QuotaReport } from '../http/request-hooks.ts';

/** Set by the guard for every handler of the contract. */
export interface AdmittedRequest extends QuotaReport {
  readonly accountId: number;
  /** UTC day charged. */
  readonly day: string;
  /** Database clock at admission, "now" for the whole request. */
  readonly now: Date;
  readonly versions: DataVersions;
  /** State of the portfolio; null: irrelevant for the route. */
  readonly books: string | null;
  /** Await before each slice of a millisecond or more: other requests run in between. */
  turn(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    admission?: AdmittedRequest;
    accountId?: number;
  }
}

export const Admitted = createParamDecorator((_: unknown, context: ExecutionContext): AdmittedRequest => {
  return context.switchToHttp().getRequest<FastifyRequest>().admission!;
});

const MAX_BATCH = 512;

export type Verdict = { readonly kind: 'unknown-key' } | { readonly kind: 'plan-too-small' } | ChargedVerdict;

export interface ChargedVerdict {
  readonly kind: 'over-quota' | 'admitted';
  readonly key: ChargedKey;
  readonly remaining: number;
  /** ISO-8601. */
  readonly resetsAt: string;
}

interface PresentedKey {
  readonly apiKey: string;
  readonly cost: number;
  readonly knowsBooks: boolean;
}

/** One statement for all requests that arrived during the previous one. Guessing addresses queue separately. */
@Injectable()
export class Admission {
  private readonly queue: Coalescer<PresentedKey, Verdict>;
  private readonly queueOfGuessers: Coalescer<PresentedKey, Verdict>;

  constructor(
    private readonly gate: AdmissionGate,
    private readonly metrics: RequestMetrics,
    @Inject(API_CONFIG) { answerTimeoutMs }: Pick<ApiConfig, 'answerTimeoutMs'>,
  ) {
    const openQueue = (): Coalescer<PresentedKey, Verdict> =>
      new Coalescer((requests) => this.decide(requests), answerTimeoutMs, MAX_BATCH);
    this.queue = openQueue();
    this.queueOfGuessers = openQueue();
  }

  /** The key must have the right format. */
  decideOn(
    apiKey: string,
    cost: number,
    {
      knowsBooks = false,
      isFromGuesser = false,
    }: { readonly knowsBooks?: boolean; readonly isFromGuesser?: boolean } = {},
  ): Promise<Verdict> {
    return (isFromGuesser ? this.queueOfGuessers : this.queue).submit({ apiKey, cost, knowsBooks });
  }

  async refund(key: ChargedKey, cost: number): Promise<void> {
    await this.gate.refund(key.keyId, key.day, cost);
  }

  private async decide(requests: readonly PresentedKey[]): Promise<readonly Verdict[]> {
    this.metrics.batches.observe(requests.length);
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
      { withBooks: requests.some(({ knowsBooks }) => knowsBooks) },
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

/** Verdict per request, as the database decided on the quota. */
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
