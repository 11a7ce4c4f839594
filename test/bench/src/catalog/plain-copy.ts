import { pipeline } from 'node:stream/promises';
import { from, to } from 'pg-copy-streams';
import { withClient } from '../measure/bench-server.ts';

const TABLES = ['catalog.lego_set', 'catalog.minifig', 'catalog.set_minifig'];

/** Milliseconds that COPY alone takes for the rows that an import has written, with the same constraints and indexes. */
export async function timePlainCopy(sourceUrl: string, targetUrl: string): Promise<number> {
  const texts = await withClient(sourceUrl, async (client) => {
    const all: Buffer[][] = [];
    for (const table of TABLES) all.push((await client.query(to(`COPY ${table} TO STDOUT`)).toArray()) as Buffer[]);
    return all;
  });
  return withClient(targetUrl, async (client) => {
    const start = performance.now();
    await client.query('BEGIN');
    for (const [index, table] of TABLES.entries())
      await pipeline(texts[index]!, client.query(from(`COPY ${table} FROM STDIN`)));
    await client.query('COMMIT');
    return performance.now() - start;
  });
}
