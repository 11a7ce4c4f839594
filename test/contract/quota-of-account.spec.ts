import { type NewApiKey, OwnApiKeys } from '@brickmarket/persistence-ports';
import { aKey } from '@brickmarket/persistence-ports/testing';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import * as fc from 'fast-check';
import type { PoolClient } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { eventually } from '../support/eventually.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { TestGate } from '../support/test-gate.ts';

const LIMIT = 10;
const HOUR = 3_600_000;

type Step = 'create' | 'rotate' | 'rotate with overlap' | 'revoke' | 'expire' | 'charge';

const step = fc.record({
  what: fc.constantFrom<Step>(
    'create',
    'rotate',
    'rotate with overlap',
    'revoke',
    'expire',
    'charge',
    'charge',
    'charge',
  ),
  /** Which of the keys made so far. */
  key: fc.nat(1_000),
  costs: fc.array(fc.constantFrom(1, 1, 2, 5), { minLength: 1, maxLength: 4 }),
  isRefunded: fc.boolean(),
});
type Steps = readonly (typeof step extends fc.Arbitrary<infer One> ? One : never)[];

interface Held {
  readonly id: number;
  readonly keyHash: Buffer;
}

describe('the quota of an account', () => {
  let testGate: TestGate;
  let { gate, db }: Pick<TestGate, 'gate' | 'db'> = {} as TestGate;
  let editor: Database;
  let own: OwnApiKeys;

  beforeAll(async () => {
    testGate = await TestGate.open();
    ({ gate, db } = testGate);
    const { url } = testGate;
    editor = await Database.connect({ url, applicationName: 'area', role: 'brickmarket_account', editorPoolSize: 6 });
    own = new Stores(editor).get(OwnApiKeys);
  });
  beforeEach(() => moveClock(db, NOON));
  afterAll(async () => {
    await editor.close();
    await testGate.close();
  });

  /** An account without keys, and the keys that its owner makes. */
  async function anOwner() {
    const { accountId, keyId } = await insertAccount(db, { dailyLimit: LIMIT });
    await db.query('DELETE FROM access.api_key WHERE id = $1', [keyId]);
    const held: Held[] = [];
    const hold = (id: number | undefined, { keyHash }: NewApiKey): void => {
      if (id !== undefined) held.push({ id, keyHash });
    };
    return {
      accountId,
      held,
      create: async () => {
        const key = aKey(accountId, { dailyLimit: LIMIT });
        hold((await own.create(key))?.id, key);
      },
      rotate: async (id: number, overlapMs = 0) => {
        const key = aKey(accountId);
        const rotated = await own.rotate(accountId, id, key, overlapMs);
        if (rotated.outcome === 'rotated') hold(rotated.created.id, key);
      },
      revoke: (id: number) => own.revoke(accountId, id),
      /** Charges until nothing more is admitted. */
      useUp: async ({ keyHash }: Held): Promise<number> => {
        let total = 0;
        while ((await charge(keyHash, [1])) > 0) total++;
        return total;
      },
    };
  }

  /** What was charged; 0 with a key that is refused. */
  async function charge(keyHash: Buffer, costs: readonly number[], isRefunded = false): Promise<number> {
    const [charged] = await gate.charge([{ keyHash, costs }]);
    if (!charged) return 0;
    const cost = costs.reduce((sum, one, index) => sum + ((charged.fitted?.[index] ?? true) ? one : 0), 0);
    if (!isRefunded || cost === 0) return cost;
    await gate.refund(charged.keyId, charged.day, cost);
    return 0;
  }

  async function countedOf(accountId: number): Promise<number> {
    const { rows } = await db.query<{ used: number }>(
      `SELECT coalesce(sum(u.used), 0)::integer AS used FROM access.key_usage u
       JOIN access.api_key k ON k.id = u.key_id WHERE k.account_id = $1`,
      [accountId],
    );
    return rows[0]!.used;
  }

  it('is five times the limit of a key, however often keys are rotated, revoked and made anew', async () => {
    const owner = await anOwner();
    await owner.create();
    let used = 0;
    for (let count = 0; count < 20; count++) {
      used += await owner.useUp(owner.held.at(-1)!);
      await owner.rotate(owner.held.at(-1)!.id);
    }
    // A successor continues where its predecessor was.
    expect(used).toBe(LIMIT);
    for (let count = 0; count < 20; count++) {
      await owner.revoke(owner.held.at(-1)!.id);
      await owner.create();
      used += await owner.useUp(owner.held.at(-1)!);
    }
    expect(used).toBe(5 * LIMIT);
    await moveClock(db, '2026-11-16T00:00:00Z');
    expect(await owner.useUp(owner.held.at(-1)!)).toBe(LIMIT);
  });

  it('is never exceeded by any sequence on several connections at once, and counts what was admitted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 3, maxLength: 14 }), { minLength: 2, maxLength: 5 }),
        async (connections: readonly Steps[]) => {
          const owner = await anOwner();
          await owner.create();
          let admitted = 0;
          const run = async ({ what, key, costs, isRefunded }: Steps[number]): Promise<void> => {
            const { id, keyHash } = owner.held[key % owner.held.length]!;
            if (what === 'create') await owner.create();
            else if (what === 'rotate') await owner.rotate(id);
            else if (what === 'rotate with overlap') await owner.rotate(id, HOUR);
            else if (what === 'revoke') await owner.revoke(id);
            else if (what === 'expire')
              // One that has expired would live longer by this.
              await db.query(`UPDATE access.api_key SET expires_at = least(expires_at, access.clock()) WHERE id = $1`, [
                id,
              ]);
            else {
              // Not added in one expression, which would read the sum before it waits.
              const cost = await charge(keyHash, costs, isRefunded);
              admitted += cost;
            }
          };
          await Promise.all(
            connections.map(async (steps) => {
              for (const one of steps) await run(one);
            }),
          );
          for (const one of owner.held) admitted += await owner.useUp(one);
          await owner.create();
          admitted += await owner.useUp(owner.held.at(-1)!);
          expect(await countedOf(owner.accountId)).toBe(admitted);
          expect(admitted).toBeLessThanOrEqual(5 * LIMIT);
        },
      ),
      { numRuns: 25 },
    );
  });

  /** Rotates by hand, and commits when a charge of the old key waits for that. */
  async function chargeDuringRotation(old: Held, accountId: number, beforeCharge: () => Promise<void>) {
    const rotation: PoolClient = await db.connect();
    try {
      await rotation.query('BEGIN');
      await rotation.query('UPDATE access.api_key SET revoked_at = access.clock() WHERE id = $1', [old.id]);
      const { keyHash, last4 } = aKey(accountId);
      await rotation.query(
        `INSERT INTO access.api_key (account_id, key_hash, name, last4, daily_limit, predecessor_id)
         VALUES ($1, $2, 'successor', $3, $4, $5)`,
        [accountId, keyHash, last4, LIMIT, old.id],
      );
      await beforeCharge();
      const charging = gate.charge([{ keyHash: old.keyHash, costs: [1] }]);
      await eventually('the charge waits for the rotation', async () => {
        const waiting = await db.query(
          `SELECT FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%admit_keys%'`,
        );
        return waiting.rowCount === 1;
      });
      await rotation.query('COMMIT');
      return await charging;
    } finally {
      rotation.release(true);
    }
  }

  it.each([
    { when: 'that has been used today', used: 3 },
    { when: 'that has not been used today', used: 0 },
  ])('takes no charge of a key $when and whose count a successor has taken over', async ({ used }) => {
    const owner = await anOwner();
    await owner.create();
    const [old] = owner.held as [Held];
    if (used > 0) await charge(old.keyHash, [used]);
    expect(await chargeDuringRotation(old, owner.accountId, async () => undefined)).toEqual([null]);
    expect(await countedOf(owner.accountId)).toBe(used);
  });

  it('takes none either when the day ends during the rotation', async () => {
    const owner = await anOwner();
    await moveClock(db, '2026-11-15T23:59:59.9Z');
    await owner.create();
    const nextDay = (): Promise<void> => moveClock(db, '2026-11-16T00:00:00.1Z');
    expect(await chargeDuringRotation(owner.held[0]!, owner.accountId, nextDay)).toEqual([null]);
    expect(await countedOf(owner.accountId)).toBe(0);
  });

  it('follows the keys of the release before, which have no slot yet', async () => {
    const owner = await anOwner();
    for (let count = 0; count < 3; count++) await owner.create();
    await db.query('UPDATE access.api_key SET slot = NULL WHERE account_id = $1', [owner.accountId]);
    let used = await owner.useUp(owner.held[0]!);
    await owner.rotate(owner.held[0]!.id);
    expect(await owner.useUp(owner.held.at(-1)!)).toBe(0);
    for (let count = 0; count < 6; count++) {
      await owner.create();
      for (const one of owner.held) used += await owner.useUp(one);
      for (const { id } of owner.held) await owner.revoke(id);
    }
    expect(used).toBe(5 * LIMIT);
  });

  it('is not raised by taking a revocation back', async () => {
    const owner = await anOwner();
    for (let count = 0; count < 5; count++) await owner.create();
    const [first] = owner.held as [Held];
    await charge(first.keyHash, [4]);
    await owner.revoke(first.id);
    await owner.create();
    let used = 4;
    for (const one of owner.held) used += await owner.useUp(one);
    expect(used).toBe(5 * LIMIT);
    await owner.revoke(owner.held.at(-1)!.id);
    await db.query('UPDATE access.api_key SET revoked_at = NULL WHERE id = $1', [first.id]);
    expect(await owner.useUp(first)).toBe(0);
    await moveClock(db, '2026-11-16T12:00:00Z');
    expect(await owner.useUp(first)).toBe(LIMIT);
  });
});
