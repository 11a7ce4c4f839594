import { createHash, randomBytes } from 'node:crypto';
import { createApp, readConfig } from '@brickmarket/api';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Pool } from 'pg';
import { createTestDatabase } from './test-database.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  /** The answer's body, parsed. */
  json<Body = { data: unknown; meta: unknown }>(): Body;
}

export interface CallOptions {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PATCH';
  readonly body?: string | object;
}

export interface TestAccount {
  readonly accountId: number;
  readonly keyId: number;
  readonly key: string;
}

/** The whole service on a database of its own, called without a socket. */
export class TestApi {
  private constructor(
    readonly app: NestFastifyApplication,
    /** The owner's connection, for arranging and looking. */
    readonly db: Pool,
    readonly databaseUrl: string,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start(environment: NodeJS.ProcessEnv = {}): Promise<TestApi> {
    const database = await createTestDatabase();
    const config = readConfig({ DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...environment }, false);
    const app = await createApp(config);
    await app.getHttpAdapter().getInstance().ready();
    return new TestApi(app, new Pool({ connectionString: database.url, max: 4 }), database.url, () => database.drop());
  }

  /** Calls a path of the contract, `/set/75192-1`. `key: null` sends no Authorization header. */
  async call(path: string, options: CallOptions = {}): Promise<Answer> {
    return this.callAbsolute(`/api/v1${path}`, options);
  }

  /** Calls any path of the service, `/readyz`. */
  async callAbsolute(path: string, options: CallOptions = {}): Promise<Answer> {
    const response = await this.app.inject({
      method: options.method ?? 'GET',
      url: path,
      headers: { ...(options.key ? { authorization: `Bearer ${options.key}` } : {}), ...options.headers },
      ...(options.body !== undefined && { payload: options.body }),
    });
    return { status: response.statusCode, headers: response.headers, text: response.body, json: <Body>() => JSON.parse(response.body) as Body };
  }

  /** `data` of a 200; anything else fails the test with the answer. */
  async data<Data>(path: string, key: string, options: CallOptions = {}): Promise<Data> {
    const answer = await this.call(path, { ...options, key });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json<{ data: Data }>().data;
  }

  /** An account with one key. */
  async account(options: { plan?: string; dailyLimit?: number } = {}): Promise<TestAccount> {
    const account = await this.db.query<{ id: number }>('INSERT INTO access.account (email, plan) VALUES ($1, $2) RETURNING id', [
      `${randomBytes(6).toString('hex')}@test.example`,
      options.plan ?? 'reseller',
    ]);
    const accountId = account.rows[0]!.id;
    return { accountId, ...(await this.key(accountId, options)) };
  }

  /** One more key for an account. */
  async key(accountId: number, options: { dailyLimit?: number; expiresAt?: string } = {}): Promise<{ keyId: number; key: string }> {
    const key = `bmk_${randomBytes(24).toString('hex')}`;
    const inserted = await this.db.query<{ id: number }>(
      `INSERT INTO access.api_key (account_id, key_hash, name, last4, daily_limit, expires_at) VALUES ($1, $2, 'test', $3, $4, $5) RETURNING id`,
      [accountId, createHash('sha256').update(key).digest(), key.slice(-4), options.dailyLimit ?? 1_000_000, options.expiresAt ?? null],
    );
    return { keyId: inserted.rows[0]!.id, key };
  }

  /** What the database has counted for a key today. */
  async used(keyId: number): Promise<number> {
    const usage = await this.db.query<{ used: number }>('SELECT coalesce(sum(used), 0)::integer AS used FROM access.key_usage WHERE key_id = $1', [keyId]);
    return usage.rows[0]!.used;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.db.end();
    await this.drop();
  }
}
