import { AdmissionGate, type ChargedKey, hashOfApiKey, type KeyCharge } from '@brickmarket/persistence-ports';
import { RequestMetrics } from '@brickmarket/service-runtime/metrics';
import * as fc from 'fast-check';
import { Admission, type Verdict, verdictsOf } from './admission.ts';

const MOMENT = {
  day: '2026-11-15',
  resetsAt: new Date('2026-11-16T00:00:00Z'),
  chargedAt: new Date('2026-11-15T12:00:00Z'),
  versions: { catalog: 1, market: 1, retail: 1 },
};
const KEY: ChargedKey = {
  keyId: 1,
  accountId: 2,
  includesApi: true,
  dailyLimit: 10,
  usedBefore: 4,
  fitted: null,
  bookVersion: null,
  ...MOMENT,
};
const told = (verdicts: readonly Verdict[]): readonly unknown[] =>
  verdicts.map((verdict) => ('remaining' in verdict ? [verdict.kind, verdict.remaining] : verdict.kind));

describe('the verdicts on the requests of one key', () => {
  it('tell each request what was left after it, when all of them were charged', () => {
    expect(told(verdictsOf(KEY, [1, 3, 2]))).toEqual([
      ['admitted', 5],
      ['admitted', 2],
      ['admitted', 0],
    ]);
  });

  it('refuse those that the store did not charge, and no others', () => {
    expect(told(verdictsOf({ ...KEY, fitted: [true, false, true] }, [5, 7, 1]))).toEqual([
      ['admitted', 1],
      ['over-quota', 1],
      ['admitted', 0],
    ]);
  });

  it('say that nothing is left, never less, when the limit was lowered below what is used', () => {
    expect(told(verdictsOf({ ...KEY, usedBefore: 25, fitted: [false] }, [1]))).toEqual([['over-quota', 0]]);
  });

  it('are the same for all when the key is not live, or its plan does not include the API', () => {
    expect(told(verdictsOf(null, [1, 2]))).toEqual(['unknown-key', 'unknown-key']);
    expect(told(verdictsOf({ ...KEY, includesApi: false }, [1, 2]))).toEqual(['plan-too-small', 'plan-too-small']);
  });

  it('carry the moment of the reset', () => {
    expect(verdictsOf(KEY, [1])).toEqual([expect.objectContaining({ key: KEY, resetsAt: '2026-11-16T00:00:00.000Z' })]);
  });
});

/** Charges one request after another: the plainest gate there can be. */
class OneByOne extends AdmissionGate {
  private readonly used = new Map<string, number>();

  constructor(private readonly limits: ReadonlyMap<string, number>) {
    super();
  }

  charge(charges: readonly KeyCharge[]): Promise<readonly (ChargedKey | null)[]> {
    return Promise.resolve(charges.map(({ keyHash, costs }) => this.chargeKey(keyHash.toString('hex'), costs)));
  }

  private chargeKey(hash: string, costs: readonly number[]): ChargedKey | null {
    const dailyLimit = this.limits.get(hash);
    if (dailyLimit === undefined) return null;
    const usedBefore = this.used.get(hash) ?? 0;
    let used = usedBefore;
    const fitted = costs.map((cost) => {
      if (used + cost > dailyLimit) return false;
      used += cost;
      return true;
    });
    this.used.set(hash, used);
    return { ...KEY, dailyLimit, usedBefore, fitted: fitted.includes(false) ? fitted : null };
  }

  refund(): Promise<void> {
    return Promise.resolve();
  }
}

const keyOf = (n: number): string => `bmk_${String(n).padStart(48, '0')}`;

it('gives every request of a merged statement the verdict it would have had alone, in order of arrival', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      fc.array(fc.tuple(fc.nat(6), fc.constantFrom(1, 1, 1, 2, 7, 100), fc.boolean()), { minLength: 1, maxLength: 60 }),
      async (limits, requests) => {
        const gateOf = (): AdmissionGate =>
          new OneByOne(new Map(limits.map((limit, n) => [hashOfApiKey(keyOf(n)).toString('hex'), limit])));
        const [merged, alone] = [gateOf(), gateOf()].map(
          (gate) => new Admission(gate, new RequestMetrics(), { answerTimeoutMs: 60_000 }),
        );
        const expected: Verdict[] = [];
        for (const [n, cost] of requests) expected.push(await alone!.decideOn(keyOf(n), cost));
        const pending: Promise<Verdict>[] = [];
        for (const [n, cost, startsBatch] of requests) {
          if (startsBatch) await Promise.all(pending);
          pending.push(merged!.decideOn(keyOf(n), cost));
        }
        expect(told(await Promise.all(pending))).toEqual(told(expected));
      },
    ),
    { numRuns: 50 },
  );
});
