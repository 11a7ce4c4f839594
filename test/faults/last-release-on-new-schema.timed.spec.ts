import { join } from 'node:path';
import { DEMO_EMAIL } from '@brickmarket/demo-market';
import { migrate, schemaStatus } from '@brickmarket/persistence-postgres';
import { Pool } from 'pg';
import { insertKey } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { DocumentedContract, type OpenapiDocument } from '../support/documented-contract.ts';
import { DocumentedLoad } from '../support/documented-load.ts';
import { LAST_RELEASE, knowsCommit, ReleasedBuild } from '../support/released-build.ts';
import { runCli } from '../support/run-cli.ts';
import { createUnmigratedDatabase, type TestDatabase } from '../support/test-database.ts';

const isKnown = knowsCommit(LAST_RELEASE.commit);
if (!isKnown)
  process.stderr.write(
    'test/faults/last-release-on-new-schema is SKIPPED: this checkout does not have the commit of the last release. ' +
      `In a shallow clone: git fetch --depth 1 origin ${LAST_RELEASE.commit}\n`,
  );

(isKnown ? describe : describe.skip)('the last release, on the schema of this build', () => {
  let release: ReleasedBuild;
  let database: TestDatabase;
  let db: Pool;
  const services: ApiProcess[] = [];

  beforeAll(async () => {
    release = await ReleasedBuild.of(LAST_RELEASE.commit);
  });
  afterAll(() => release.remove());

  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.stop()));
    await db.end();
    await database.drop();
  });

  const open = (from: TestDatabase): void => {
    database = from;
    db = new Pool({ connectionString: database.url, max: 2 });
  };
  const releasedCli = async (...args: string[]): Promise<void> => {
    const program = join(release.folder, 'apps/cli/dist/main.js');
    const { code, stderr } = await runCli(args, { DATABASE_URL: database.url }, program);
    if (code !== 0) throw new Error(`the last release could not ${args.join(' ')}: ${stderr}`);
  };
  const startReleased = async (): Promise<ApiProcess> => {
    const service = await ApiProcess.start(
      database.url,
      { LOG_LEVEL: 'fatal' },
      join(release.folder, 'apps/api/dist/main.js'),
    );
    services.push(service);
    return service;
  };
  // The market that the examples of its document are of.
  const loadMarket = (): Promise<void> =>
    releasedCli('demo', 'load', '--sets', '60', '--years', '1', '--as-of', '2026-11-01T12:00:00Z', '--json');

  it('answers every request as documented while the migrations since then run, and afterwards', async () => {
    open(await createUnmigratedDatabase());
    await releasedCli('db', 'migrate');
    await loadMarket();
    const { rows } = await db.query<{ id: number }>('SELECT id FROM access.account WHERE email = $1', [DEMO_EMAIL]);
    const { key } = await insertKey(db, rows[0]!.id);
    const running = await startReleased();
    const contract = new DocumentedContract(
      (await (await fetch(`${running.url}/openapi.json`)).json()) as OpenapiDocument,
    );
    const load = new DocumentedLoad(running.url, key, contract);
    await load.everyRoute();
    const { pending } = await schemaStatus(database.url);
    expect(await migrate(database.url)).toEqual(pending);
    await load.everyRoute();
    expect(await load.faults()).toEqual([]);
    // One that starts on it, with nothing in its memory.
    const started = new DocumentedLoad((await startReleased()).url, key, contract);
    await started.everyRoute();
    expect(await started.faults()).toEqual([]);
  });

  it('imports, values and publishes as before', async () => {
    // As in life: a schema of the release, upgraded by this build.
    open(await createUnmigratedDatabase());
    await releasedCli('db', 'migrate');
    await migrate(database.url);
    await loadMarket();
    const { rows } = await db.query<{ values: number; months: number; prices: number; holdings: number }>(`
      SELECT (SELECT count(*) FROM market.item_value)::integer AS values,
             (SELECT count(*) FROM market.month_value)::integer AS months,
             (SELECT count(*) FROM retail.price_state)::integer AS prices,
             (SELECT count(*) FROM portfolio.holding)::integer AS holdings`);
    for (const count of Object.values(rows[0]!)) expect(count).toBeGreaterThan(0);
  });
});
