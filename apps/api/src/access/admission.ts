import { createHash } from 'node:crypto';
import { planIncludesApi } from '@brickmarket/domain';
import { AdmissionGate, type ChargedKey } from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { API_CONFIG } from '../config/config.token.ts';
import type { ApiConfig } from '../config/config.ts';
import { Coalescer } from '../hot-path/coalescer.ts';
import { RequestMetrics } from '../metrics/request-metrics.ts';

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

/** Authenticates and charges requests together: one statement for all that arrived while the last one was in flight. */
@Injectable()
export class Admission {
  private readonly coalescer: Coalescer<PresentedKey, Verdict>;

  constructor(
    private readonly gate: AdmissionGate,
    private readonly metrics: RequestMetrics,
    @Inject(API_CONFIG) config: ApiConfig,
  ) {
    this.coalescer = new Coalescer((requests) => this.decide(requests), config.answerTimeoutMs, MAX_BATCH);
  }

  /** Decides one request; the key must have the form of a key. */
  decideOn(apiKey: string, cost: number): Promise<Verdict> {
    return this.coalescer.submit({ apiKey, cost });
  }

  async refund(key: ChargedKey, cost: number): Promise<void> {
    await this.gate.refund(key.keyId, key.day, cost);
  }

  private async decide(requests: readonly PresentedKey[]): Promise<readonly Verdict[]> {
    this.metrics.countBatch(requests.length);
    const positions = new Map<string, number[]>();
    requests.forEach(({ apiKey }, position) => {
      const group = positions.get(apiKey);
      if (group) group.push(position);
      else positions.set(apiKey, [position]);
    });
    const groups = [...positions];
    const charged = await this.gate.charge(
      groups.map(([apiKey, group]) => ({
        keyHash: hashOfKey(apiKey),
        costs: group.map((position) => requests[position]!.cost),
      })),
    );
    const verdicts: Verdict[] = Array.from({ length: requests.length });
    groups.forEach(([, group], index) => {
      const costs = group.map((position) => requests[position]!.cost);
      verdictsOf(charged[index] ?? null, costs).forEach((verdict, i) => {
        verdicts[group[i]!] = verdict;
      });
    });
    return verdicts;
  }
}

/** The key as the store knows it. */
export function hashOfKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}

/** Replays the store's rule, each cost that still fits in order of arrival, to tell every request its own outcome. */
export function verdictsOf(key: ChargedKey | null, costs: readonly number[]): readonly Verdict[] {
  if (key === null) return costs.map(() => ({ kind: 'unknown-key' }));
  if (!planIncludesApi(key.plan)) return costs.map(() => ({ kind: 'plan-too-small' }));
  const resetsAt = key.resetsAt.toISOString();
  let used = key.usedBefore;
  return costs.map((cost) => {
    const fits = used + cost <= key.dailyLimit;
    if (fits) used += cost;
    return { kind: fits ? 'admitted' : 'over-quota', key, remaining: Math.max(0, key.dailyLimit - used), resetsAt };
  });
}
