import { createHash } from 'node:crypto';
import type { TestApi } from '../support/test-api.ts';
import { AS_OF, demoKey, loadDemo, startAt, tradedSets } from './loaded-demo.ts';

/** A digest of what a caller can see of the whole market. */
async function digestOfAnswers(api: TestApi): Promise<string> {
  const key = await demoKey(api);
  const digest = createHash('sha256');
  const request = async (path: string): Promise<unknown> => {
    const data = await api.data<unknown>(path, key);
    // Collections are opened when the demo is loaded; all else comes from the market's own time.
    digest.update(
      `${path} ${JSON.stringify(data, (name, value: unknown) => (name === 'created_at' ? undefined : value))}\n`,
    );
    return data;
  };
  await request('/catalog/themes');
  const sets = await tradedSets(api);
  const { rows: minifigs } = await api.db.query<{ number: string }>(
    `SELECT m.minifig_number AS number FROM catalog.minifig m
     WHERE EXISTS (SELECT FROM market.item_value v WHERE v.item_id = m.id) ORDER BY 1 LIMIT 40`,
  );
  expect(Math.min(sets.length, minifigs.length)).toBeGreaterThan(30);
  for (const number of sets.slice(0, 40)) {
    await request(`/set/${number}`);
    await request(`/set/${number}/history`);
    await request(`/set/${number}/retail-prices`);
  }
  for (const { number } of minifigs) await request(`/minifig/${number}`);
  for (const path of [
    '/brickfolio',
    '/brickfolio/entries?limit=250',
    '/brickfolio/analytics',
    '/brickfolio/retail-watch',
    '/salesledger?limit=250',
  ])
    await request(path);
  return digest.digest('hex');
}

it('gives the same answers for the same seed and date, others for another seed', async () => {
  const digests: string[] = [];
  for (const seed of ['a', 'a', 'b']) {
    const api = await startAt(AS_OF);
    expect(await loadDemo(api, '--seed', seed)).toMatchObject({ code: 0 });
    digests.push(await digestOfAnswers(api));
    await api.stop();
  }
  const [digest, same, other] = digests;
  expect(same).toBe(digest);
  expect(other).not.toBe(digest);
});
