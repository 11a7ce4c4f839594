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

/** Value steps of the past year, cached until values or catalog change, shared by accounts. */
@Injectable()
export class ValuedSets {
  private readonly sets = new VersionedCache<Map<number, ValuedSet>>(['catalog', 'market'], new Map());

  constructor(private readonly history: SetValueHistory) {}

  /** By `setConditionKey`; null: some are not cached. */
  known(copies: readonly SetInCondition[], stamp: DataStamp): ReadonlyMap<number, ValuedSet> | null {
    const sets = this.inMemory(stamp);
    return copies.every((copy) => sets.has(setConditionKey(copy))) ? sets : null;
  }

  /** Reads missing ones in a separate slice. */
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

/** Default first; unsold holdings. */
export interface Portfolio {
  readonly today: EpochDay;
  readonly brickfolios: readonly BrickfolioRecord[];
  readonly holdings: readonly ValuedHolding[];
}

/** Private data is never cached; concurrent reads of one account are merged. */
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

  /** Holdings stay in the response's slice: longer-lived objects would wait for a full garbage collection. */
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
