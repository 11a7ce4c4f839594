import { gunzipSync } from 'node:zlib';
import { RebrickableStandIn } from './rebrickable.ts';

describe('the stand-in of Rebrickable', () => {
  let rebrickable: RebrickableStandIn;
  beforeEach(async () => {
    rebrickable = await new RebrickableStandIn(new Date('2026-06-15T12:00:00Z')).start();
    rebrickable.addSets(2);
  });
  afterEach(() => rebrickable.stop());

  const get = (table: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${rebrickable.address}${table}.csv.gz`, { headers });
  const text = async (response: Response): Promise<string> =>
    gunzipSync(Buffer.from(await response.arrayBuffer())).toString();

  it('serves the five tables of the dump, packed, under their names', async () => {
    expect(await text(await get('sets'))).toBe(
      'set_num,name,year,theme_id,num_parts,img_url\n' +
        '10001-1,Set 10001,2019,171,2001,https://cdn.example.com/10001.jpg\n' +
        '10002-1,Set 10002,2019,171,2002,https://cdn.example.com/10002.jpg\n',
    );
    expect(await text(await get('inventory_minifigs'))).toContain('10001,fig-10001,1\n');
    expect((await get('parts')).status).toBe(404);
  });

  it('answers 304 for an unchanged file, or does not know entity tags', async () => {
    const etag = (await get('sets')).headers.get('etag')!;
    expect((await get('sets', { 'if-none-match': etag })).status).toBe(304);
    rebrickable.addSets(1, 20_001);
    expect((await get('sets', { 'if-none-match': etag })).status).toBe(200);
    rebrickable.sendsEtags = false;
    expect((await get('sets')).headers.get('etag')).toBeNull();
  });

  it('lacks a table for a day, cuts one, and writes CRLF with marks of direction', async () => {
    rebrickable.missing.add('themes');
    expect((await get('themes')).status).toBe(404);
    rebrickable.truncated.add('sets');
    await expect(text(await get('sets'))).rejects.toThrow('unexpected end of file');
    rebrickable.truncated.clear();
    rebrickable.isUgly = true;
    expect(await text(await get('sets'))).toContain('10001-1,\u200eSet 10001,2019,171,2001,https');
  });
});
