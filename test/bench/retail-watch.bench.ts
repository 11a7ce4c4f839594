import { TestApi } from '../support/test-api.ts';
import { percentiles } from './percentiles.ts';

const SETS = 25_000;
const RUNS = 100;

/** A market in which every set is listed at both retailers, and an account that holds the first so many sets. */
const MARKET = `
INSERT INTO catalog.lego_set (set_number, title, theme, pieces, upc, box_width_mm, box_height_mm, box_depth_mm, box_weight_g)
  SELECT n || '-1', 'Set ' || n, 'Bench', 100, lpad(n::text, 12, '6'), 380, 260, 70, 900 FROM generate_series(1, ${SETS}) n;
INSERT INTO retail.price_state (set_id, retailer, price_cents, seller_type, in_stock, changed_at, last_change_cents, lowest_cents, at_lowest, flip_1p_to_3p, lowest_fba_cents, fba_sellers, buy_box_cents, last_checked_at)
  SELECT s.id, r.retailer, 4999, 'retailer', true, now() - s.id * interval '1 minute', -100, 4999, true, false, 7999, 3, 8099, now()
  FROM catalog.lego_set s, unnest(enum_range(NULL::retail.retailer)) AS r (retailer);
INSERT INTO retail.product_code SELECT 'B' || lpad(id::text, 9, '0'), 'asin', 'B' || lpad(id::text, 9, '0'), id, now() FROM catalog.lego_set;
INSERT INTO retail.listing SELECT s.id, 'B' || lpad(s.id::text, 9, '0'), s.upc, NULL, now() - s.id * interval '1 minute' FROM catalog.lego_set s`;

const HOLD = `
INSERT INTO portfolio.holding (account_id, brickfolio_id, set_id, set_number, quantity, condition, purchase_price_cents, status)
  SELECT f.account_id, f.id, s.id, s.set_number, 2, 'sealed', 3999, 'owned'
  FROM portfolio.brickfolio f, catalog.lego_set s WHERE f.account_id = $1 ORDER BY s.id LIMIT $2`;

it('watches 100 and 10,000 held sets', async () => {
  const api = await TestApi.start();
  try {
    await api.db.query(MARKET);
    const report: string[] = [];
    for (const held of [100, 10_000]) {
      const { accountId, key } = await api.account();
      await api.db.query(HOLD, [accountId, held]);
      await api.db.query('VACUUM ANALYZE');
      for (const query of ['', '?changed_within=24h', '?asin=B000000001,B000000002']) {
        const times: number[] = [];
        let rows = 0;
        for (let run = 0; run < RUNS; run++) {
          const startedAt = performance.now();
          rows = (await api.data<unknown[]>(`/brickfolio/retail-watch${query}`, key)).length;
          times.push(performance.now() - startedAt);
        }
        report.push(`${held} held sets, ${query || 'no filter'}: ${rows} rows, ${percentiles(times)}`);
      }
    }
    console.info(report.join('\n'));
  } finally {
    await api.stop();
  }
}, 300_000);
