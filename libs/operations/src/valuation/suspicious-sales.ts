import { type Cents, ConflictError, epochDayOf, InvalidInputError, NotFoundError } from '@brickmarket/domain';
import type {
  DecidedSale,
  SaleDecision,
  SaleExclusions,
  SaleFacts,
  StoredSale,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import { currentSince, DEFAULT_RETAIL_STALE_DAYS } from '@brickmarket/retail-tracking';
import { lonePrices, WINDOW_DAYS } from '@brickmarket/valuation';
import { type Progress, UNWATCHED } from '../import/run-import.ts';
import { type GatheredMarket, gatherMarket } from './gather-market.ts';

export interface SuspiciousSale {
  readonly sale: StoredSale;
  /** Counted sales in the same condition and their median price; null: none. */
  readonly countedSales: number;
  readonly medianCents: Cents | null;
  readonly listPriceCents: Cents | null;
}

interface SuspicionOptions {
  readonly now: Date;
  /** Ignores retail prices observed longer ago, in days. */
  readonly retailStaleDays?: number | undefined;
  readonly progress?: Progress | undefined;
}

/** Sales that valuation excludes until a second one agrees; newest first. */
export async function listSuspiciousSales(
  stores: { readonly valuations: ValuationStore; readonly exclusions: SaleExclusions },
  { now, retailStaleDays = DEFAULT_RETAIL_STALE_DAYS, progress = UNWATCHED }: SuspicionOptions,
): Promise<readonly SuspiciousSale[]> {
  const asOf = epochDayOf(now);
  progress.step('Reading sales');
  const gathered = await stores.valuations.run(async (session) =>
    gatherMarket(await session.listItems(currentSince(asOf, retailStaleDays)), (take) =>
      session.readSales({ itemIds: 'all', after: asOf - WINDOW_DAYS, until: asOf }, take),
    ),
  );
  const suspicions = new Map(Array.from(suspicionsOf(gathered, asOf), (one) => [keyOf(one.facts), one]));
  const sales = await stores.exclusions.identify(Array.from(suspicions.values(), ({ facts }) => facts));
  return sales
    .map((sale) => ({ sale, ...suspicions.get(keyOf(sale))!.known }))
    .toSorted(
      (a, b) => b.sale.day - a.sale.day || a.sale.itemId - b.sale.itemId || (keyOf(a.sale) < keyOf(b.sale) ? -1 : 1),
    );
}

interface Suspicion {
  readonly facts: SaleFacts;
  readonly known: Omit<SuspiciousSale, 'sale'>;
}

function* suspicionsOf({ market, owners }: GatheredMarket, asOf: number): Generator<Suspicion> {
  for (const { series, sale, countedSales, medianCents } of lonePrices(market, asOf)) {
    const { item, condition } = owners[series]!;
    yield {
      facts: {
        itemId: item.itemId,
        condition,
        day: market.sales.day[sale]!,
        priceCents: market.sales.priceCents[sale]!,
      },
      known: { countedSales, medianCents, listPriceCents: item.listPriceCents },
    };
  }
}

/** Distinguishes lone prices: two equal ones support each other. */
function keyOf({ itemId, condition, day, priceCents }: SaleFacts): string {
  return [itemId, condition, day, priceCents].join(' ');
}

/** Permanent, across imports. Values follow with the next valuation; published months stay. */
export async function excludeSale(exclusions: SaleExclusions, decision: SaleDecision): Promise<DecidedSale> {
  mustSayWhoAndWhy(decision);
  const decided = await exclusions.exclude(decision);
  if (decided !== null) return decided;
  const { source, sourceRef } = decision;
  const earlier = await exclusions.find(decision);
  if (earlier === null)
    throw new NotFoundError(
      `no sale ${sourceRef} of ${source} counts: give source and reference as \`sales suspicious\` lists them`,
    );
  throw new ConflictError(
    `sale ${sourceRef} of ${source} was excluded before, by ${earlier.by}: ${earlier.reason}. ` +
      'To give another reason, include it first',
  );
}

/** Counts the sale again, as last imported. */
export async function includeSale(exclusions: SaleExclusions, decision: SaleDecision): Promise<DecidedSale> {
  mustSayWhoAndWhy(decision);
  const decided = await exclusions.include(decision);
  if (decided !== null) return decided;
  throw new NotFoundError(
    `sale ${decision.sourceRef} of ${decision.source} is not excluded: \`sales excluded\` lists those that are; ` +
      'an incomplete copy counts once it is imported as complete',
  );
}

function mustSayWhoAndWhy({ by, reason }: SaleDecision): void {
  if (by.trim() === '' || reason.trim() === '') throw new InvalidInputError('say who decides it, and why');
}
