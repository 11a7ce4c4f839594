import { type EpochDay, parseIsoDay, type SetInCondition } from '@brickmarket/domain';
import { type BrickfolioRecord, Brickfolios, SetValueHistory } from '@brickmarket/persistence-ports';
import {
  daysOfValues,
  setConditionKey,
  setsToValue,
  type ValuedHolding,
  valuedHolding,
  type ValuedSet,
  valuedSet,
} from '@brickmarket/portfolio';
import { Inject, Injectable } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admission.ts';
import { AccountCoalescer } from '../../caching/coalescer.ts';
import type { DataStamp } from '../../caching/document-cache.ts';
import { VersionedTable } from '../../caching/versioned-table.ts';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';

/**
 * The value steps of sets over the past year, in memory until values or catalogue change. Shared data, the same for
 * every account. Without it, every request for a large collection would read hundreds of thousands of steps.
 */
@Injectable()
export class ValuedSets {
  private readonly sets = new VersionedTable<ValuedSet>(['catalog', 'market']);

  constructor(private readonly history: SetValueHistory) {}

  /** An array indexed by `setConditionKey`, with at least the sets of these copies in their conditions. */
  async read(copies: readonly SetInCondition[], stamp: DataStamp): Promise<readonly ValuedSet[]> {
    const known = this.sets.at(stamp);
    const today = parseIsoDay(stamp.day)!;
    const wanted = setsToValue(copies, (key) => known[key] !== undefined);
    const read = await this.history.read(wanted, daysOfValues(today));
    wanted.forEach((set, index) => (known[setConditionKey(set)] = valuedSet(read[index]!, today)));
    return known;
  }
}

/** An account's collections, the default first, and their unsold holdings. */
export interface Portfolio {
  readonly today: EpochDay;
  readonly brickfolios: readonly BrickfolioRecord[];
  readonly holdings: readonly ValuedHolding[];
}

/**
 * Combines an account's holdings with shared values. Private data is never cached; only simultaneous requests of one
 * account share a read.
 */
@Injectable()
export class PortfolioReader {
  private readonly reads: AccountCoalescer<DataStamp, Portfolio>;

  constructor(
    private readonly brickfolios: Brickfolios,
    private readonly sets: ValuedSets,
    @Inject(API_CONFIG) config: ApiConfig,
  ) {
    this.reads = new AccountCoalescer(async (accountId, stamps) => {
      // The request that was admitted last has the newest data versions.
      const portfolio = await this.readOnce(accountId, stamps.at(-1)!);
      return stamps.map(() => portfolio);
    }, config.answerTimeoutMs);
  }

  read(request: AdmittedRequest): Promise<Portfolio> {
    return this.reads.read(request.accountId, request);
  }

  private async readOnce(accountId: number, stamp: DataStamp): Promise<Portfolio> {
    const { brickfolios, holdings } = await this.brickfolios.readOverview(accountId);
    const sets = await this.sets.read(holdings, stamp);
    return {
      today: parseIsoDay(stamp.day)!,
      brickfolios,
      holdings: holdings.map((holding) => valuedHolding(holding, sets[setConditionKey(holding)]!)),
    };
  }
}
