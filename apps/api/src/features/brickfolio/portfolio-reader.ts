import { type Cents, type Condition, type EpochDay, type Holding, parseIsoDay } from '@brickmarket/domain';
import {
  type BrickfolioRecord,
  Brickfolios,
  SetValueHistory,
  type UnsoldHolding,
  type ValueStepRange,
  type ValueStepTable,
} from '@brickmarket/persistence-ports';
import { costOf, type HeldCopies, HISTORY_DAYS, UnitValueSteps } from '@brickmarket/portfolio';
import { Inject, Injectable } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admission.ts';
import { AccountCoalescer } from '../../caching/coalescer.ts';
import { type DataStamp, VersionedCache } from '../../caching/document-cache.ts';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';

const SETS_PER_STATEMENT = 200;

/** What one unit is worth today, and how it came there over the past year. */
export interface UnitWorth {
  readonly todayCents: Cents | null;
  readonly steps: UnitValueSteps;
}

/** A set with what it is worth in each condition. */
export interface ValuedSet {
  readonly setNumber: string;
  readonly title: string;
  readonly worth: Readonly<Record<Condition, UnitWorth>>;
}

/**
 * What sets were worth over the past year, kept until values or catalogue change: shared data, the same for every
 * account. Without it a large collection would fetch hundreds of thousands of steps for every request.
 */
@Injectable()
export class ValuedSets {
  // A list with the ids as places: several times faster to look up than a map, and ids are dense.
  private readonly kept = new VersionedCache<ValuedSet[]>(['catalog', 'market'], new Map());

  constructor(private readonly history: SetValueHistory) {}

  /** A list with at least these sets at the places of their ids. */
  async byId(wanted: readonly { readonly setId: number }[], stamp: DataStamp): Promise<readonly ValuedSet[]> {
    const known = this.keptFor(stamp);
    const missing = new Set<number>();
    for (const { setId } of wanted) if (known[setId] === undefined) missing.add(setId);
    const today = parseIsoDay(stamp.day)!;
    // In portions, so that the first look at a large collection holds up nobody else.
    for (const portion of portionsOf([...missing])) {
      const read = await this.history.read(portion, { from: today - HISTORY_DAYS['1y'] + 1, until: today });
      valuedSets(read, today).forEach((set, index) => (known[portion[index]!] = set));
    }
    return known;
  }

  private keptFor(stamp: DataStamp): ValuedSet[] {
    const kept = this.kept.get(stamp, 'sets');
    if (kept !== undefined) return kept;
    const fresh: ValuedSet[] = [];
    this.kept.set(stamp, 'sets', fresh);
    return fresh;
  }
}

function* portionsOf(ids: readonly number[]): Generator<readonly number[]> {
  for (let start = 0; start < ids.length; start += SETS_PER_STATEMENT)
    yield ids.slice(start, start + SETS_PER_STATEMENT);
}

function valuedSets({ table, sets }: ValueStepTable, today: EpochDay): readonly ValuedSet[] {
  const unitWorth = (range: ValueStepRange | undefined): UnitWorth => {
    const steps = range === undefined ? UnitValueSteps.none : new UnitValueSteps(table, range.start, range.end);
    return { todayCents: steps.inForceOn(today), steps };
  };
  return sets.map(({ setNumber, title, ranges }) => ({
    setNumber,
    title,
    worth: { sealed: unitWorth(ranges.sealed), used: unitWorth(ranges.used) },
  }));
}

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

/**
 * Brings an account's holdings together with shared values. Nothing of an account's is kept; only its requests that
 * wait at the same time share a read.
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
