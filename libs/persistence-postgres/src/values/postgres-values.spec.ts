import {
  describeBacktestPorts,
  describeForecastPorts,
  describeHistoryPorts,
  describeSaleExclusionPorts,
  describeSalesImportPorts,
  describeScorecardPorts,
  describeValuationPorts,
} from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

const postgres = usePostgresStores();
const { open } = postgres;

describeSalesImportPorts(open);
describeSaleExclusionPorts(open);
describeValuationPorts(open);
describeBacktestPorts(open);
describeForecastPorts(open);
describeHistoryPorts(open);
describeScorecardPorts(open);

it('forgets what was served so long ago that no sale is compared with it when it reports scores', async () => {
  const { scorecards } = await open();
  const { pool } = postgres.database();
  await pool.query(
    `INSERT INTO source.served_value (item_id, condition, served_on, data_tier)
     SELECT 1, 'sealed', date '2026-11-18' - age, 'none' FROM unnest('{0,134,135,400}'::integer[]) AS a (age)`,
  );
  await scorecards.report(new Date('2026-11-18T12:00:00Z'), () => Promise.resolve({}));
  const { rows } = await pool.query<{ age: number }>(
    `SELECT date '2026-11-18' - served_on AS age FROM source.served_value ORDER BY served_on`,
  );
  expect(rows.map(({ age }) => age)).toEqual([134, 0]);
});
