import { formatIsoMonth, type MarketSale, monthOfDay, startOfDay } from '@brickmarket/domain';
import type { IdentifiedSale } from '../sales/sales.ts';
import type { SaleScore } from '../values/value-quality.ts';
import { aCatalog, aMarketSale, aMinifig, aRun, aSet, DAY, feed, NO_BASELINES, valuesOf } from './builders.ts';
import type { OpenStores, StoresUnderTest } from './stores.ts';

const LONG_AGO = new Date(0);

/** What every store of scores must do. */
export function describeScorecardPorts(open: OpenStores): void {
  describe('ScorecardStore', () => {
    let stores: StoresUnderTest;
    let setId: number;
    let minifigId: number;
    beforeEach(async () => {
      stores = await open();
      await stores.catalogImport.mergeCatalog(aCatalog([aSet('1-1')], [aMinifig('fig-1')]));
      const { sets, minifigs } = await stores.items.load();
      setId = sets.get('1-1')!;
      minifigId = minifigs.get('fig-1')!;
    });

    /** Serves this value of the set, or of another item, from a day on, as of that day or an earlier one. */
    const serve = (cents: number | null, servedOn: number, asOf = servedOn, of = setId) =>
      stores.valuations.run(async (session) => {
        const items = (await session.listItems(LONG_AGO)).filter(({ itemId }) => itemId === of);
        const values = items.flatMap((item) => valuesOf(item, cents));
        await session.publish(aRun({ asOf, servedOn, items, values }));
      });
    let lastRef = 0;
    const sold = (day: number, priceCents: number, facts: Partial<MarketSale> = {}): IdentifiedSale => ({
      itemId: setId,
      sale: aMarketSale(day, { sourceRef: `${++lastRef}`, priceCents, ...facts }),
    });
    const arrive = (...sales: readonly IdentifiedSale[]) => stores.salesImport.mergeSales(feed(sales));

    const gathered = async (scores: AsyncIterable<SaleScore>): Promise<SaleScore[]> => {
      const all: SaleScore[] = [];
      for await (const score of scores) all.push(score);
      return all.toSorted((a, b) => a.paidCents - b.paidCents);
    };
    /** Paid and served, by month, the oldest first. */
    const scores = async (day: number): Promise<readonly (readonly [string, boolean, readonly number[][]])[]> => {
      await stores.scorecards.report(startOfDay(day), gathered);
      return (await stores.scorecards.listNewest(100))
        .map(({ month, isClosed, figures }) => {
          const pairs = (figures as SaleScore[]).map(({ paidCents, valueCents }) => [paidCents, valueCents]);
          return [month, isClosed, pairs] as const;
        })
        .toReversed();
    };
    const MONTH = formatIsoMonth(monthOfDay(DAY));
    const NEXT_MONTH = formatIsoMonth(monthOfDay(DAY) + 1);

    it('compares a sale with what was served on the day before it was sold, however late it arrives', async () => {
      await serve(900, DAY);
      await serve(950, DAY);
      await serve(1_200, DAY + 2);
      await arrive(sold(DAY, 1), sold(DAY + 1, 2), sold(DAY + 2, 3), sold(DAY + 3, 4));
      await serve(5_000, DAY + 4);
      // Of what was sold on the first day nothing had been served on the day before.
      expect(await scores(DAY + 4)).toEqual([
        [
          MONTH,
          false,
          [
            [2, 950],
            [3, 950],
            [4, 1_200],
          ],
        ],
      ]);
    });

    it('compares it with what was served last, also when only other items were valued since', async () => {
      await serve(900, DAY);
      await serve(950, DAY + 1);
      for (const day of [DAY + 2, DAY + 3]) await serve(10, day, day, minifigId);
      await arrive(sold(DAY + 4, 1));
      await serve(1_000, DAY + 5);
      expect(await scores(DAY + 5)).toEqual([[MONTH, false, [[1, 950]]]]);
    });

    it('says all that was served, with what plain methods said then', async () => {
      await serve(900, DAY);
      await arrive(sold(DAY + 1, 1_000));
      await serve(2_000, DAY + 1);
      expect(await stores.scorecards.report(startOfDay(DAY + 1), gathered)).toEqual([
        {
          month: MONTH,
          isClosed: false,
          figures: [
            {
              paidCents: 1_000,
              valueCents: 900,
              lowCents: 899,
              highCents: 901,
              tier: 'high',
              itemKind: 'set',
              condition: 'sealed',
              theme: 'Castle',
              baselines: { ...NO_BASELINES, lastSale: 900 },
            },
          ],
        },
      ]);
    });

    it('scores a sale once: not again when it comes again, is corrected, or is undone and imported anew', async () => {
      await serve(900, DAY);
      const sale = sold(DAY + 1, 1_000);
      const facts = () => ({ rejected: 0, checksum: 'a' });
      await stores.salesImport.mergeSales(feed([sale]), { files: ['sales.csv'], facts });
      await serve(950, DAY + 1);
      const once = await scores(DAY + 1);
      await arrive(sale);
      const [brought] = await stores.journal.list(1);
      const unused = () => [];
      await stores.journal.undo(brought!.id, 'sales', { isDryRun: false, fold: unused as never, changesOf: unused });
      await arrive(sale);
      await arrive({ ...sale, sale: { ...sale.sale, priceCents: 7 } });
      await serve(960, DAY + 2);
      expect(await scores(DAY + 2)).toEqual(once);
      expect(once).toEqual([[MONTH, false, [[1_000, 900]]]]);
    });

    it('scores nothing for which no value was served, and what was excluded before it could be', async () => {
      await serve(null, DAY);
      await arrive(sold(DAY + 1, 1), sold(DAY + 1, 2, { condition: 'used' }));
      await serve(900, DAY + 1);
      await arrive(sold(DAY + 2, 3, { sourceRef: 'odd' }));
      await stores.saleExclusions.exclude({ source: 'ebay', sourceRef: 'odd', by: 'ann', reason: 'a typing error' });
      await serve(null, DAY + 3);
      await arrive(sold(DAY + 4, 4));
      await serve(900, DAY + 5);
      expect(await scores(DAY + 5)).toEqual([]);
    });

    it('does not take a past day that was valued later for one on which anything was served', async () => {
      await serve(900, DAY + 10, DAY);
      await arrive(sold(DAY + 1, 1), sold(DAY + 10, 2), sold(DAY + 11, 3));
      await serve(950, DAY + 11);
      expect(await scores(DAY + 11)).toEqual([[MONTH, false, [[3, 900]]]]);
    });

    it('keeps what was served last on a day, also when another was served from a later day on before', async () => {
      await serve(900, DAY + 5, DAY);
      await serve(910, DAY + 1, DAY);
      await serve(920, DAY + 5, DAY);
      await arrive(sold(DAY + 2, 1), sold(DAY + 6, 2));
      await serve(950, DAY + 6);
      expect(await scores(DAY + 6)).toEqual([
        [
          MONTH,
          false,
          [
            [1, 910],
            [2, 920],
          ],
        ],
      ]);
    });

    it('waits with a sale that lies in the future until its day', async () => {
      await serve(900, DAY);
      await arrive(sold(DAY + 2, 1));
      await serve(950, DAY + 1);
      expect(await scores(DAY + 1)).toEqual([]);
      await serve(960, DAY + 2);
      expect(await scores(DAY + 2)).toEqual([[MONTH, false, [[1, 950]]]]);
    });

    it('never changes a month that is over: what arrives later counts in the month it arrives in', async () => {
      await serve(900, DAY);
      await arrive(sold(DAY + 1, 1));
      await serve(950, DAY + 1);
      expect(await scores(DAY + 40)).toEqual([[MONTH, true, [[1, 900]]]]);
      // Sold in the month that is over, and scored by a run that began in it.
      await arrive(sold(DAY + 1, 2));
      await serve(950, DAY + 2);
      const closed = [MONTH, true, [[1, 900]]];
      expect(await scores(DAY + 40)).toEqual([closed, [NEXT_MONTH, false, [[2, 900]]]]);
      await arrive(sold(DAY + 2, 3));
      await serve(990, DAY + 40);
      const both = [
        [2, 900],
        [3, 950],
      ];
      expect(await scores(DAY + 40)).toEqual([closed, [NEXT_MONTH, false, both]]);
      expect(await scores(DAY + 80)).toEqual([closed, [NEXT_MONTH, true, both]]);
    });
  });
}
