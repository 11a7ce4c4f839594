import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalPostgres, openLocalPostgres } from '@brickmarket/local-postgres';
import { migrate } from '@brickmarket/persistence-postgres';
import { Client } from 'pg';

/** A PostgreSQL server in a folder of its own, which `remove` stops and deletes. */
export interface OwnPostgres {
  readonly server: LocalPostgres;
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/**
 * Starts one as `npm start` runs it: what is committed is on the disk, and tables are vacuumed. Without that, writing
 * would seem cheaper than it is.
 */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'brickmarket-bench-data-'));
  const server = await openLocalPostgres({ dataDir: folder });
  return {
    server,
    folder,
    remove: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A server of its own that hands out migrated, empty databases. */
export class BenchServer {
  #databases = 0;

  private constructor(private readonly postgres: OwnPostgres) {}

  static async start(): Promise<BenchServer> {
    const bench = new BenchServer(await startOwnPostgres());
    await withClient(bench.postgres.server.ownerUrl, (client) => client.query('CREATE DATABASE bench_template'));
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
    await this.postgres.remove();
  }

  async #create(from: string): Promise<string> {
    const name = `bench_${++this.#databases}`;
    await withClient(this.postgres.server.ownerUrl, (client) => client.query(`CREATE DATABASE ${name} ${from}`));
    return this.#urlOf(name);
  }

  #urlOf(database: string): string {
    const url = new URL(this.postgres.server.ownerUrl);
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
