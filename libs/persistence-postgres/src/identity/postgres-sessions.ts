import {
  AttemptLimits,
  type AttemptSubject,
  IdentityRetention,
  KnownDevices,
  type LiveSession,
  type NewSession,
  type OpenedSession,
  type SessionBounds,
  type SessionRecord,
  type SessionRenewal,
  Sessions,
  type SessionUse,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import type { Repositories } from '../repositories.ts';
import { holdEpoch, raiseEpoch } from './account-epoch.ts';
import type { SessionEntity } from './identity-entities.ts';

const FIND_LIVE = `
SELECT id, account_id AS "accountId", method, device, address, created_at AS "createdAt", last_used_at AS "lastUsedAt",
       verified_at AS "verifiedAt", expires_at AS "expiresAt", identity.epoch_of(account_id) AS epoch
FROM identity.find_live_session($1, $2, $3 * interval '1 millisecond', $4 * interval '1 millisecond')`;

/** TypeORM, except for the token lookup of every request. */
export class PostgresSessions extends Sessions {
  constructor(private readonly database: Database) {
    super();
  }

  async open(session: NewSession, { max, idleMs }: SessionBounds): Promise<OpenedSession> {
    const repositories = await this.database.repositories();
    const { accountId, epoch, createdAt, tokenHash, ...others } = session;
    const begun = { ...others, accountId, createdAt, lastUsedAt: createdAt, verifiedAt: createdAt };
    const idleSince = new Date(createdAt.getTime() - idleMs);
    return repositories.asAccount(accountId, async (own) => {
      // Serializes openings per account, so that their number is exact.
      await holdEpoch(own, session);
      await own.sessions
        .createQueryBuilder()
        .delete()
        .where('account_id = :accountId AND (expires_at <= :createdAt OR last_used_at <= :idleSince)', {
          accountId,
          createdAt,
          idleSince,
        })
        .execute();
      const displaced = await own.sessions.find({
        where: { accountId },
        order: { lastUsedAt: 'DESC', id: 'DESC' },
        skip: max - 1,
      });
      if (displaced.length > 0) await own.sessions.delete(displaced.map(({ id }) => id));
      const { identifiers } = await own.sessions.insert({ ...begun, tokenHash });
      return { session: { ...begun, epoch, id: identifiers[0]!['id'] as number }, displaced: displaced.map(recordOf) };
    });
  }

  async findLive(tokenHash: Buffer, { now, idleMs, recordEveryMs }: SessionUse): Promise<LiveSession | null> {
    const values = [tokenHash, now, idleMs, recordEveryMs];
    const [found] = await this.database.prepared<LiveSession>('find_live_session', FIND_LIVE, values);
    return found ?? null;
  }

  async renew(session: LiveSession, renewal: SessionRenewal): Promise<boolean> {
    const repositories = await this.database.repositories();
    return repositories.asAccount(session.accountId, async (own) => {
      await holdEpoch(own, session);
      return renewToken(own, session, renewal);
    });
  }

  async list(accountId: number): Promise<readonly SessionRecord[]> {
    const repositories = await this.database.repositories();
    const found = await repositories.asAccount(accountId, ({ sessions }) =>
      sessions.find({ where: { accountId }, order: { lastUsedAt: 'DESC', id: 'DESC' } }),
    );
    return found.map(recordOf);
  }

  async end(accountId: number, id: number): Promise<boolean> {
    const repositories = await this.database.repositories();
    const { affected } = await repositories.asAccount(accountId, ({ sessions }) => sessions.delete({ accountId, id }));
    return affected === 1;
  }

  async revoke(accountId: number, id: number): Promise<boolean> {
    const repositories = await this.database.repositories();
    return repositories.asAccount(accountId, async (own) => {
      // First, and locked until the end: waits for sessions being opened.
      await raiseEpoch(own, accountId);
      return (await own.sessions.delete({ accountId, id })).affected === 1;
    });
  }

  async endOthers(accountId: number, keptId: number | null): Promise<number> {
    const repositories = await this.database.repositories();
    return repositories.asAccount(accountId, async (own) => {
      await raiseEpoch(own, accountId);
      return endAllBut(own, accountId, keptId);
    });
  }
}

export async function renewToken(
  { sessions }: Repositories,
  { accountId, id }: SessionRecord,
  { tokenHash, verifiedAt }: SessionRenewal,
): Promise<boolean> {
  return (await sessions.update({ accountId, id }, { tokenHash, verifiedAt })).affected === 1;
}

export async function endAllBut({ sessions }: Repositories, accountId: number, keptId: number | null): Promise<number> {
  const { affected } = await sessions
    .createQueryBuilder()
    .delete()
    .where('account_id = :accountId AND id IS DISTINCT FROM :keptId', { accountId, keptId })
    .execute();
  return affected ?? 0;
}

function recordOf(entity: SessionEntity): SessionRecord {
  const { id, accountId, method, device, address, createdAt, lastUsedAt, verifiedAt, expiresAt } = entity;
  return { id, accountId, method, device, address, createdAt, lastUsedAt, verifiedAt, expiresAt };
}

// Plain SQL: single statements without mapping.

/** One statement locks and charges. */
export class PostgresAttemptLimits extends AttemptLimits {
  constructor(private readonly database: Database) {
    super();
  }

  async spend(subjects: readonly AttemptSubject[], now: Date): Promise<number> {
    const [answer] = await this.database.prepared<{ wait: number }>(
      'spend_attempt',
      'SELECT identity.spend_attempt($1, $2, $3, $4) AS wait',
      [
        subjects.map(({ subject }) => subject),
        subjects.map(({ burst }) => burst),
        subjects.map(({ everyMs }) => everyMs),
        now,
      ],
    );
    return answer!.wait;
  }

  async refund(subjects: readonly AttemptSubject[]): Promise<void> {
    await this.database.prepared('refund_attempt', 'SELECT identity.refund_attempt($1, $2)', [
      subjects.map(({ subject }) => subject),
      subjects.map(({ everyMs }) => everyMs),
    ]);
  }
}

const REMEMBER = `
INSERT INTO identity.known_device (account_id, token_hash, last_used_at) VALUES ($1, $2, $3)
ON CONFLICT (account_id, token_hash) DO UPDATE SET last_used_at = excluded.last_used_at`;
const FORGET = `
DELETE FROM identity.known_device d WHERE d.account_id = $1 AND d.token_hash IN (
  SELECT o.token_hash FROM identity.known_device o WHERE o.account_id = $1
  ORDER BY o.last_used_at DESC, o.token_hash OFFSET $2)`;
const IS_KNOWN = `
SELECT EXISTS (SELECT FROM identity.known_device
  WHERE account_id = $1 AND token_hash = $2 AND last_used_at >= $3) AS known`;

export class PostgresKnownDevices extends KnownDevices {
  constructor(private readonly database: Database) {
    super();
  }

  async remember(accountId: number, tokenHash: Buffer, now: Date, max: number): Promise<void> {
    const repositories = await this.database.repositories();
    await repositories.asAccount(accountId, async ({ query }) => {
      await query(REMEMBER, [accountId, tokenHash, now]);
      await query(FORGET, [accountId, max]);
    });
  }

  async isKnown(accountId: number, tokenHash: Buffer, since: Date): Promise<boolean> {
    const repositories = await this.database.repositories();
    const [answer] = await repositories.asAccount(accountId, ({ query }) =>
      query<{ known: boolean }>(IS_KNOWN, [accountId, tokenHash, since]),
    );
    return answer!.known;
  }
}

const DELETE_OVER = [
  'DELETE FROM identity.session WHERE expires_at < $1',
  'DELETE FROM identity.one_time_token WHERE expires_at < $1',
  'DELETE FROM identity.attempt_allowance WHERE spent_until < $1',
];
const DELETE_DEVICES = 'DELETE FROM identity.known_device WHERE last_used_at < $1';

/** Run by jobs as the owner. */
export class PostgresIdentityRetention extends IdentityRetention {
  constructor(private readonly database: Database) {
    super();
  }

  async deleteBefore({ over, devicesUnusedSince }: Parameters<IdentityRetention['deleteBefore']>[0]): Promise<number> {
    const { pool } = this.database;
    let count = (await pool.query(DELETE_DEVICES, [devicesUnusedSince])).rowCount ?? 0;
    for (const statement of DELETE_OVER) count += (await pool.query(statement, [over])).rowCount ?? 0;
    return count;
  }
}
