import {
  type EndpointSecrets,
  type NotBefore,
  PAUSED,
  type WebhookEndpoint,
  WebhookEndpoints,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

const ENDPOINT = `
id, url, description, public_key AS "publicKey", created_at AS "createdAt", verified_at AS "verifiedAt",
previous_until AS "previousUntil", failing_since AS "failingSince", disabled_at AS "disabledAt",
disabled_reason AS "disabledReason"`;

const FIND = `SELECT ${ENDPOINT} FROM events.endpoint WHERE account_id = $1 AND id = $2`;

/** Secrets are read only by database functions. */
export class PostgresWebhookEndpoints extends WebhookEndpoints {
  constructor(private readonly database: Database) {
    super();
  }

  create(
    accountId: number,
    { url, description, secrets }: Parameters<WebhookEndpoints['create']>[1],
    now: Date,
  ): Promise<WebhookEndpoint> {
    return this.database.asAccount(accountId, async (query) => {
      const [created] = await query<WebhookEndpoint>(
        `INSERT INTO events.endpoint (account_id, url, description, secret, private_key, public_key, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${ENDPOINT}`,
        [accountId, url, description, secrets.secret, secrets.privateKey, secrets.publicKey, now],
      );
      return created!;
    });
  }

  list(accountId: number): Promise<readonly WebhookEndpoint[]> {
    return this.database.asAccount(accountId, (query) =>
      query<WebhookEndpoint>(`SELECT ${ENDPOINT} FROM events.endpoint WHERE account_id = $1 ORDER BY id`, [accountId]),
    );
  }

  rotate(
    accountId: number,
    endpointId: number,
    { secret, privateKey, publicKey }: EndpointSecrets,
    { now, bothUntil }: { readonly now: Date; readonly bothUntil: Date },
  ): Promise<WebhookEndpoint | NotBefore | null> {
    return this.database.asAccount(accountId, async (query) => {
      const [refused] = await query<{ retryAt: Date | null }>(
        'SELECT events.rotate_secret($1, $2, $3, $4, $5, $6) AS "retryAt"',
        [endpointId, secret, privateKey, publicKey, now, bothUntil],
      );
      if (refused!.retryAt !== null) return { retryAt: refused!.retryAt };
      return (await query<WebhookEndpoint>(FIND, [accountId, endpointId]))[0] ?? null;
    });
  }

  pause(accountId: number, endpointId: number, now: Date): Promise<boolean> {
    return this.database.asAccount(accountId, async (query) => {
      const changed = await query(
        `UPDATE events.endpoint SET disabled_at = coalesce(disabled_at, $3),
           disabled_reason = coalesce(disabled_reason, $4)
         WHERE account_id = $1 AND id = $2 RETURNING id`,
        [accountId, endpointId, now, PAUSED],
      );
      return changed.length > 0;
    });
  }

  enable(accountId: number, endpointId: number): Promise<boolean> {
    return this.#changes(
      accountId,
      endpointId,
      `UPDATE events.endpoint SET disabled_at = NULL, disabled_reason = NULL, failing_since = NULL
       WHERE account_id = $1 AND id = $2 RETURNING id`,
    );
  }

  remove(accountId: number, endpointId: number): Promise<boolean> {
    return this.#changes(
      accountId,
      endpointId,
      'DELETE FROM events.endpoint WHERE account_id = $1 AND id = $2 RETURNING id',
    );
  }

  test(accountId: number, endpointId: number, now: Date): ReturnType<WebhookEndpoints['test']> {
    return this.database.asAccount(accountId, async (query) => {
      const [sent] = await query<{ messageId: string; retryAt: null } | { messageId: null; retryAt: Date }>(
        'SELECT message_id AS "messageId", retry_at AS "retryAt" FROM events.send_test($1, $2)',
        [endpointId, now],
      );
      if (sent === undefined) return null;
      return sent.messageId === null ? { retryAt: sent.retryAt } : { messageId: sent.messageId };
    });
  }

  #changes(accountId: number, endpointId: number, statement: string): Promise<boolean> {
    return this.database.asAccount(accountId, async (query) => {
      return (await query(statement, [accountId, endpointId])).length > 0;
    });
  }
}
