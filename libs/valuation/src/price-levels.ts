/** Stands for knowing nothing: a variance of log prices that any sale or prior outweighs. */
const UNKNOWN_VARIANCE = 1e6;

/**
 * What is believed of an item's log price on one day, with the variances of that belief. A set has two prices that move
 * together: `lead` of its sealed copies and `used`. A market of its own, such as a minifig's, has `lead` only.
 * The steps of a Kalman filter in two dimensions. Reused from item to item.
 */
export class PriceLevels {
  lead = 0;
  used = 0;
  leadVariance = UNKNOWN_VARIANCE;
  usedVariance = UNKNOWN_VARIANCE;
  covariance = 0;

  /** Nothing is known yet; the guesses only have to be of the right order. */
  forget(lead: number, used: number): void {
    this.set(lead, used, UNKNOWN_VARIANCE, UNKNOWN_VARIANCE, 0);
  }

  /** Takes over a belief. */
  set(lead: number, used: number, leadVariance: number, usedVariance: number, covariance: number): void {
    this.lead = lead;
    this.used = used;
    this.leadVariance = leadVariance;
    this.usedVariance = usedVariance;
    this.covariance = covariance;
  }

  get knowsLead(): boolean {
    return this.leadVariance < UNKNOWN_VARIANCE / 4;
  }

  get knowsUsed(): boolean {
    return this.usedVariance < UNKNOWN_VARIANCE / 4;
  }

  /** Time passes: both prices wander together, and the used one apart from the other. */
  wander(together: number, apart: number): void {
    this.leadVariance += together;
    this.covariance += together;
    this.usedVariance += together + apart;
  }

  /** A log price of the lead was seen, of this variance; it pulls no harder than if it were `reach` deviations away. */
  seeLead(logPrice: number, variance: number, reach: number): void {
    this.learn(logPrice - this.lead, variance, reach, this.leadVariance, this.covariance, this.leadVariance);
  }

  /** The same of the used price. */
  seeUsed(logPrice: number, variance: number, reach: number): void {
    this.learn(logPrice - this.used, variance, reach, this.covariance, this.usedVariance, this.usedVariance);
  }

  /** The log of used over lead was learned from elsewhere, of this variance. */
  seeRatio(logRatio: number, variance: number): void {
    const towardsLead = this.covariance - this.leadVariance;
    const towardsUsed = this.usedVariance - this.covariance;
    this.learn(
      logRatio - (this.used - this.lead),
      variance,
      Number.POSITIVE_INFINITY,
      towardsLead,
      towardsUsed,
      towardsUsed - towardsLead,
    );
  }

  /** `withLead` and `withUsed` are the covariances of what was seen with the two prices, `known` its own variance before. */
  private learn(
    surprise: number,
    variance: number,
    reach: number,
    withLead: number,
    withUsed: number,
    known: number,
  ): void {
    const total = known + variance;
    const limit = reach * Math.sqrt(total);
    const pull = Math.min(Math.max(surprise, -limit), limit) / total;
    this.lead += withLead * pull;
    this.used += withUsed * pull;
    this.leadVariance -= (withLead * withLead) / total;
    this.usedVariance -= (withUsed * withUsed) / total;
    this.covariance -= (withLead * withUsed) / total;
  }
}
