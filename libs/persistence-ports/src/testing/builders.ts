import { randomBytes } from 'node:crypto';
import type { CatalogSet, Holding, MarketSale, Minifig, NumberedMinifig, Sale, SetDetails } from '@brickmarket/domain';
import type { NewApiKey } from '../access/access.ts';
import type { CatalogBatch } from '../catalog/catalog.ts';
import type { BaselineValues, ComputedValue, FinishedRun, ItemToValue } from '../values/market.ts';

/** A key of 1000 requests a day that does not expire, but for what the test says. */
export function aKey(accountId: number, key: Partial<NewApiKey> = {}): NewApiKey {
  return {
    accountId,
    keyHash: randomBytes(32),
    last4: '0abc',
    name: 'shop',
    dailyLimit: 1000,
    expiresAt: null,
    ...key,
  };
}

/** A set of the theme Castle, but for what the test says. */
export function aSet(setNumber: string, facts: Partial<CatalogSet> = {}): CatalogSet {
  return {
    setNumber,
    title: `Set ${setNumber}`,
    theme: 'Castle',
    subtheme: 'Knights',
    year: 1990,
    pieces: 100,
    imageUrl: `https://img.example/${setNumber}.jpg`,
    ...facts,
  };
}

/** A minifigure with only a number and a name, but for what the test says. */
export function aMinifig(minifigNumber: string, facts: Partial<Minifig> = {}): NumberedMinifig {
  return {
    minifigNumber,
    marketplaceNumber: null,
    name: `Figure ${minifigNumber}`,
    category: null,
    color: null,
    yearReleased: null,
    imageUrl: null,
    ...facts,
  };
}

/** Everything that can be known: a detail that is added does not compile until it is here, and so in the contract. */
export const ALL_DETAILS: Omit<SetDetails, 'setNumber'> = {
  upc: '673419340526',
  ean: '5702017153988',
  msrpCents: 4_999,
  releaseDay: 18_000,
  exitDay: 19_000,
  box: { widthMm: 382, heightMm: 262, depthMm: 70.5, weightG: 1_020 },
};

/** Details of a set of which nothing is known, but for what the test says. */
export function someDetails(setNumber: string, details: Partial<SetDetails> = {}): SetDetails {
  return {
    setNumber,
    upc: null,
    ean: null,
    msrpCents: null,
    releaseDay: null,
    exitDay: null,
    box: null,
    ...details,
  };
}

/** A catalog import; links are set number, minifig number, quantity. Can be read repeatedly. */
export function aCatalog(
  sets: readonly CatalogSet[],
  minifigs: readonly Minifig[] = [],
  links: readonly (readonly [string, string, number])[] = [],
): AsyncIterable<CatalogBatch> {
  const setMinifigs = links.map(([setNumber, minifigNumber, quantity]) => ({ setNumber, minifigNumber, quantity }));
  return {
    async *[Symbol.asyncIterator]() {
      yield { kind: 'sets', records: sets };
      yield { kind: 'minifigs', records: minifigs };
      yield { kind: 'set-minifigs', records: setMinifigs };
    },
  };
}

/** A feed of one batch for each argument. */
export async function* feed<Row>(...batches: readonly (readonly Row[])[]): AsyncGenerator<readonly Row[]> {
  yield* batches;
}

/** All records of batches. */
export async function allOf<T>(batches: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}

/** A feed that fails after its rows. */
export async function* brokenFeed<Row>(...rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
  throw new Error('cut off');
}

/** One sealed copy, owned, of unknown price and date, but for what the test says. */
export function aHolding(setNumber: string, facts: Partial<Holding> = {}): Holding {
  return {
    setNumber,
    quantity: 1,
    condition: 'sealed',
    purchasePriceCents: null,
    purchaseDay: null,
    status: 'owned',
    notes: null,
    ...{ shippingPaidCents: null, taxPaidCents: null, boughtFrom: null, storedAt: null },
    ...facts,
  };
}

/** An account's sale of one copy for a dollar, but for what the test says. */
export function aSale(setNumber: string, facts: Partial<Sale> = {}): Sale {
  return {
    setNumber,
    platform: 'ebay',
    saleDay: 20_000,
    quantity: 1,
    grossCents: 100,
    platformFeesCents: 10,
    paymentFeesCents: 3,
    shippingCents: 5,
    costBasisCents: null,
    notes: null,
    ...facts,
  };
}

/** An observed sale of a sealed copy of set 1-1 for 10 dollars on a day, but for what the test says. */
export function aMarketSale(day: number, facts: Partial<MarketSale> & Pick<MarketSale, 'sourceRef'>): MarketSale {
  return {
    itemKind: 'set',
    itemNumber: '1-1',
    condition: 'sealed',
    soldAt: new Date(day * 86_400_000 + 3_600_000),
    priceCents: 1_000,
    quantity: 1,
    source: 'ebay',
    ...facts,
  };
}

/** The day that valuations of the tests are as of. */
export const DAY = 20_700;

/** The values of one set in both conditions: the sealed one as given, null for none, the used one unknown. */
export function valuesOf(item: ItemToValue, sealedCents: number | null): readonly ComputedValue[] {
  const price =
    sealedCents === null ? null : { valueCents: sealedCents, lowCents: sealedCents - 1, highCents: sealedCents + 1 };
  return [
    {
      itemId: item.itemId,
      condition: 'sealed',
      price,
      tier: price === null ? 'none' : 'high',
      baselines: { ...NO_BASELINES, lastSale: sealedCents },
    },
    { itemId: item.itemId, condition: 'used', price: null, tier: 'none', baselines: NO_BASELINES },
  ];
}

export const NO_BASELINES: BaselineValues = {
  average6m: null,
  quantityAverage6m: null,
  lastSale: null,
  median30d: null,
};

/** A full run without sales, but for what the test says. */
export function aRun(run: Partial<FinishedRun> & Pick<FinishedRun, 'items' | 'values'>): FinishedRun {
  return {
    asOf: DAY,
    calculatedAt: new Date('2026-09-04T01:00:00Z'),
    servedOn: run.asOf ?? DAY,
    pastValues: [],
    salesRead: 0,
    model: { a: 1 },
    ...run,
  };
}

/** All rows of a stream, which come in portions. */
export async function rowsOf<Row>(portions: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const portion of portions) rows.push(...portion);
  return rows;
}
