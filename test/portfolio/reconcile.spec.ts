import { insertPortfolio, insertValuedSets } from '../support/brickfolio-load.ts';
import { moveClock } from '../support/move-clock.ts';
import { TestApi } from '../support/test-api.ts';

const TODAY = '2026-11-15';

interface Entry {
  brickfolio_id: number;
  set_number: string;
  quantity: number;
  status: string;
  purchase_price_usd: number | null;
  total_current_value_usd: number;
  unrealized_gain_loss_usd: number | null;
  unrealized_gain_loss_pct: number | null;
}
interface Brickfolios {
  brickfolios: {
    id: number;
    owned_set_count: number;
    owned_item_count: number;
    total_cost_basis_usd: number;
    total_current_value_usd: number;
    unrealized_gain_loss_usd: number;
  }[];
}
interface Analytics {
  summary: Record<string, number>;
  value_history: {
    date: string;
    total_value_usd: number;
    cost_basis_usd: number;
    gain_loss_usd: number;
    gain_loss_pct: number;
  }[];
}

const cents = (usd: number): number => Math.round(usd * 100);
const sumOf = <T>(items: readonly T[], centsOf: (item: T) => number): number =>
  items.reduce((sum, item) => sum + centsOf(item), 0);

/** The totals of a list of holdings, added up from what the list shows of each. */
function totalsOf(entries: readonly Entry[]) {
  const value = sumOf(entries, (entry) => cents(entry.total_current_value_usd));
  const ofKnownGain = entries.filter((entry) => entry.unrealized_gain_loss_usd !== null);
  const gain = sumOf(ofKnownGain, (entry) => cents(entry.unrealized_gain_loss_usd!));
  const costOf = (some: readonly Entry[]): number =>
    sumOf(some, (entry) => entry.quantity * cents(entry.purchase_price_usd ?? 0));
  return {
    sets: new Set(entries.map((entry) => entry.set_number)).size,
    items: sumOf(entries, (entry) => entry.quantity),
    value,
    gain,
    cost: costOf(entries),
    gainPct: Math.round((10_000 * gain) / (costOf(ofKnownGain) || 1)) / 100,
    ofUnknownCost: sumOf(entries, (entry) =>
      entry.purchase_price_usd === null ? cents(entry.total_current_value_usd) : 0,
    ),
  };
}

describe('the three routes of a brickfolio', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, `${TODAY}T12:00:00Z`);
    await insertValuedSets(api.db, 800, TODAY);
  });

  afterAll(() => api.stop());

  it.each([
    [1, 7],
    [40, 2],
    [4_000, 1],
  ])('agree to the cent on %i holdings, unknown values, prices and dates included', async (holdings, seed) => {
    const { key, accountId } = await api.account();
    await insertPortfolio(api.db, { accountId, holdings, seed }, TODAY);
    const entries: Entry[] = [];
    for (let offset = 0, more = true; more; offset += 250) {
      const page = await api.data<{ entries: Entry[]; pagination: { total: number; has_more: boolean } }>(
        `/brickfolio/entries?limit=250&offset=${offset}`,
        key,
      );
      expect(page.pagination.total).toBe(holdings);
      entries.push(...page.entries);
      more = page.pagination.has_more;
    }
    const held = entries.filter((entry) => entry.status !== 'sold');
    const whole = totalsOf(held);
    expect(whole.value - whole.cost - whole.gain).toBe(whole.ofUnknownCost);

    const { brickfolios } = await api.data<Brickfolios>('/brickfolio', key);
    for (const folio of brickfolios) {
      const { sets, items, cost, value, gain } = totalsOf(held.filter((entry) => entry.brickfolio_id === folio.id));
      expect([
        folio.owned_set_count,
        folio.owned_item_count,
        cents(folio.total_cost_basis_usd),
        cents(folio.total_current_value_usd),
        cents(folio.unrealized_gain_loss_usd),
      ]).toEqual([sets, items, cost, value, gain]);
    }
    expect(sumOf(brickfolios, (folio) => cents(folio.total_current_value_usd))).toBe(whole.value);

    for (const period of ['30d', '90d', '1y']) {
      const { summary, value_history } = await api.data<Analytics>(`/brickfolio/analytics?period=${period}`, key);
      expect([
        summary['total_sets'],
        summary['total_items'],
        cents(summary['total_cost_basis_usd']!),
        cents(summary['total_current_value_usd']!),
        cents(summary['unrealized_gain_loss_usd']!),
        summary['unrealized_gain_loss_pct'],
      ]).toEqual([whole.sets, whole.items, whole.cost, whole.value, whole.gain, whole.gainPct]);
      const last = value_history.at(-1)!;
      expect([
        last.date,
        cents(last.cost_basis_usd),
        cents(last.total_value_usd),
        cents(last.gain_loss_usd),
        last.gain_loss_pct,
      ]).toEqual([TODAY, whole.cost, whole.value, whole.gain, summary['unrealized_gain_loss_pct']]);
      for (const point of value_history)
        expect(cents(point.total_value_usd) - cents(point.cost_basis_usd)).toBeGreaterThanOrEqual(
          cents(point.gain_loss_usd),
        );
    }
  });
});
