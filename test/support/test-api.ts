import { createApp, readConfig } from '@brickmarket/api';
import type { Extensions } from '@brickmarket/service-runtime/extensions';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Pool } from 'pg';
import { insertAccount, insertKey, type TestAccount, type TestKey, usedBy } from './account-builders.ts';
import { DocumentedClient } from './documented-client.ts';
import type { DocumentedContract } from './documented-contract.ts';
import type { HttpAnswer, HttpRequest } from './http-client.ts';
import { SERVICE_TIMEOUTS } from './service-environment.ts';
import { createTestDatabase } from './test-database.ts';

export type { TestAccount } from './account-builders.ts';

export interface Answer {
  readonly status: number;
  readonly headers: HttpAnswer['headers'];
  readonly text: string;
  /** The body as received; `text` is decompressed. */
  readonly bytes: Buffer;
  /** The answer's body, parsed. */
  json<Body = { data: unknown; meta: unknown }>(): Body;
}

export interface CallOptions {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PATCH';
  readonly body?: HttpRequest['body'];
}

const CONTRACT_PREFIX = '/api/v1';

const CONNECTIONS = 64;

/**
 * The whole service with the limits of production, on a database of its own, called over a socket. Every answer of the
 * contract is compared with the published document.
 */
export class TestApi {
  private readonly client = new DocumentedClient(CONNECTIONS);

  private constructor(
    readonly app: NestFastifyApplication,
    /** `http://127.0.0.1:PORT` */
    readonly origin: string,
    /** The owner's connection, to arrange and check data. */
    readonly db: Pool,
    readonly databaseUrl: string,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start(environment: NodeJS.ProcessEnv = {}, extensions?: Extensions): Promise<TestApi> {
    const database = await createTestDatabase();
    const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...SERVICE_TIMEOUTS, ...environment };
    const app = await createApp(readConfig(settings, false), { ...(extensions && { extensions }) });
    await app.listen(0, '127.0.0.1');
    const db = new Pool({ connectionString: database.url, max: 4 });
    return new TestApi(app, await app.getUrl(), db, database.url, () => database.drop());
  }

  /** Calls a path of the contract, `/set/75192-1`. `key: null` sends no Authorization header. */
  async call(path: string, options: CallOptions = {}): Promise<Answer> {
    return this.callAbsolute(`${CONTRACT_PREFIX}${path}`, options);
  }

  /** Calls any path of the service, `/readyz`. */
  async callAbsolute(path: string, options: CallOptions = {}): Promise<Answer> {
    const method = options.method ?? 'GET';
    const response = await this.client.exchange(this.origin, {
      method,
      target: path,
      headers: { ...(options.key ? { authorization: `Bearer ${options.key}` } : {}), ...options.headers },
      ...(options.body !== undefined && { body: options.body }),
    });
    return {
      status: response.status,
      headers: response.headers,
      text: response.body,
      bytes: response.bytes,
      json: <Body>() => JSON.parse(response.body) as Body,
    };
  }

  /** The OpenAPI document of the service. */
  documented(): Promise<DocumentedContract> {
    return this.client.contractAt(this.origin, '/openapi.json');
  }

  /** `data` of a 200; anything else fails the test with the answer. */
  async data<Data>(path: string, key: string, options: CallOptions = {}): Promise<Data> {
    const answer = await this.call(path, { ...options, key });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json<{ data: Data }>().data;
  }

  /** An account with one key. */
  account(options: { plan?: string; dailyLimit?: number } = {}): Promise<TestAccount> {
    return insertAccount(this.db, options);
  }

  /** One more key for an account. */
  key(accountId: number, options: { dailyLimit?: number; expiresAt?: string } = {}): Promise<TestKey> {
    return insertKey(this.db, accountId, options);
  }

  /** What the database has counted for a key. */
  used(keyId: number): Promise<number> {
    return usedBy(this.db, keyId);
  }

  async stop(): Promise<void> {
    this.client.close();
    await this.app.close();
    await this.db.end();
    await this.drop();
  }
}
