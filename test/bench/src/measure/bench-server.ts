import { type ThrowawayPostgres, startThrowawayPostgres } from '@brickmarket/local-postgres';
import { migrate } from '@brickmarket/persistence-postgres';
import { Client } from 'pg';

/** A server of its own that hands out migrated, empty databases. */
export class BenchServer {
  #databases = 0;

  private constructor(private readonly server: ThrowawayPostgres) {}

  static async start(): Promise<BenchServer> {
    const bench = new BenchServer(await startThrowawayPostgres());
    await withClient(bench.server.url, (client) => client.query('CREATE DATABASE bench_template'));
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
    await this.server.stop();
  }

  async #create(from: string): Promise<string> {
    const name = `bench_${++this.#databases}`;
    await withClient(this.server.url, (client) => client.query(`CREATE DATABASE ${name} ${from}`));
    return this.#urlOf(name);
  }

  #urlOf(database: string): string {
    const url = new URL(this.server.url);
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
