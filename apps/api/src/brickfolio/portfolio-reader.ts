import { type EpochDay, type Holding, parseIsoDay } from '@brickmarket/domain';
import { type BrickfolioRecord, Brickfolios, type HeldRecord } from '@brickmarket/persistence-ports';
import { costOf, type HeldCopies } from '@brickmarket/portfolio';
import { Injectable } from '@nestjs/common';
import type { AdmittedRequest } from '../access/admitted-request.ts';
import { type UnitWorth, type ValuedSet, ValuedSets } from './valued-sets.ts';

/** A holding that is not sold, next to the market. */
export interface ValuedHolding extends HeldCopies, Pick<Holding, 'purchasePriceCents' | 'purchaseDay' | 'status'> {
  readonly brickfolioId: number;
  readonly title: string;
  readonly worth: UnitWorth;
}

/** What an account holds, with the collections it is in, the default first. */
export interface Portfolio {
  readonly today: EpochDay;
  readonly brickfolios: readonly BrickfolioRecord[];
  readonly holdings: readonly ValuedHolding[];
}

/** The value in force today: the same for every figure of every route. */
export const unitValueOf = (holding: ValuedHolding) => holding.worth.todayCents;

/** Brings an account's holdings, read afresh for every request, together with shared values. */
@Injectable()
export class PortfolioReader {
  constructor(
    private readonly brickfolios: Brickfolios,
    private readonly sets: ValuedSets,
  ) {}

  async read(request: AdmittedRequest): Promise<Portfolio> {
    const { brickfolios, holdings } = await this.brickfolios.readOverview(request.accountId);
    const sets = await this.sets.byId(holdings, request);
    return {
      today: parseIsoDay(request.day)!,
      brickfolios,
      holdings: holdings.map((holding) => valuedHolding(holding, sets[holding.setId]!)),
    };
  }
}

// Field by field: copying ten thousand records with a spread takes longer than adding them up.
function valuedHolding(held: HeldRecord, set: ValuedSet): ValuedHolding {
  return {
    brickfolioId: held.brickfolioId,
    setNumber: set.setNumber,
    title: set.title,
    quantity: held.quantity,
    costCents: costOf(held),
    purchasePriceCents: held.purchasePriceCents,
    purchaseDay: held.purchaseDay,
    heldFrom: held.purchaseDay,
    status: held.status,
    worth: set.worth[held.condition],
  };
}
