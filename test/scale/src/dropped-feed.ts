import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSigningSecrets, publicKeyOf } from '@brickmarket/alerts';
import { withClient } from '../../bench/src/measure/bench-server.ts';
import { eventually } from '../../support/eventually.ts';
import { Receiver } from '../../support/receivers.ts';

const SETS = 50;
/** More than any set costs: the first price is no drop. */
export const DEAR_USD = 9_000;
const ARRIVED_WITHIN_MS = 300_000;

const WATCH = `
WITH somebody AS (
  SELECT min(id) AS id FROM access.account WHERE email LIKE 'caller-%'
), endpoint AS (
  INSERT INTO events.endpoint (account_id, url, description, secret, private_key, public_key, created_at, verified_at)
  SELECT id, $1, '', $2, $3, $4, now(), now() FROM somebody RETURNING id
), rule AS (
  INSERT INTO events.rule (account_id, name, kind, scope, min_change_cents, min_change_pct, hysteresis_pct,
    rearm_minutes, sends_mail, time_zone, created_at)
  SELECT id, 'all', 'price.dropped', 'sets', 0, 0, 2, 0, false, 'UTC', now() FROM somebody RETURNING id
), listed AS (
  INSERT INTO events.rule_set (rule_id, set_id)
  SELECT rule.id, s.id FROM rule, (SELECT id FROM catalog.lego_set ORDER BY set_number LIMIT ${SETS}) s
)
INSERT INTO events.rule_endpoint (account_id, rule_id, endpoint_id)
SELECT somebody.id, rule.id, endpoint.id FROM somebody, rule, endpoint`;

/** Prices that are dropped into a folder and come out as webhooks: the way through worker, database and delivery. */
export class DroppedFeed {
  private constructor(
    private readonly databaseUrl: string,
    private readonly folder: string,
    private readonly receiver: Receiver,
    private readonly sets: readonly string[],
  ) {}

  /** A user watches sets, whose first prices are imported. */
  static async start(databaseUrl: string, folder: string): Promise<DroppedFeed> {
    const receiver = await Receiver.start();
    const sets = await withClient(databaseUrl, async (client) => {
      const secrets = createSigningSecrets();
      await client.query(WATCH, [receiver.at('/hook'), secrets.secret, secrets.privateKey, publicKeyOf(secrets)]);
      const { rows } = await client.query<{ number: string }>(
        `SELECT set_number AS number FROM catalog.lego_set ORDER BY set_number LIMIT ${SETS}`,
      );
      return rows.map(({ number }) => number);
    });
    const feed = new DroppedFeed(databaseUrl, folder, receiver, sets);
    feed.drop('before', DEAR_USD);
    await eventually('the first prices are imported', async () => (await feed.imports('before')) > 0, {
      withinMs: ARRIVED_WITHIN_MS,
      everyMs: 500,
    });
    return feed;
  }

  /** Drops a file with one price for all sets. */
  drop(name: string, priceUsd: number): void {
    const at = new Date().toISOString();
    const rows = this.sets.map((number) => `retailer_a,${number},${at},${priceUsd}\n`);
    const header = 'retailer,set_number,observed_at,price_usd\n';
    writeFileSync(join(this.folder, `retail-prices-${name}.csv`), header + rows.join(''));
  }

  /** Faults: a file that was imported never or twice, alerts that are missing or were made twice. */
  async faultsOf(name: string): Promise<readonly string[]> {
    const ids = (): number => new Set(this.receiver.of('/hook').map(({ headers }) => headers['webhook-id'])).size;
    await eventually('the alerts arrive', () => ids() >= this.sets.length, { withinMs: ARRIVED_WITHIN_MS }).catch(
      () => undefined,
    );
    const imports = await this.imports(name);
    return [
      ...(imports === 1 ? [] : [`the file that was dropped was imported ${imports} times`]),
      ...(ids() === this.sets.length ? [] : [`${ids()} alerts arrived for ${this.sets.length} drops of a price`]),
    ];
  }

  stop(): Promise<void> {
    return this.receiver.stop();
  }

  private async imports(name: string): Promise<number> {
    const sql = `SELECT count(*)::integer AS runs FROM ops.import_run
      WHERE finished_at IS NOT NULL AND array_to_string(files, ',') LIKE $1`;
    return withClient(this.databaseUrl, async (client) => {
      const { rows } = await client.query<{ runs: number }>(sql, [`%retail-prices-${name}%`]);
      return rows[0]!.runs;
    });
  }
}
