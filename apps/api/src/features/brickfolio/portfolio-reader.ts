import { type EpochDay, parseIsoDay, type SetInCondition } from '@brickmarket/domain';
import {
  type BrickfolioOverview,
  type BrickfolioRecord,
  Brickfolios,
  ItemChanges,
  SetValueHistory,
} from '@brickmarket/persistence-ports';
import {
  daysOfValues,
  type FactsByKey,
  setConditionKey,
  SetFacts,
  type ValuedHolding,
  valuedHolding,
  type ValuedSet,
  valuedSet,
} from '@brickmarket/portfolio';
import { Inject, Injectable } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admission.ts';
import { AccountCoalescer } from '../../caching/coalescer.ts';
import type { DataStamp } from '../../caching/document-cache.ts';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';

/** A few milliseconds of work. */
const SETS_PER_SLICE = 500;

/** Value steps of the past year, shared by accounts. */
@Injectable()
export class ValuedSets {
  private readonly sets: SetFacts<ValuedSet, 'catalog' | 'market'>;

  constructor(history: SetValueHistory, changes: ItemChanges) {
    this.sets = new SetFacts(
      ['catalog', 'market'],
      (versions) => changes.listItems(versions),
      async (wanted, today) => {
        const read = await history.read(wanted, daysOfValues(today));
        const valued: ValuedSet[] = [];
        for (const set of read) {
          if (valued.length % SETS_PER_SLICE === SETS_PER_SLICE - 1) await new Promise(setImmediate);
          valued.push(valuedSet(set, today));
        }
        return valued;
      },
    );
  }

  /** By `setConditionKey`; null: some are not cached. */
  known(copies: readonly SetInCondition[], { day, versions }: DataStamp): FactsByKey<ValuedSet> | null {
    return this.sets.find(copies, parseIsoDay(day)!, versions);
  }

  async read(copies: readonly SetInCondition[], request: AdmittedRequest): Promise<FactsByKey<ValuedSet>> {
    const sets = await this.sets.read(copies, parseIsoDay(request.day)!, request.versions);
    await request.turn();
    return sets;
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
