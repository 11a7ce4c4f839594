import { type EpochDay, parseIsoDay, type SetInCondition } from '@brickmarket/domain';
import {
  type BrickfolioOverview,
  type BrickfolioRecord,
  Brickfolios,
  SetValueHistory,
} from '@brickmarket/persistence-ports';
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
import { type DataStamp, VersionedCache } from '../../caching/document-cache.ts';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';

/**
 * The value steps of sets over the past year, in memory until values or catalogue change. Shared data, the same for
 * every account. Without it, every request for a large collection would read hundreds of thousands of steps.
 */
@Injectable()
export class ValuedSets {
  private readonly sets = new VersionedCache<Map<number, ValuedSet>>(['catalog', 'market'], new Map());

  constructor(private readonly history: SetValueHistory) {}

  /** By `setConditionKey`, with the sets of these copies; null when some are not in memory. */
  known(copies: readonly SetInCondition[], stamp: DataStamp): ReadonlyMap<number, ValuedSet> | null {
    const sets = this.inMemory(stamp);
    return copies.every((copy) => sets.has(setConditionKey(copy))) ? sets : null;
  }

  /** The same, after what is missing has been read, in a slice of its own. */
  async read(copies: readonly SetInCondition[], request: AdmittedRequest): Promise<ReadonlyMap<number, ValuedSet>> {
    const sets = this.inMemory(request);
    const today = parseIsoDay(request.day)!;
    const wanted = setsToValue(copies, (key) => sets.has(key));
    const read = await this.history.read(wanted, daysOfValues(today));
    await request.turn();
    wanted.forEach((set, index) => sets.set(setConditionKey(set), valuedSet(read[index]!, today)));
    return sets;
  }

  private inMemory(stamp: DataStamp): Map<number, ValuedSet> {
    return this.sets.getOrMake(stamp, '', () => new Map());
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
  private readonly reads: AccountCoalescer<null, BrickfolioOverview>;

  constructor(
    private readonly brickfolios: Brickfolios,
    private readonly sets: ValuedSets,
    @Inject(API_CONFIG) config: ApiConfig,
  ) {
    this.reads = new AccountCoalescer(async (accountId, asked) => {
      const overview = await this.brickfolios.readOverview(accountId);
      return asked.map(() => overview);
    }, config.answerTimeoutMs);
  }

  /**
   * What is made of the account's portfolio. Holdings are taken out of the overview in the same slice in which the
   * answer is made: as objects of many waiting requests they would outlive two collections of garbage, and each request
   * would leave them to the full collection.
   */
  async present<Answer>(request: AdmittedRequest, present: (portfolio: Portfolio) => Answer): Promise<Answer> {
    const overview = await this.reads.read(request.accountId, null);
    await request.turn();
    const { brickfolios, holdings } = overview;
    const sets = this.sets.known(holdings, request) ?? (await this.sets.read(holdings, request));
    return present({
      today: parseIsoDay(request.day)!,
      brickfolios,
      holdings: holdings.map((holding) => valuedHolding(holding, sets.get(setConditionKey(holding))!)),
    });
  }
}
