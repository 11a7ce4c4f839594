import { setTimeout as pause } from 'node:timers/promises';
import { runCli } from '../support/run-cli.ts';
import { TestApi } from '../support/test-api.ts';

describe('GET /methodology', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());

  const json = async () =>
    (await api.callAbsolute('/methodology', { headers: { accept: 'application/json' } })).json<{
      method: unknown[];
      backtest: null | Record<string, unknown>;
    }>();

  it('explains the method to everybody, as a page or as JSON, before there is any figure', async () => {
    const page = await api.callAbsolute('/methodology', {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('No backtest has been run yet');
    expect(await json()).toEqual({
      method: expect.arrayContaining([{ title: 'The range', text: expect.any(String) }]),
      backtest: null,
    });
  });

  it('shows the latest backtest with a chart, against sales and, of a demo, against the truth', async () => {
    const environment = { DATABASE_URL: api.databaseUrl };
    expect(await runCli(['demo', 'load', '--sets', '60', '--years', '1.5'], environment)).toMatchObject({ code: 0 });
    const { stdout } = await runCli(['backtest', '--months', '2'], environment);
    const printed = JSON.parse((await runCli(['backtest', '--months', '2', '--json'], environment)).stdout) as {
      against_sales: { overall: object };
    };
    expect(stdout).toMatch(/All methods against \d+ sales; our 80 % range held [\d.]+ % of them/);
    expect(stdout).toContain('against the true values');
    let { backtest } = await json();
    // It is asked for every few seconds only.
    for (; backtest === null; { backtest } = await json()) await pause(100);
    expect(backtest).toMatchObject({
      against_sales: { overall: { estimator: { mdape_pct: expect.any(Number) } } },
      against_truth: {
        overall: {
          baselines: expect.arrayContaining([
            expect.objectContaining({ method: 'lastSale', estimator_error_less_by_pct: expect.any(Number) }),
          ]),
        },
      },
    });
    expect(Object.keys(backtest)).toEqual(['ran_at', ...Object.keys(printed)]);
    expect(backtest).toMatchObject({ against_sales: { overall: printed.against_sales.overall } });
    const page = (await api.callAbsolute('/methodology')).text;
    expect(page).toContain('<svg');
    expect(page).toContain('30-day median');
  });
});
