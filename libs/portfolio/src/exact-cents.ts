import type { Cents } from '@brickmarket/domain';

/**
 * The amount itself, as long as it is counted to the cent (up to about 90 trillion dollars).
 * Throws beyond that: a sum that silently loses cents would still look like one that reconciles.
 */
export function exactCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} cents cannot be counted exactly`);
  return amount;
}
