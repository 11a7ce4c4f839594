import type { EpochDay } from '@brickmarket/domain';
import { type ItemSeries, retirementDayOf } from './market.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/** How far the price of one item may have moved by itself between two days, as variances of log prices. */
export class Wander {
  private perDay = 0;
  private apartPerDay = 0;
  /** From this age to the lesser one the item turns; both are 0 for what never retires. */
  private turnFromAge = 0;
  private turnToAge = 0;

  constructor(
    private readonly asOf: EpochDay,
    private readonly settings: ValuationSettings,
  ) {}

  /** Chooses the item, by its sealed series or the only one it has. */
  select(series: ItemSeries): void {
    const { wanderVariancePerDay, ratioWanderVariancePerDay, turnDays } = this.settings;
    this.perDay = wanderVariancePerDay[series.kind];
    this.apartPerDay = ratioWanderVariancePerDay;
    const retirement = series.kind === 'minifig' ? null : retirementDayOf(series.facts);
    this.turnFromAge = retirement === null ? 0 : this.asOf - retirement - turnDays.from;
    this.turnToAge = retirement === null ? 0 : this.asOf - retirement - turnDays.to;
  }

  /** What sealed and used copies share, from one age in days before the as-of day to a lesser one. */
  together(fromAge: number, toAge: number): number {
    const turning = Math.min(fromAge, this.turnFromAge) - Math.max(toAge, this.turnToAge);
    const extra = turning > 0 ? turning * (this.settings.turnFactor - 1) : 0;
    return this.perDay * (fromAge - toAge + extra);
  }

  /** What the used price does on top of that. */
  apart(fromAge: number, toAge: number): number {
    return this.apartPerDay * (fromAge - toAge);
  }
}
