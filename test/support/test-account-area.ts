import { type Clock, systemClock } from '@brickmarket/domain';
import { invite, makeSignInLink, type OperatorContext } from '@brickmarket/operations/identity';
import { AuditLog, Credentials, OneTimeTokens } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import type { Extensions } from '@brickmarket/service-runtime/extensions';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Pool } from 'pg';
import { readConfig } from '../../apps/account/src/config/config.ts';
import { closeApp, createApp } from '../../apps/account/src/create-app.ts';
import { createLogger } from '../../libs/service-runtime/src/index.ts';
import { DocumentedClient } from './documented-client.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import type { HttpAnswer } from './http-client.ts';
import { BUSY_MS } from './service-environment.ts';
import { createTestDatabase } from './test-database.ts';

export const PASSWORD = 'four unrelated words';

/**
 * The whole account area with its role, on a database of its own, called over sockets. Every answer is compared with
 * the document that it publishes. As a process it is started by `test/cli/start.spec.ts`.
 */
export class TestAccountArea {
  readonly client = new DocumentedClient(64);
  readonly context: OperatorContext;

  private constructor(
    private readonly app: NestFastifyApplication,
    private readonly log: readonly string[],
    readonly port: number,
    /** The owner's connection, for arranging and looking. */
    readonly db: Pool,
    readonly owner: Database,
    readonly databaseUrl: string,
    private readonly drop: () => Promise<void>,
    clock: Clock,
  ) {
    this.context = {
      stores: new Stores(owner).pick({ tokens: OneTimeTokens, credentials: Credentials, audit: AuditLog }),
      clock,
      url: `http://localhost:${port}/account`,
    };
  }

  static async start(
    environment: NodeJS.ProcessEnv = {},
    clock: Clock = systemClock,
    extensions?: Extensions,
  ): Promise<TestAccountArea> {
    const database = await createTestDatabase();
    const port = await freePort();
    const config = readConfig(
      {
        ACCOUNT_PORT: String(port),
        LOG_LEVEL: 'info',
        LOG_FORMAT: 'json',
        DATABASE_URL: database.url,
        // Tests come from many addresses, as behind a proxy.
        TRUSTED_PROXIES: '1',
        // No test asks other hosts for pictures.
        SET_PICTURES: 'off',
        // A request that waits for its turn on a busy machine is not cut off.
        STATEMENT_TIMEOUT_MS: BUSY_MS,
        REQUEST_TIMEOUT_MS: BUSY_MS,
        ...environment,
      },
      false,
    );
    const log: string[] = [];
    const app = await createApp(
      config,
      createLogger(config, 'account', { write: (line) => log.push(line) }),
      clock,
      extensions,
    );
    await app.listen(config.port, config.host);
    const db = new Pool({ connectionString: database.url, max: 4 });
    const owner = Database.open({ url: database.url, applicationName: 'spec', poolSize: 2 });
    return new TestAccountArea(app, log, port, db, owner, database.url, () => database.drop(), clock);
  }

  /** Everything it has logged so far. */
  get output(): string {
    return this.log.join('');
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /** A browser without cookies, at an address of its own. */
  browser(address = '203.0.113.1'): TestBrowser {
    return new TestBrowser(this, address);
  }

  /** The token of an operator's link. */
  async signInToken(email: string): Promise<string> {
    return tokenOf((await makeSignInLink(this.context, email)).url);
  }

  async invitation(email: string, plan = 'reseller'): Promise<string> {
    return tokenOf((await invite(this.context, { email, plan })).url);
  }

  /** A browser signed in to a new account with the usual password. */
  async signedUp(email: string, address?: string): Promise<TestBrowser> {
    const browser = this.browser(address);
    const token = await this.invitation(email);
    const answer = await browser.post('invitations/accept', { token, password: PASSWORD });
    if (answer.status !== 200) throw new Error(`sign-up: ${answer.status} ${answer.body}`);
    return browser;
  }

  async accountId(email: string): Promise<number> {
    return (await this.context.stores.credentials.findByEmail(email))!.id;
  }

  /** Lets time pass for one account's sessions: as if its last proof were long ago. */
  async makeStale(): Promise<void> {
    await this.db.query(`UPDATE identity.session SET verified_at = verified_at - interval '11 minutes'`);
  }

  /** A request is logged when its answer is sent, which may be after it has arrived. */
  async printed(text: string): Promise<void> {
    await eventually(`the account area logs ${text}`, () => this.output.includes(text));
  }

  async stop(): Promise<void> {
    this.client.close();
    await closeApp(this.app);
    await this.owner.close();
    await this.db.end();
    await this.drop();
  }
}

export interface AreaAnswer extends HttpAnswer {
  json<Body = Record<string, unknown>>(): Body;
  /** The code of an error. */
  readonly code: string | undefined;
}

/** Keeps cookies as a browser does, and says where its requests come from. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly area: TestAccountArea,
    public address: string,
  ) {}

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<AreaAnswer> {
    return this.send('GET', `/account/api/${path}`, undefined, headers);
  }

  post(path: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<AreaAnswer> {
    return this.send('POST', `/account/api/${path}`, body, { 'sec-fetch-site': 'same-origin', ...headers });
  }

  delete(path: string): Promise<AreaAnswer> {
    return this.send('DELETE', `/account/api/${path}`, undefined, { 'sec-fetch-site': 'same-origin' });
  }

  async send(
    method: string,
    target: string,
    body: object | string | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<AreaAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.area.client.exchange(`http://127.0.0.1:${this.area.port}`, {
      method,
      target,
      headers: {
        host: `localhost:${this.area.port}`,
        'x-forwarded-for': this.address,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ...(cookie !== '' && { cookie }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.keep(line);
    const parse = <Body>() => JSON.parse(answer.body) as Body;
    const isError = answer.status >= 400 && answer.body.startsWith('{');
    return { ...answer, json: parse, code: isError ? parse<{ error: { code: string } }>().error.code : undefined };
  }

  get sessionCookie(): string | undefined {
    return this.cookies.get('__Host-brickmarket-session');
  }

  set sessionCookie(value: string) {
    this.cookies.set('__Host-brickmarket-session', value);
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    if (attributes.includes('Max-Age=0') || value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function tokenOf(url: string): string {
  return url.split('#token=')[1]!;
}
