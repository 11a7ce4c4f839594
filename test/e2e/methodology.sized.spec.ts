import { DATA_TIERS } from '@brickmarket/domain';
import { eventually } from '../support/eventually.ts';
import { runCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { TestApi } from '../support/test-api.ts';
import { itAtLength } from '../support/lane.ts';

interface Group {
  readonly group: string;
  readonly sales: number;
}

interface Report {
  readonly first_month: string;
  readonly against_sales: Readonly<Record<'by_tier' | 'by_kind' | 'by_selling', readonly Group[]>>;
}

type KeptReport = Report & { readonly ran_at: string };

const KINDS = ['sealed', 'used', 'figureNew', 'figureUsed'];

describe('GET /methodology', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());

  const environment = () => ({ DATABASE_URL: api.databaseUrl });

  const json = async () =>
    (await api.callAbsolute('/methodology', { headers: { accept: 'application/json' } })).json<{
      method: unknown[];
      backtest: null | KeptReport;
    }>();

  /** It is asked for every few seconds only. */
  const untilReport = (which: string, isIt: (report: KeptReport) => boolean) =>
    eventually(`the report ${which}`, async () => {
      const { backtest } = await json();
      return backtest !== null && isIt(backtest) && { backtest };
    });

  it('explains the method to everybody, as a page or as JSON, before there is any figure', async () => {
    const page = await api.callAbsolute('/methodology', {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('No backtest has been run yet');
    expect(await json()).toEqual({
      method: expect.arrayContaining([{ title: '5. Range', summary: expect.any(String), text: expect.any(String) }]),
      scorecard: [],
      backtest: null,
    });
  });

  itAtLength('shows a backtest once a demo is loaded, against sales and against the truth', async () => {
    expect(await runCli(['demo', 'load', '--sets', '60', '--years', '1.5'], environment())).toMatchObject({ code: 0 });
    const { backtest } = await untilReport('of the demo load', () => true);
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
    const page = (await api.callAbsolute('/methodology')).text;
    expect(page).toContain('This is an invented market.');
    expect(page.match(/<table>/g)).toHaveLength(1);
    expect(page).toMatch(/Ratio to the 30-day median.*>All<.*>Sealed sets<.*>Used minifigures</s);
  });

  const stored = async () =>
    (await api.db.query<{ count: number }>('SELECT count(*)::integer AS count FROM market.backtest')).rows[0]!.count;

  itAtLength(
    'stays as it is when somebody measures to have a look: only what is to be published is stored',
    async () => {
      const before = await stored();
      const looked = await runHere(['backtest', '--months', '3'], environment());
      expect(looked).toMatchObject({ code: 0, stdout: expect.stringContaining('not published: give --publish') });
      expect(await stored()).toBe(before);
      const published = await runHere(['backtest', '--months', '3', '--publish'], environment());
      expect(published).toMatchObject({ code: 0, stdout: expect.stringContaining('published: /methodology shows it') });
      expect(await stored()).toBe(before + 1);
    },
  );

  itAtLength('shows the latest as the command prints it: tiers by confidence, kinds in their order', async () => {
    const printed = JSON.parse(
      (await runHere(['backtest', '--months', '2', '--json', '--publish'], environment())).stdout,
    ) as Report;
    const { backtest } = await untilReport('of the command', ({ first_month }) => first_month === printed.first_month);
    const { ran_at, ...report } = backtest;
    expect(ran_at).toEqual(expect.any(String));
    // Also in the order of keys and groups.
    expect(JSON.stringify(report)).toBe(JSON.stringify(printed));
    const { by_tier, by_kind } = report.against_sales;
    const names = (groups: readonly Group[]): string[] => groups.map(({ group }) => group);
    expect(names(by_tier)).toEqual(DATA_TIERS.filter((tier) => names(by_tier).includes(tier)));
    expect(names(by_kind)).toEqual(KINDS.filter((kind) => names(by_kind).includes(kind)));

    const { stdout } = await runHere(['backtest', '--months', '2'], environment());
    expect(stdout).toMatch(/group +sales +MALE %/);
    expect(stdout).toMatch(/30-day median/);
  });
});
