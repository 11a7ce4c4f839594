import { BRICKSET_KEY, BricksetStandIn } from './brickset.ts';

describe('the stand-in of Brickset', () => {
  let brickset: BricksetStandIn;
  beforeEach(async () => {
    brickset = await new BricksetStandIn(new Date('2026-06-15T12:00:00Z')).start();
    for (let number = 1; number <= 600; number++)
      brickset.sets.push({ number: `${number}-1`, year: 2021, lastUpdated: '2021-04-18', usd: 59.99 });
    brickset.sets.push({ number: '10280-1', year: 2022, lastUpdated: '2026-06-14', ean: '5702016912128' });
  });
  afterEach(() => brickset.stop());

  const ask = async (params: string, more: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') => {
    const form = new URLSearchParams({ apiKey: BRICKSET_KEY, userHash: '', params, ...more });
    const url = `${brickset.address}/getSets`;
    const response = await (method === 'GET' ? fetch(`${url}?${form}`) : fetch(url, { method, body: form }));
    return { status: response.status, body: (await response.json()) as { sets: object[]; matches: number } };
  };

  it('gives at most 500 sets a page, by parameters inside of params, whose keys need no quotes', async () => {
    expect((await ask('{"year":"2021","pageSize":2000}')).body).toMatchObject({ status: 'success', matches: 600 });
    expect((await ask('{"year":"2021","pageSize":2000}')).body.sets).toHaveLength(500);
    expect((await ask('{year:2021,pageSize:500,pageNumber:2}', {}, 'POST')).body.sets).toHaveLength(100);
    expect((await ask('{"year":"2021"}', { pageSize: '500' })).body.sets).toHaveLength(20);
  });

  it('leaves out what it does not know', async () => {
    const { body } = await ask('{"updatedSince":"2026-06-14"}');
    expect(body.sets).toEqual([
      expect.objectContaining({
        ...{ number: '10280', numberVariant: 1, barcode: { EAN: '5702016912128' }, dimensions: {} },
        LEGOCom: { US: { dateLastAvailable: '' }, CA: {} },
      }),
    ]);
    expect(body.sets[0]).not.toHaveProperty('exitDate');
  });

  it('says every fault with HTTP 200: a wrong key, no filter, bad params, and the 101st call', async () => {
    const refused = async (params: string, more?: Record<string, string>) => {
      const { status, body } = await ask(params, more);
      return [status, (body as unknown as { message: string }).message];
    };
    expect(await refused('{"year":"2021"}', { apiKey: 'x' })).toEqual([200, 'Invalid API key']);
    expect(await refused('{}')).toEqual([200, 'no valid parameters']);
    expect(await refused('{"year')).toEqual([200, 'parameter error']);
    for (let call = 0; call < 98; call++) await ask('{"year":"2022"}');
    expect(await refused('{"year":"2022"}')).toEqual([200, 'API limit exceeded']);
  });
});
