import { Client } from 'pg';

it('serves PostgreSQL to the specs, with case folding beyond ASCII', async () => {
  const client = new Client(process.env['TEST_DATABASE_URL']);
  await client.connect();
  const { rows } = await client.query<{ folded: string }>("select lower('ÄÉ') as folded");
  await client.end();
  expect(rows).toEqual([{ folded: 'äé' }]);
});
