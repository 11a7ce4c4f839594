import { type EpochDay, parseIsoDay } from '@brickmarket/domain';
import { type BrickfolioRecord, Brickfolios, type HeldRecord } from '@brickmarket/persistence-ports';
import { type UnitValueLookup, unitValuesOn, type ValueSeries } from '@brickmarket/portfolio';
import { Injectable } from '@nestjs/common';
import type { AdmittedRequest } from '../access/admitted-request.ts';
import { ValuedSets } from './valued-sets.ts';

/** A holding that is not sold, with its set's own number and title. */
export interface HeldSet extends HeldRecord {
  readonly setNumber: string;
  readonly title: string;
}

/** What an account holds, next to the market. */
export interface Portfolio {
  readonly today: EpochDay;
  readonly holdings: readonly HeldSet[];
  /** One for each item held. */
  readonly series: readonly ValueSeries[];
  /** The values in force today: the same for every figure of every route. */
  readonly unitValueOf: UnitValueLookup;
}

/** Brings an account's holdings, read afresh for every request, together with shared values. */
@Injectable()
export class PortfolioReader {
  constructor(
    private readonly brickfolios: Brickfolios,
    private readonly sets: ValuedSets,
  ) {}

  async read(request: AdmittedRequest): Promise<Portfolio> {
    return this.value(await this.brickfolios.listHeld(request.accountId), request);
  }

  /** With the collections the holdings are in, the default first. */
  async readByBrickfolio(request: AdmittedRequest): Promise<Portfolio & { readonly brickfolios: readonly BrickfolioRecord[] }> {
    const { brickfolios, holdings } = await this.brickfolios.readOverview(request.accountId);
    return { brickfolios, ...(await this.value(holdings, request)) };
  }

  private async value(held: readonly HeldRecord[], request: AdmittedRequest): Promise<Portfolio> {
    const today = parseIsoDay(request.day)!;
    const sets = await this.sets.byId(new Set(held.map((holding) => holding.setId)), request);
    const series = new Set<ValueSeries>();
    const holdings = held.map((holding): HeldSet => {
      const set = sets.get(holding.setId)!;
      series.add(set.series[holding.condition]);
      return { ...holding, setNumber: set.setNumber, title: set.title };
    });
    return { today, holdings, series: [...series], unitValueOf: unitValuesOn(series, today) };
  }
}
