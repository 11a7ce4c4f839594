import { Client } from 'pg';

/** Works in a session of its own, which has reported to the server's statistics all that it read when this returns. */
export async function inOwnSession(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
