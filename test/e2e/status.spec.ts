import { parseIsoDay, writtenDay } from '@brickmarket/domain';
import { ServiceTally } from '../../apps/api/src/metrics/service-tally.ts';
import { TestApi } from '../support/test-api.ts';

interface StatusJson {
  readonly now: string;
  readonly since: string | null;
  readonly last_90_days: Readonly<Record<string, number | null>>;
  readonly days: readonly Readonly<Record<string, number | string | null>>[];
}

describe('GET /status', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await TestApi.start();
  });
  afterEach(() => api.stop());

  const status = async (): Promise<StatusJson> =>
    (await api.callAbsolute('/status', { headers: { accept: 'application/json' } })).json<StatusJson>();

  it('says that there is no record yet, instead of inventing one', async () => {
    expect(await status()).toMatchObject({ now: 'serving', since: null, days: [] });
  });

  it('tells what was answered, as it was counted and kept in the database, for people and for programs', async () => {
    // Refused for want of a key: answered all the same, and no error of ours.
    for (let n = 0; n < 4; n++) expect((await api.call('/catalog/themes', { key: null })).status).toBe(401);
    // A page is no part of the API.
    await api.callAbsolute('/methodology');
    await api.app.get(ServiceTally).note();
    await api.db.query(
      `INSERT INTO ops.service_hour
       VALUES ((SELECT max(hour) FROM ops.service_hour) - interval '2 days', 1000, 5, '{0,0,0,0,0,0,500,500,0}',
         repeat('1', 60)::bit(60), 20, 3600)`,
    );
    const { since, last_90_days: total, days: all } = await status();
    // Another day may have begun since.
    const days = all.slice(-3);
    expect(since).not.toBeNull();
    expect(total).toMatchObject({ requests: 1_004, errors: 5, p99_seconds: 1, worst_delivery_seconds: 20 });
    expect(days.map(({ requests }) => requests)).toEqual([4, 0, 1_000]);
    expect(days[2]).toMatchObject({ availability_pct: 99.5 });
    expect(days[1]).toMatchObject({ availability_pct: null, minutes_down: 1_440 });
    const page = (await api.callAbsolute('/status')).text;
    expect(page).toContain('<span class="missed">99.500&nbsp;%</span>');
    expect(page).toContain('<span class="missed">1440</span>');
    // For people a day is not written as for programs.
    for (const { day } of days)
      expect(page).toContain(`<th scope="row">${writtenDay(parseIsoDay(day as string)!)}</th>`);
  });
});
