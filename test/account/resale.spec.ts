import { documentedFetch as fetch } from '../support/documented-client.ts';
import { insertKey } from '../support/account-builders.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { defaultBrickfolio, insertHolding, insertValueStep } from '../support/portfolio-builders.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { insertValue } from '../support/value-builders.ts';

interface Proceeds {
  platform: string;
  priceCents: number;
  platformFeesCents: number;
  paymentFeesCents: number;
  shippingCents: number;
  netCents: number;
}
interface Line {
  setNumber: string;
  condition: string;
  copies: number;
  best: Proceeds;
  options: Proceeds[];
  keepCents: number;
  gainCents: number | null;
  gainPct: number | null;
  copiesOfUnknownCost: number;
  value: { lowCents: number; highCents: number; tier: string } | null;
  recent: { sales: number; months: number } | null;
}
interface SellList {
  lines: Line[];
  total: number;
  copies: number;
  keepCents: number;
  gainCents: number;
  copiesOfUnknownCost: number;
  copiesLeftOut: number;
}
interface Chance {
  setNumber: string;
  retailer: string;
  priceCents: number;
  best: Proceeds;
  gainCents: number;
  gainPct: number;
  owned: number;
}
interface BuyList {
  chances: Chance[];
  total: number;
  offers: number;
}

const NOW = new Date().toISOString();
const BOX = { box_width_mm: 480, box_height_mm: 378, box_depth_mm: 94, box_weight_g: 2150 };
const NO_FEES = {
  isUsed: true,
  commissionBasisPoints: 0,
  commissionFixedCents: 0,
  paymentBasisPoints: 0,
  paymentFixedCents: 0,
  shippingCents: 0,
};

describe('what to sell and what to buy, beside a real API', () => {
  let area: TestAccountArea;
  let ann: TestBrowser;
  let bob: TestBrowser;

  beforeAll(async () => {
    area = await TestAccountArea.start();
    const { db } = area;
    const ids = new Map<string, number>();
    for (const number of ['100-1', '200-1', '300-1', '400-1', '500-1'])
      ids.set(number, await insertSet(db, { set_number: number, title: `Set ${number}`, ...BOX }));
    const valued = async (number: string, cents: number): Promise<void> => {
      await insertValueStep(db, number, 'sealed', '2026-01-01', cents);
      await insertValue(db, ids.get(number)!, 'sealed', {
        value_cents: cents,
        low_cents: cents - 500,
        high_cents: cents + 700,
        data_tier: 'medium',
      });
    };
    await valued('100-1', 25_000);
    await valued('200-1', 10_000);
    await valued('400-1', 9_000);
    await valued('500-1', 30_000);
    await insertValueStep(db, '100-1', 'used', '2026-01-01', 12_000);
    const offer = (price: number, more = {}) => ({ price_cents: price, in_stock: true, last_checked_at: NOW, ...more });
    await listAtRetailers(db, ids.get('100-1')!, { retailer_a: offer(19_999, { lowest_fba_cents: 32_000 }) });
    await listAtRetailers(db, ids.get('200-1')!, {
      retailer_a: offer(5_000),
      retailer_b: offer(4_000, { in_stock: false }),
    });
    await listAtRetailers(db, ids.get('400-1')!, { retailer_b: offer(8_999) });
    // Seen too long ago to say what it costs now.
    await listAtRetailers(db, ids.get('500-1')!, {
      retailer_a: offer(100, { last_checked_at: '2020-01-01T00:00:00Z' }),
    });
    await db.query(`INSERT INTO market.month_series VALUES ($1, 'sealed', '2026-01-01', '2026-10-01')`, [
      ids.get('100-1'),
    ]);
    await db.query(
      `INSERT INTO market.month_value VALUES ($1, 'sealed', '2026-07-01', 25000, 24000, 26000, 40, NULL),
         ($1, 'sealed', '2026-08-01', 25000, 24000, 26000, 5, NULL),
         ($1, 'sealed', '2026-10-01', 25000, 24000, 26000, 7, NULL)`,
      [ids.get('100-1')],
    );
    ann = await area.signedUp('ann@example.com');
    bob = await area.signedUp('bob@example.com');
    const shelf = await defaultBrickfolio(db, await area.accountId('ann@example.com'));
    await insertHolding(db, shelf, '100-1', { quantity: 2, purchase_price_cents: 15_000 });
    await insertHolding(db, shelf, '100-1', { purchase_price_cents: null });
    await insertHolding(db, shelf, '100-1', { condition: 'used', purchase_price_cents: 11_000 });
    await insertHolding(db, shelf, '200-1', { status: 'listed', purchase_price_cents: 3_000 });
    await insertHolding(db, shelf, '200-1', { status: 'sold', purchase_price_cents: 1 });
    await insertHolding(db, shelf, '300-1', { quantity: 4, purchase_price_cents: 5_000 });
  });
  afterAll(() => area.stop());

  const sell = async (query = '', browser = ann): Promise<SellList> =>
    (await browser.get(`what-to-sell?${query}`)).json<SellList>();
  const buy = async (query = '', browser = ann): Promise<BuyList> =>
    (await browser.get(`what-to-buy?${query}`)).json<BuyList>();

  it('lists what is held by margin after fees, where each copy leaves most, with the sums', async () => {
    const list = await sell();
    expect(
      list.lines.map(({ setNumber, condition, copies, best }) => [setNumber, condition, copies, best.platform]),
    ).toEqual([
      ['200-1', 'sealed', 1, 'bricklink'],
      ['100-1', 'sealed', 3, 'amazon_fba'],
      ['100-1', 'used', 1, 'bricklink'],
    ]);
    for (const { best, options, copies, keepCents } of list.lines) {
      expect(keepCents).toBe(copies * best.netCents);
      for (const { priceCents, platformFeesCents, paymentFeesCents, shippingCents, netCents } of options) {
        expect(priceCents - platformFeesCents - paymentFeesCents - shippingCents).toBe(netCents);
        expect(netCents).toBeLessThanOrEqual(best.netCents);
      }
    }
    // 100.00 - 3.00 - 3.49 - 0.49 = 93.02, bought for 30.00
    expect(list.lines[0]).toMatchObject({ keepCents: 9302, gainCents: 6302, gainPct: 210.07 });
    const [, several] = list.lines;
    expect(several).toMatchObject({ copiesOfUnknownCost: 1, gainCents: 2 * several!.best.netCents - 30_000 });
    const sum = (figure: (line: Line) => number) => list.lines.reduce((total, line) => total + figure(line), 0);
    expect(list).toMatchObject({
      total: 3,
      copies: 5,
      keepCents: sum((line) => line.keepCents),
      gainCents: sum((line) => line.gainCents ?? 0),
      copiesOfUnknownCost: 1,
      // 300-1 has no value.
      copiesLeftOut: 4,
    });
  });

  it('says of any set what a copy would leave, as the list does, by the fees of whoever asks', async () => {
    type SetProceeds = Record<'sealed' | 'used', Proceeds[]>;
    const of = async (number: string, browser = ann): Promise<SetProceeds> =>
      (await browser.get(`what-to-sell/${number}`)).json<SetProceeds>();
    const expectAgreement = async (): Promise<void> => {
      const { lines } = await sell();
      expect(lines).toHaveLength(3);
      for (const { setNumber, condition, options } of lines)
        expect((await of(setNumber))[condition as 'sealed' | 'used']).toEqual(options);
    };
    await expectAgreement();
    await ann.post('selling-fees/ebay', { ...NO_FEES, shippingCents: 1_234 });
    await expectAgreement();
    const onEbay = (proceeds: SetProceeds) => proceeds.sealed.find(({ platform }) => platform === 'ebay');
    expect(onEbay(await of('100'))).toMatchObject({ priceCents: 25_000, netCents: 23_766 });
    // Neither owned nor with fees of one's own: as published.
    expect(onEbay(await of('500-1', bob))).toMatchObject({ priceCents: 30_000, shippingCents: 0 });
    await ann.delete('selling-fees/ebay');
    expect(await of('300-1')).toEqual({ sealed: [], used: [] });
    for (const unknown of ['999-1', 'no%20number']) expect((await ann.get(`what-to-sell/${unknown}`)).status).toBe(404);
  });

  it('says how sure a value is and how often it sold of late, and nothing where that is not known', async () => {
    const { lines } = await sell('order=keep');
    expect(lines[0]).toMatchObject({
      setNumber: '100-1',
      condition: 'sealed',
      value: { lowCents: 24_500, highCents: 25_700, tier: 'medium' },
      recent: { sales: 12, months: 3 },
    });
    expect(lines.find(({ condition }) => condition === 'used')).toMatchObject({ value: null, recent: null });
    expect(lines.find(({ setNumber }) => setNumber === '200-1')!.recent).toBeNull();
  });

  it('keeps at Amazon FBA what the API says, to the cent', async () => {
    const api = await InProcessApi.start(area.databaseUrl);
    try {
      const { key } = await insertKey(area.db, await area.accountId('ann@example.com'));
      const answer = await fetch(`${api.url}/api/v1/brickfolio/retail-watch`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const told = JSON.stringify(await answer.json());
      const { lines } = await sell();
      const net = lines.find((line) => line.best.platform === 'amazon_fba')!.best.netCents;
      expect(told).toContain(`"netFba":${net / 100}`);
    } finally {
      await api.stop();
    }
  });

  it('finds what to buy: offers in stock that leave something after fees, of sets not owned too', async () => {
    const list = await buy();
    expect(list.chances.map(({ setNumber, retailer, owned }) => [setNumber, retailer, owned])).toEqual([
      ['200-1', 'retailer_a', 1],
      ['100-1', 'retailer_a', 4],
    ]);
    for (const { best, priceCents, gainCents } of list.chances) expect(gainCents).toBe(best.netCents - priceCents);
    // The offers of 100-1, 200-1 and 400-1: the last one costs more than it would leave.
    expect([list.total, list.offers]).toEqual([2, 3]);
    expect((await buy(`leastGainCents=${list.chances[0]!.gainCents + 1}`)).chances.map((one) => one.setNumber)).toEqual(
      list.chances[1]!.gainCents > list.chances[0]!.gainCents ? ['100-1'] : [],
    );
    expect((await buy('notOwned=true')).total).toBe(0);
    expect((await buy('notOwned=true', bob)).total).toBe(2);
    expect((await buy('retailer=retailer_b')).offers).toBe(1);
  });

  it('goes by the fees of one’s own, which nobody else sees, until they are reset', async () => {
    expect((await ann.post('selling-fees/ebay', NO_FEES)).status).toBe(204);
    const [first] = (await sell()).lines;
    expect(first).toMatchObject({ setNumber: '200-1', keepCents: 10_000, best: { platform: 'ebay' } });
    // 400-1 costs 89.99 and is worth 90.00.
    expect((await buy()).chances.map(({ setNumber }) => setNumber)).toContain('400-1');
    const { platforms } = (await ann.get('selling-fees')).json<{
      platforms: { platform: string; own: unknown; published: { from: string } }[];
    }>();
    // Each with the day from which its published fees are in force; Amazon's have their seasons.
    expect(platforms.map(({ platform, own, published }) => [platform, own, published.from])).toEqual([
      ['ebay', NO_FEES, '2025-02-14'],
      ['bricklink', null, '2021-08-02'],
      ['amazon_fba', null, expect.stringMatching(/^20\d\d-\d\d-15$/)],
    ]);
    expect(
      (await bob.get('selling-fees')).json<{ platforms: { own: unknown }[] }>().platforms.map(({ own }) => own),
    ).toEqual([null, null, null]);
    expect((await buy('', bob)).chances.map(({ setNumber }) => setNumber)).not.toContain('400-1');

    for (const platform of ['ebay', 'bricklink']) await ann.post(`selling-fees/${platform}`, { isUsed: false });
    expect((await sell()).lines.map(({ setNumber, best }) => [setNumber, best.platform])).toEqual([
      ['100-1', 'amazon_fba'],
    ]);
    for (const platform of ['ebay', 'bricklink', 'bricklink'])
      expect((await ann.delete(`selling-fees/${platform}`)).status).toBe(204);
    expect((await sell()).lines[0]!.keepCents).toBe(9302);
  });

  it.each([
    [{ isUsed: true, commissionBasisPoints: 12_000 }, 'Fees of 120 % are more than the price itself'],
    [{ isUsed: true, commissionBasisPoints: 9_000, paymentBasisPoints: 1_001 }, 'at most 100 %'],
    [{ isUsed: true, commissionBasisPoints: -1 }, 'A fee cannot be less than 0 %.'],
    [{ isUsed: true, shippingCents: -1 }, 'from 0.00 to'],
    [{ isUsed: true, paymentFixedCents: 2 ** 40 }, 'from 0.00 to'],
    [{ isUsed: true, commissionBasisPoints: 13.6 }, 'Write a percentage'],
    [{ isUsed: 'yes' }, 'Say whether you sell there'],
  ])('refuses bad fees in a sentence and writes nothing: %j', async (body, sentence) => {
    const answer = await ann.post('selling-fees/ebay', body);
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining(sentence)]);
    const { rows } = await area.db.query('SELECT FROM portfolio.selling_fees');
    expect(rows).toHaveLength(0);
  });

  it('refuses what it does not know', async () => {
    expect((await ann.post('selling-fees/etsy', NO_FEES)).code).toBe('NotFound');
    for (const path of ['what-to-sell?order=best', 'what-to-sell?limit=0', 'what-to-buy?leastGainCents=-1'])
      expect([path, (await ann.get(path)).code]).toEqual([path, 'BadRequest']);
    for (const path of ['what-to-sell', 'what-to-buy', 'selling-fees'])
      expect((await area.browser().get(path)).code).toBe('NotSignedIn');
  });
});
