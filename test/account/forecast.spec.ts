import { insertSet } from '../support/catalog-builders.ts';
import { storeForecast } from '../support/forecast-builders.ts';
import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { insertValue } from '../support/value-builders.ts';

describe('forecasts in the account area', () => {
  let area: TestAccountArea;
  let ann: TestBrowser;
  beforeAll(async () => {
    area = await TestAccountArea.start();
    ann = await area.signedUp('ann@example.com');
    for (const [number, data_tier] of [
      ['10497-1', 'high'],
      ['497-1', 'modelled'],
    ] as const) {
      const id = await insertSet(area.db, { set_number: number, title: 'Galaxy Explorer', year: 2022 });
      await insertValue(area.db, id, 'sealed', {
        value_cents: 100_000,
        low_cents: 9_000,
        high_cents: 11_000,
        data_tier,
      });
      await area.db.query(`INSERT INTO market.month_series VALUES ($1, 'sealed', '2026-08-01', '2026-10-01')`, [id]);
      await area.db.query(`INSERT INTO market.month_value VALUES ($1, 'sealed', '2026-10-01', 1, 1, 1, 20, NULL)`, [
        id,
      ]);
      await ann.post('holdings', { setNumber: number, quantity: 2 });
    }
  });
  afterAll(() => area.stop());

  const learned = (refusals: Parameters<typeof storeForecast>[1]): Promise<void> =>
    storeForecast(area.databaseUrl, refusals);
  const forecastOf = async (number: string) =>
    (await ann.get(`sets/${number}`)).json<{
      newValue: { forecast: { prices: object[]; sales: object; text: string } };
    }>().newValue.forecast;
  const ahead = async () =>
    (await ann.get('overview')).json<{ ahead: { expected: object | null; text: string } }>().ahead;

  it('are not there before the market’s past was looked at, and the pages say so', async () => {
    expect(await forecastOf('10497-1')).toEqual({
      prices: [],
      sales: null,
      text: expect.stringMatching(/^No price is forecast yet/),
    });
    expect(await ahead()).toEqual({ expected: null, text: expect.stringMatching(/^No price is forecast yet/) });
  });

  it('are shown for each number of months that has earned it, and for the other the reason', async () => {
    await learned({ six: 'range-not-held', twelve: null, sales: null });
    const forecast = await forecastOf('10497-1');
    expect(forecast).toMatchObject({
      prices: [{ months: 12, middleCents: 120_000, lowCents: 108_580, highCents: 132_621 }],
      sales: { low: 8, middle: 13, high: 20 },
    });
    expect(forecast.text).toBe(
      'No price is forecast: in this market’s past, its 80 % ranges did not hold. ' +
        'In 12 months about $1,200.00, most likely $1,085.80 to $1,326.21. ' +
        'About 13 sales expected in 90 days, most likely 8 to 20.',
    );
  });

  it('are not made of a value that rests on no sales of its own', async () => {
    await learned({ six: null, twelve: null, sales: null });
    const forecast = await forecastOf('497-1');
    expect(forecast.prices).toEqual([]);
    expect(forecast.text).toMatch(/^No price is forecast without sales of its own\./);
  });

  it('add up to the year ahead of a collection, without the copies that have none', async () => {
    await learned({ six: null, twelve: null, sales: null });
    expect(await ahead()).toEqual({
      expected: {
        middleCents: 240_000,
        lowCents: 217_160,
        highCents: 265_242,
        todayCents: 200_000,
        copies: 2,
        copiesLeftOut: 2,
      },
      text:
        '2 of your 4 copies, worth $2,000.00 today, are expected to be worth about $2,400.00 in a year: ' +
        '$2,171.60 to $2,652.42 if all prices moved together, and likely closer.',
    });
  });

  it('are refused with the reason where the past does not carry them', async () => {
    await learned({ six: 'not-better', twelve: 'not-better', sales: 'too-short' });
    expect((await forecastOf('10497-1')).text).toBe(
      'No price is forecast: in this market’s past, a forecast was no better than the plainest guess. ' +
        'No number of sales is expected yet: that takes sales of about two years.',
    );
    expect((await ahead()).text).toMatch(/no better than the plainest guess/);
  });
});
