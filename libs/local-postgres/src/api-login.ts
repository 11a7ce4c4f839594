import { Client } from 'pg';

/** Creates a database unless it exists. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });
}

/** Gives the API's role its password and lets it log in, unless that is so already. */
export async function allowApiLogin(ownerUrl: string, password: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query(`ALTER ROLE brickmarket_api LOGIN PASSWORD ${client.escapeLiteral(password)}`);
  });
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
