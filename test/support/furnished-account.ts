import { send as sendImport } from '../account/sent-import.ts';
import { insertSet } from './catalog-builders.ts';
import { type AreaAnswer, TestAccountArea, type TestBrowser } from './test-account-area.ts';

const EMAIL = 'ann@example.com';
const KNOWN_SET = '75192-1';
const RECORDS: Readonly<Record<string, object>> = {
  holdings: { setNumber: KNOWN_SET, quantity: 900 },
  ledger: { setNumber: KNOWN_SET, platform: 'ebay', saleDay: '2026-06-01', grossCents: 9_900 },
  'alerts/rules': { name: 'cheap', kind: 'price.dropped', scope: 'sets', setNumbers: [KNOWN_SET] },
  'alerts/endpoints': { url: 'https://example.com/hook' },
  keys: { name: 'shop' },
};

/** Valid values by the names of fields, where the schema alone does not lead to one. */
const VALID: Readonly<Record<string, string | string[]>> = {
  email: 'somebody@example.com',
  password: 'four unrelated words',
  expiresAt: '2099-01-01T00:00:00Z',
  setNumber: KNOWN_SET,
  setNumbers: [KNOWN_SET],
  number: KNOWN_SET,
  q: '751',
  platform: 'ebay',
  year: '2026',
  purchaseDay: '2026-06-01',
  saleDay: '2026-06-01',
  from: '2026-06-01',
  until: '2026-06-30',
  kind: 'price.dropped',
  quietFrom: '22:00',
  quietUntil: '07:00',
  digestAt: '08:00',
  timeZone: 'Europe/Paris',
  url: 'https://example.com/other',
  since: '2026-06-01T00:00:00Z',
  columns: '{"set_number":"Item"}',
};

/** Marks the place of a value in JSON. */
const HERE = '\uE000';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly $ref?: string;
}
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
            readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A route of the account area. */
export interface AreaRoute {
  readonly method: string;
  /** Its path with the names of parameters. */
  readonly template: string;
  /** Valid values of the parameters. */
  readonly query: Readonly<Record<string, string>>;
  /** The schema of its body; null when it has none in JSON. */
  readonly body: Schema | null;
}

/** What replaces the valid parts of a request, as it is sent. */
export interface SentRequest {
  readonly path?: string | undefined;
  readonly query?: string;
  readonly body: string | undefined;
  readonly type?: string;
}

/** What an answer says of the records that it has made. */
interface Made {
  readonly change?: { readonly id: number };
  readonly previous?: { readonly id: number };
  readonly record?: { readonly id: number };
  readonly endpoint?: { readonly id: number };
  readonly id?: number;
}

const idOf = ({ id, record, endpoint }: Made): number => (record ?? endpoint)?.id ?? id!;

/** The path of a list of records: `alerts/rules`. */
function recordsOf(template: string): string {
  return /^\/account\/api\/([^{]*?)(?:\/\{.*)?$/.exec(template)![1]!;
}

/**
 * An account with one record of each kind, in a new database: all of them have the number 1. What a request changes is
 * taken back, so that the next one reaches as far.
 */
export class FurnishedAccount {
  private versions: Readonly<Record<string, number>> = {};
  private readonly ids: Record<string, number> = {};
  private sent = 0;

  private constructor(
    readonly area: TestAccountArea,
    private readonly browser: TestBrowser,
    private readonly document: Document,
  ) {}

  static async start(): Promise<FurnishedAccount> {
    const area = await TestAccountArea.start();
    await insertSet(area.db, { set_number: KNOWN_SET });
    const browser = await area.signedUp(EMAIL);
    for (const [path, record] of Object.entries(RECORDS)) {
      const answer = await browser.post(path, record);
      if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    }
    await sendImport(browser, `set_number\n${KNOWN_SET}\nnone\n`);
    const account = new FurnishedAccount(area, browser, (await browser.get('openapi.json')).json<Document>());
    await account.readVersions();
    return account;
  }

  get routes(): readonly AreaRoute[] {
    return Object.entries(this.document.paths).flatMap(([template, byMethod]) =>
      Object.entries(byMethod).map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        template,
        query: Object.fromEntries(
          parameters
            .filter((one) => one.in === 'query')
            .map(({ name, schema }) => [name, String(this.validValue(template, name, schema))]),
        ),
        body: this.resolved(requestBody?.content['application/json']?.schema ?? null),
      })),
    );
  }

  /** The fields of a body, those of the objects of its lists included: `holdings.id`. */
  fieldsOf({ body }: AreaRoute): readonly string[] {
    return Object.entries(body?.properties ?? {}).flatMap(([name, schema]) => {
      const inner = Object.keys(this.resolved(schema.items ?? null)?.properties ?? {});
      return [name, ...inner.map((part) => `${name}.${part}`)];
    });
  }

  /** The JSON of a valid body of what is required and one field more, whose value `hostile` makes of a valid one. */
  bodyWith(route: AreaRoute, field: string, hostile: (valid: string) => string): string {
    const [name, inner] = field.split('.') as [string, string | undefined];
    const { properties = {}, required = [] } = route.body!;
    const body = Object.fromEntries(
      [...required, name].map((one) => [one, this.validValue(route.template, one, properties[one]!)]),
    );
    const holder = inner === undefined ? body : (body[name] as Record<string, unknown>[])[0]!;
    const part = inner ?? name;
    const valid = JSON.stringify(holder[part]);
    holder[part] = HERE;
    return JSON.stringify(body).replace(JSON.stringify(HERE), () => hostile(valid));
  }

  /**
   * Sends a body as it is written, from another address each time: attempts are counted by address, too. Records and a
   * session that it has ended are made again.
   */
  async send(
    { method, template }: Pick<AreaRoute, 'method' | 'template'>,
    { path, query, body, type }: SentRequest,
  ): Promise<AreaAnswer> {
    this.sent++;
    this.browser.address = `203.${this.sent >> 16}.${(this.sent >> 8) & 255}.${this.sent & 255}`;
    const target = `${path ?? this.pathOf(template)}${query ? `?${query}` : ''}`;
    const answer = await this.browser.send(method, target, body, {
      'sec-fetch-site': 'same-origin',
      ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
    });
    if (answer.status < 300) await this.takeBack({ method, template }, answer);
    if (answer.code === 'NotSignedIn')
      await this.browser.post('sign-in/link', { token: await this.area.signInToken(EMAIL) });
    return answer;
  }

  stop(): Promise<void> {
    return this.area.stop();
  }

  private validValue(path: string, name: string, schema: Schema): unknown {
    if (name === 'version') return this.versions[path.split('/')[3]!] ?? 1;
    if (name in VALID) return VALID[name];
    const { type, enum: values, items, properties, required = [] } = this.resolved(schema)!;
    if (values !== undefined) return values[0];
    const [kind] = [type].flat();
    if (kind === 'array') return [this.validValue(path, name, items!)];
    if (kind === 'object')
      return Object.fromEntries(required.map((inner) => [inner, this.validValue(path, inner, properties![inner]!)]));
    return kind === 'integer' ? 1 : kind === 'boolean' ? true : 'text';
  }

  private resolved(schema: Schema | null): Schema | null {
    return schema?.$ref === undefined ? schema : this.document.components.schemas[schema.$ref.split('/').at(-1)!]!;
  }

  private pathOf(template: string): string {
    const id = this.ids[recordsOf(template)] ?? 1;
    return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(VALID[name] ?? (name === 'id' ? id : 1)));
  }

  private async takeBack(
    { method, template }: Pick<AreaRoute, 'method' | 'template'>,
    { status, body }: AreaAnswer,
  ): Promise<void> {
    const records = recordsOf(template);
    const { change, previous, ...created } = body.startsWith('{') ? (JSON.parse(body) as Made) : {};
    if (change !== undefined) {
      await this.browser.post(`changes/${change.id}/undo`);
      await this.readVersions();
    } else if (previous !== undefined) {
      this.ids[records] = idOf(created);
      await this.browser.post(`keys/${previous.id}/revoke`);
    } else if (!(records in RECORDS)) return;
    else if (method === 'DELETE' || template.endsWith('/revoke'))
      this.ids[records] = idOf((await this.browser.post(records, RECORDS[records])).json<Made>());
    else if (status === 201 && !template.includes('{'))
      await (records === 'keys'
        ? this.browser.post(`keys/${idOf(created)}/revoke`)
        : this.browser.delete(`${records}/${idOf(created)}`));
  }

  private async readVersions(): Promise<void> {
    const { rows } = await this.area.db.query<Record<string, number>>(
      `SELECT (SELECT version FROM portfolio.holding WHERE id = 1) AS holdings,
         (SELECT version FROM portfolio.sale WHERE id = 1) AS ledger,
         (SELECT version FROM portfolio.brickfolio WHERE id = 1) AS brickfolios`,
    );
    this.versions = rows[0]!;
  }
}
