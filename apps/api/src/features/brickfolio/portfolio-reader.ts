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

  /** An array indexed by `setConditionKey`, with the sets of these copies; null when some are not in memory. */
  known(copies: readonly SetInCondition[], stamp: DataStamp): readonly ValuedSet[] | null {
    const sets = this.sets.at(stamp);
    return copies.every((copy) => sets[setConditionKey(copy)] !== undefined) ? sets : null;
  }

  /** The same array, after what is missing has been read, in a slice of its own. */
  async read(copies: readonly SetInCondition[], request: AdmittedRequest): Promise<readonly ValuedSet[]> {
    const sets = this.sets.at(request);
    const today = parseIsoDay(request.day)!;
    const wanted = setsToValue(copies, (key) => sets[key] !== undefined);
    const read = await this.history.read(wanted, daysOfValues(today));
    await request.turn();
    wanted.forEach((set, index) => (sets[setConditionKey(set)] = valuedSet(read[index]!, today)));
    return sets;
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
      holdings: holdings.map((holding) => valuedHolding(holding, sets[setConditionKey(holding)]!)),
    });
  }
}
