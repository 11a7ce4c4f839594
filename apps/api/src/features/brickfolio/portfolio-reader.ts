import { type EpochDay, type Holding, parseIsoDay } from '@brickmarket/domain';
import { type BrickfolioRecord, Brickfolios, type UnsoldHolding } from '@brickmarket/persistence-ports';
import { costOf, type HeldCopies } from '@brickmarket/portfolio';
import { Inject, Injectable } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admitted-request.ts';
import { API_CONFIG } from '../../config/config.token.ts';
import type { ApiConfig } from '../../config/config.ts';
import { AccountReads } from '../../hot-path/account-reads.ts';
import type { DataStamp } from '../../hot-path/versioned-cache.ts';
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

/** Brings an account's holdings together with shared values. Nothing of an account's is kept; only its requests that wait at the same time share a read. */
@Injectable()
export class PortfolioReader {
  private readonly reads: AccountReads<DataStamp, Portfolio>;

  constructor(
    private readonly brickfolios: Brickfolios,
    private readonly sets: ValuedSets,
    @Inject(API_CONFIG) config: ApiConfig,
  ) {
    this.reads = new AccountReads(async (accountId, stamps) => {
      // The last to be admitted knows the newest values.
      const portfolio = await this.readOnce(accountId, stamps.at(-1)!);
      return stamps.map(() => portfolio);
    }, config.answerTimeoutMs);
  }

  read(request: AdmittedRequest): Promise<Portfolio> {
    return this.reads.read(request.accountId, request);
  }

  private async readOnce(accountId: number, stamp: DataStamp): Promise<Portfolio> {
    const { brickfolios, holdings } = await this.brickfolios.readOverview(accountId);
    const sets = await this.sets.byId(holdings, stamp);
    return {
      today: parseIsoDay(stamp.day)!,
      brickfolios,
      holdings: holdings.map((holding) => valuedHolding(holding, sets[holding.setId]!)),
    };
  }
}

// Field by field: copying ten thousand records with a spread takes longer than adding them up.
function valuedHolding(held: UnsoldHolding, set: ValuedSet): ValuedHolding {
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
