import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalPostgres, openLocalPostgres } from '@brickmarket/local-postgres';
import { migrate } from '@brickmarket/persistence-postgres';
import { Client } from 'pg';

/**
 * A server of its own, as `npm start` runs it, that hands out migrated, empty databases. What is committed is on the
 * disk, and tables are vacuumed: without that, writing would seem cheaper than it is.
 */
export class BenchServer {
  #databases = 0;

  private constructor(
    private readonly server: LocalPostgres,
    private readonly folder: string,
  ) {}

  static async start(): Promise<BenchServer> {
    const folder = await mkdtemp(join(tmpdir(), 'brickmarket-bench-data-'));
    const bench = new BenchServer(await openLocalPostgres({ dataDir: folder }), folder);
    await withClient(bench.server.ownerUrl, (client) => client.query('CREATE DATABASE bench_template'));
    await migrate(bench.#urlOf('bench_template'));
    return bench;
  }

  /** The address of a new one. */
  freshDatabase(): Promise<string> {
    return this.#create('TEMPLATE bench_template');
  }

  /** The address of a new one without the schema, for other builds. */
  unmigratedDatabase(): Promise<string> {
    return this.#create('');
  }

  async stop(): Promise<void> {
    await this.server.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #create(from: string): Promise<string> {
    const name = `bench_${++this.#databases}`;
    await withClient(this.server.ownerUrl, (client) => client.query(`CREATE DATABASE ${name} ${from}`));
    return this.#urlOf(name);
  }

  #urlOf(database: string): string {
    const url = new URL(this.server.ownerUrl);
    url.pathname = `/${database}`;
    return url.toString();
  }
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
