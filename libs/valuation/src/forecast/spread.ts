/** The middle and the ends of an 80 % range. */
export type Quantiles = readonly [low: number, middle: number, high: number];
const SHARES: Quantiles = [0.1, 0.5, 0.9];

/** Numbers are counted in steps of 0.01 to 1.5 either way. */
const STEP = 0.01;
const REACH_STEPS = 150;
const STEPS = 2 * REACH_STEPS + 1;

/** How often numbers around zero occur, such as log changes of prices. Counts in steps: millions cost no memory. */
export class Spread {
  readonly #shares = new Float64Array(STEPS);
  #weight = 0;

  add(number: number, weight: number): void {
    const step = Math.min(Math.max(Math.round(number / STEP), -REACH_STEPS), REACH_STEPS);
    this.#shares[step + REACH_STEPS]! += weight;
    this.#weight += weight;
  }

  /** This one as if it had seen so many numbers of a wider one, too. */
  drawnTo(wider: Spread, pseudoCount: number): Spread {
    const drawn = new Spread();
    const factor = wider.#weight === 0 ? 0 : pseudoCount / wider.#weight;
    for (let at = 0; at < STEPS; at++) drawn.#shares[at] = this.#shares[at]! + factor * wider.#shares[at]!;
    drawn.#weight = this.#weight + factor * wider.#weight;
    return drawn;
  }

  /** Linear within a step. Zeros when nothing was counted. */
  quantiles(): Quantiles {
    const [low, middle, high] = SHARES.map((share) => this.#quantile(share));
    return [low!, middle!, high!];
  }

  #quantile(share: number): number {
    let left = share * this.#weight;
    for (let at = 0; at < STEPS; at++) {
      const here = this.#shares[at]!;
      if (here > 0 && here >= left) return (at - REACH_STEPS - 0.5 + left / here) * STEP;
      left -= here;
    }
    return 0;
  }
}

/** What a range costs that says these quantiles when a number comes to pass: wide ones cost, and misses cost more. */
export function pinballLoss(quantiles: Quantiles, actual: number): number {
  let loss = 0;
  for (const [at, share] of SHARES.entries()) {
    const above = actual - quantiles[at]!;
    loss += above >= 0 ? share * above : (share - 1) * above;
  }
  return loss / SHARES.length;
}

/** Whether a number lies in the range. */
export function isHeld([low, , high]: Quantiles, actual: number): boolean {
  return actual >= low && actual <= high;
}

/** Which of the classes that begin at these numbers, in rising order, a number is in; 0 before the first. */
export function classIn(starts: readonly number[], value: number): number {
  const at = starts.findIndex((start) => value < start);
  return at < 0 ? starts.length : at;
}
