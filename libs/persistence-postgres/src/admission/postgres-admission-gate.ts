import type { Plan } from '@brickmarket/domain';
import { AdmissionGate, type ChargedKey, type KeyCharge } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

interface AdmitRow {
  ordinal: number;
  key_id: number;
  account_id: number;
  plan: Plan;
  daily_limit: number;
  used_before: number;
  day: string;
  resets_at: Date;
  charged_at: Date;
  catalog_version: string;
  market_version: string;
  retail_version: string;
}

const ADMIT = `
SELECT ordinal, key_id, account_id, plan, daily_limit, used_before, day::text AS day, resets_at, charged_at,
       catalog_version, market_version, retail_version
FROM access.admit($1, $2, $3)`;

/** Admission by the database function `access.admit`: one round trip for any number of keys. */
export class PostgresAdmissionGate extends AdmissionGate {
  constructor(private readonly database: Database) {
    super();
  }

  async charge(charges: readonly KeyCharge[]): Promise<readonly (ChargedKey | null)[]> {
    const rows = await this.database.prepared<AdmitRow>('admit', ADMIT, [
      charges.map((charge) => charge.keyHash),
      charges.map((charge) => charge.costs.reduce((sum, cost) => sum + cost, 0)),
      charges.map((charge) => charge.costs.join(',')),
    ]);
    const answers: (ChargedKey | null)[] = charges.map(() => null);
    for (const row of rows) answers[row.ordinal - 1] = chargedKey(row);
    return answers;
  }

  async refund(keyId: number, day: string, cost: number): Promise<void> {
    await this.database.prepared('refund', 'SELECT access.refund($1, $2, $3)', [keyId, day, cost]);
  }

  async listLiveKeyHashes(): Promise<readonly Buffer[]> {
    const rows = await this.database.prepared<{ key_hash: Buffer }>(
      'live_key_hashes',
      'SELECT key_hash FROM access.live_key_hashes() AS key_hash',
      [],
    );
    return rows.map((row) => row.key_hash);
  }
}

function chargedKey(row: AdmitRow): ChargedKey {
  return {
    keyId: row.key_id,
    accountId: row.account_id,
    plan: row.plan,
    dailyLimit: row.daily_limit,
    usedBefore: row.used_before,
    day: row.day,
    resetsAt: row.resets_at,
    chargedAt: row.charged_at,
    versions: {
      catalog: Number(row.catalog_version),
      market: Number(row.market_version),
      retail: Number(row.retail_version),
    },
  };
}
