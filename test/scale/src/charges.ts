/** What one key asked for, by what became of it, in units of quota. */
export interface KeyCharges {
  /** Of requests that were answered 200. */
  acknowledged: number;
  /** Of requests that failed: they may have been charged, when the answer to the charge got lost. */
  failed: number;
}

/** What the counters say after a failover, in units of quota. */
export interface ChargeBalance {
  readonly acknowledged: number;
  /** Acknowledged, but not in the counters. */
  readonly lost: number;
  /** In the counters beyond everything that was ever asked for. */
  readonly doubled: number;
  /** In the counters although the request failed: charged, and the refund could not be made. */
  readonly keptOfFailed: number;
}

/**
 * Compares what each key received with its counter. A counter below the acknowledged charges has lost some; one above
 * all that was asked for has some twice; in between are charges of requests that failed.
 */
export function balanceOf(
  asked: ReadonlyMap<string, KeyCharges>,
  counters: ReadonlyMap<string, number>,
): ChargeBalance {
  const sum = { acknowledged: 0, lost: 0, doubled: 0, keptOfFailed: 0 };
  for (const key of new Set([...asked.keys(), ...counters.keys()])) {
    const { acknowledged, failed } = asked.get(key) ?? { acknowledged: 0, failed: 0 };
    const beyond = (counters.get(key) ?? 0) - acknowledged;
    sum.acknowledged += acknowledged;
    sum.lost += Math.max(0, -beyond);
    sum.doubled += Math.max(0, beyond - failed);
    sum.keptOfFailed += Math.min(failed, Math.max(0, beyond));
  }
  return sum;
}
