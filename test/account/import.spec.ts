import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { collectionSources, salesLedgerSources } from '@brickmarket/feeds';
import { stageImport } from '@brickmarket/operations/staged-import';
import { AccountBook, ItemDirectory, StagedImports, StoreClock } from '@brickmarket/persistence-ports';
import { Stores } from '@brickmarket/persistence-postgres';
import { Pool } from 'pg';
import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { type Import, readImport, type Row, rowsOf, send, upload } from './sent-import.ts';

const COLLECTION = `set_number,quantity,condition,purchase_price_usd,purchase_date,status,brickfolio,notes
10497-1,1,sealed,99.99,2024-03-01,owned,,
10497-1,1,sealed,99.99,2024-03-01,owned,,
75193,2,used,,,owned,Attic,no box
497-1,many,used,,,owned,,
497-1,1,used,20.00,,owned,,
`;

describe('an import by the account area', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  let area: TestAccountArea;
  let ann: TestBrowser;
  beforeAll(async () => {
    area = await TestAccountArea.start();
    ann = await area.signedUp('ann@example.com');
    for (const number of ['10497-1', '497-1', '75192-1', '75190-1'])
      await insertSet(area.db, { set_number: number, title: `Set ${number}` });
    await insertSet(area.db, { set_number: '10189-1', title: 'Taj Mahal', theme: 'Creator' });
    await insertSet(area.db, { set_number: '10190-1', title: 'Market Street', theme: 'Creator' });
  });
  afterAll(async () => {
    await area.stop();
    rmSync(folder, { recursive: true });
  });

  const importsOf = async (who: TestBrowser): Promise<readonly Import[]> =>
    (await who.get('imports')).json<{ imports: Import[] }>().imports;
  const holdings = async (): Promise<number> =>
    (await area.db.query<{ count: number }>('SELECT count(*)::integer AS count FROM portfolio.holding')).rows[0]!.count;

  it('shows every row, takes corrections, commits once and undoes', async () => {
    const found = await send(ann, COLLECTION);
    expect(found).toMatchObject({ state: 'ready', kind: 'collection', source: 'Brickmarket collection' });
    expect(found.rows).toEqual({ new: 3, same: 0, changed: 0, rejected: 2, left: 0, kept: 0 });
    const rejected = await rowsOf(ann, found.id, 'state=rejected');
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'set 75193 is not in the catalog'],
      [5, 'quantity is "many": write a whole number, at least 1'],
    ]);
    expect(rejected[0]!.nearest).toEqual([
      { setNumber: '75190-1', title: 'Set 75190-1' },
      { setNumber: '75192-1', title: 'Set 75192-1' },
    ]);
    const correction = (cells: object) => ann.post(`imports/${found.id}/rows/3/correction`, { cells });
    const bad = await correction({ ...rejected[0]!.cells, set_number: '999999' });
    expect([bad.status, bad.body]).toEqual([400, expect.stringContaining('Set 999999 is not in the catalog')]);
    expect((await correction({ ...rejected[0]!.cells, set_number: '75192' })).status).toBe(204);
    expect((await ann.post(`imports/${found.id}/rows/5/action`, { action: 'leave' })).status).toBe(204);
    expect((await readImport(ann, found.id)).rows).toMatchObject({ new: 3, rejected: 1, left: 1 });

    expect((await ann.get(`imports/${found.id}/rejects.csv`)).body).toBe(
      'line,reason,nearest,row\r\n' +
        '5,"quantity is ""many"": write a whole number, at least 1",,"497-1,many,used,,,owned,,"\r\n',
    );
    for (let time = 0; time < 2; time++)
      expect((await ann.post(`imports/${found.id}/commit`)).json<Import>().state).toBe('committed');
    expect(await holdings()).toBe(3);
    expect((await ann.post(`imports/${found.id}/rows/1/action`, { action: 'leave' })).code).toBe('Conflict');

    const exported = (await ann.get('export/collection.csv')).body;
    const again = await send(ann, exported);
    expect(again.rows).toMatchObject({ new: 0, same: 3, changed: 0, rejected: 0 });
    await ann.post(`imports/${again.id}/commit`);
    expect(await holdings()).toBe(3);

    for (let time = 0; time < 2; time++)
      expect((await ann.post(`imports/${found.id}/undo`)).json<Import>().state).toBe('undone');
    expect(await holdings()).toBe(0);
    const log = (await ann.get('audit')).json<{ events: { kind: string; summary: string }[] }>().events;
    expect(log.map(({ kind, summary }) => [kind, summary])).toContainEqual([
      'import_committed',
      'Imported mine.csv: 3 added, 0 changed.',
    ]);
  });

  it('takes rejected rows one at a time after the commit, and undoes all of them with the import', async () => {
    const fay = await area.signedUp('later@example.com');
    const listed = async (): Promise<string[]> =>
      (await fay.get('holdings?limit=250'))
        .json<{ holdings: { setNumber: string }[] }>()
        .holdings.map(({ setNumber }) => setNumber);
    const { id } = await send(fay, `${COLLECTION}99999,1,used,,,owned,,\n`);
    const correct = ({ position, cells }: Row, changed: object) =>
      fay.post(`imports/${id}/rows/${position}/correction`, {
        cells: { quantity: '1', condition: 'used', ...cells, ...changed },
      });
    await fay.post(`imports/${id}/commit`);
    const before = await listed();
    const [unknown, many, other] = await rowsOf(fay, id, 'state=rejected');
    expect((await correct(unknown!, { set_number: '88888' })).body).toContain('Set 88888 is not in the catalog');
    expect((await correct(unknown!, { set_number: '75192' })).status).toBe(204);
    expect((await correct(many!, { set_number: '75190-1', quantity: '3' })).status).toBe(204);
    expect(await readImport(fay, id)).toMatchObject({ state: 'committed', rows: { new: 5, rejected: 1 } });
    expect((await listed()).toSorted()).toEqual([...before, '75190-1', '75192-1'].toSorted());
    // What went in is an import no more: neither a second time, nor changed from here.
    expect((await correct(unknown!, { set_number: '75192' })).status).toBe(404);
    expect((await fay.post(`imports/${id}/rows/${other!.position}/action`, { action: 'leave' })).status).toBe(409);
    expect((await fay.post(`imports/${id}/undo`)).json()).toMatchObject({ state: 'undone' });
    expect(await listed()).toEqual([]);
    expect((await correct(other!, { set_number: '75192' })).status).toBe(409);
  });

  it('shows a row whose name is that of another set for a decision, and takes it as it was decided', async () => {
    const dan = await area.signedUp('names@example.com');
    const brickset = 'Number,Set name,Qty owned,Qty owned new,Qty owned used\n';
    const rows = '10190-1,Taj Mahal,1,1,0\n10189-1,LEGO Táj-Mahal,1,1,0\n99999,Taj Mahal,1,1,0\n10190-1,,1,0,1\n';
    const found = await send(dan, brickset + rows);
    expect(found.rows).toMatchObject({ new: 2, rejected: 2 });
    const taj = { setNumber: '10189-1', title: 'Taj Mahal' };
    const [other, unknown] = await rowsOf(dan, found.id, 'state=rejected');
    const reason = 'the file calls 10190-1 “Taj Mahal”, the catalog “Market Street”: choose the set';
    expect(other).toMatchObject({
      ...{ line: 2, reason, cells: { set_number: '10190-1' } },
      nearest: [{ setNumber: '10190-1', title: 'Market Street' }, taj],
    });
    expect(unknown).toMatchObject({ line: 4, reason: 'set 99999 is not in the catalog', nearest: [taj] });
    expect((await dan.get(`imports/${found.id}/rejects.csv`)).body.split('\r\n').slice(1, 3)).toEqual([
      `2,"${reason}","10190-1 “Market Street”, 10189-1 “Taj Mahal”","10190-1,Taj Mahal,1,1,0"`,
      '4,set 99999 is not in the catalog,10189-1 “Taj Mahal”,"99999,Taj Mahal,1,1,0"',
    ]);

    const choose = ({ position, cells }: Row, number: string) =>
      dan.post(`imports/${found.id}/rows/${position}/correction`, { cells: { ...cells, set_number: number } });
    expect((await choose(other!, '10190-1')).status).toBe(204);
    expect((await choose(unknown!, '10189-1')).status).toBe(204);
    expect((await readImport(dan, found.id)).rows).toMatchObject({ new: 4, rejected: 0 });

    const sheet = `What,Title\n10190-1,Taj Mahal\n`;
    const columns = JSON.stringify({ set_number: 'What', title: 'Title' });
    const mapped = await send(dan, sheet, encodeURI(`name=sheet.csv&condition=used&columns=${columns}`));
    expect((await rowsOf(dan, mapped.id)).map((row) => row.reason)).toEqual([reason]);
  });

  it('rejects a row that contradicts the copies of a sale with line and reason, and takes the good ones', async () => {
    const cat = await area.signedUp('cat@example.com');
    const done = async (path: string, body: object): Promise<void> =>
      expect([path, (await cat.post(path, body)).status]).toEqual([path, 201]);
    await done('holdings', { setNumber: '10497-1', quantity: 3, purchasePriceCents: 5_000 });
    const sale = { setNumber: '10497-1', platform: 'ebay', saleDay: '2026-05-01' };
    await done('holdings/sell', { ...sale, condition: 'sealed', quantity: 2, grossCents: 30_000 });
    const header = 'set_number,platform,sale_date,quantity,gross_proceeds_usd,platform_fees_usd,cost_basis_usd';
    const found = await send(
      cat,
      `${header}\n10497-1,ebay,2026-05-01,3,310.00,31.00,\n497-1,ebay,2026-05-01,1,20.00,2.00,\n`,
    );
    expect(found.rows).toMatchObject({ new: 1, changed: 0, rejected: 1 });
    const reason = 'quantity is 3, but this sale took 2 copies of your collection';
    expect((await cat.get(`imports/${found.id}/rejects.csv`)).body).toContain(`\r\n2,"${reason}",`);
    const corrected = await send(cat, `${header}\n10497-1,ebay,2026-05-01,2,310.00,31.00,\n`);
    expect(corrected.rows).toMatchObject({ changed: 1 });
    for (const { id } of [found, corrected]) await cat.post(`imports/${id}/commit`);
    // The ledger, its totals and the copies that were sold say the same.
    const { all } = (await cat.get('ledger/totals')).json<{ all: Record<string, number> }>();
    expect(all).toMatchObject({ sales: 2, copies: 3, grossCents: 33_000, feesCents: 3_300, costCents: 10_000 });
    const report = (await cat.get('ledger/tax-year/2026')).body.split('\r\n').filter((line) => line !== '');
    expect(report.slice(1).map((line) => line.split(',').slice(0, 8))).toEqual([
      ['10497-1', '2', 'unknown', '2026-05-01', '100.00', '310.00', '31.00', '179.00'],
      ['497-1', '1', 'unknown', '2026-05-01', 'unknown', '20.00', '2.00', 'unknown'],
    ]);
    const { holdings: left } = (await cat.get('holdings?status=unsold')).json<{ holdings: { quantity: number }[] }>();
    expect(left.map(({ quantity }) => quantity)).toEqual([1]);
  });

  const LEDGER = 'set_number,platform,sale_date,quantity,gross_proceeds_usd,platform_fees_usd,notes\n';
  const SOLD = '-1,ebay,2026-05-01,1,310.00,31.00,';
  const xmlItem = (id: string, remarks: string): string =>
    `<ITEM><ITEMTYPE>S</ITEMTYPE><ITEMID>${id}</ITEMID><QTY>1</QTY><REMARKS>${remarks}</REMARKS></ITEM>`;
  it.each([
    ['Brickset export', 'Number,Set name,Qty owned,Qty owned new,Qty owned used\n10497-1,a\0b,1,1,0\n497-1,c,1,1,0\n'],
    ['list with named columns', 'Item,Extra\n10497-1,a\0b\n497-1,fine\n', '&columns={"set_number":"Item"}'],
    ['ledger', `${LEDGER}10497${SOLD}a\0b\n497${SOLD}fine\n`],
    ['BrickLink XML', `<INVENTORY>\n${xmlItem('10497-1', 'a\0b')}\n${xmlItem('497-1', 'fine')}</INVENTORY>`],
  ])('rejects only the row of a %s that has a NUL byte, with line and reason', async (_kind, file, query = '') => {
    const found = await send(ann, file, encodeURI(`name=mine.csv&condition=sealed${query}`));
    expect(found).toMatchObject({ state: 'ready', rows: { rejected: 1 } });
    const [row] = await rowsOf(ann, found.id, 'state=rejected');
    expect(row).toMatchObject({ line: 2, reason: 'contains a NUL character: remove it' });
    expect((await ann.get(`imports/${found.id}/rejects.csv`)).body).toContain('a\u2400b');
  });

  const SOURCES: readonly (readonly [name: string, file: string, query: string])[] = [
    ['Brickset', 'Number,Set name,Qty owned,Qty owned new,Qty owned used\n10497-1,Ship,3,2,1\n', ''],
    ['Rebrickable', 'Set Number,Quantity,Includes Spares\n10497-1,2,True\n', '&condition=sealed'],
    ['BrickEconomy (old)', 'Number,Name,Owned,Wanted\n10497-1,Ship,2,0\n', '&condition=sealed'],
    [
      'BrickEconomy',
      `Number,SetName,Paid,Condition,Date,Notes\n${'10497,Ship,$40.08,New,31/03/2024,x\n'.repeat(2)}`,
      '',
    ],
    [
      'BrickLink XML',
      '<INVENTORY><ITEM><ITEMTYPE>S</ITEMTYPE><ITEMID>10497-1</ITEMID><QTY>2</QTY><CONDITION>N</CONDITION></ITEM>' +
        '</INVENTORY>',
      '',
    ],
    ['Brickmarket', COLLECTION.split('\n').toSpliced(3, 2).join('\n'), ''],
  ];

  it('of an unknown kind is told all sources that are known, by the names of their files', async () => {
    const names = [...collectionSources(), ...salesLedgerSources()];
    expect(names).toEqual(expect.arrayContaining(['Brickset export', 'BrickLink inventory', 'eBay orders report']));
    const refused = await area.signedUp('unknown@example.com');
    const { fault } = await send(refused, 'a,b\n1,2\n', 'name=other.csv');
    expect(fault).toContain(names.join(', '));
  });

  it.each(SOURCES)(
    'of %s again loses no edit, doubles nothing, and brings back no sold copy',
    async (name, file, query) => {
      const owner = await area.signedUp(`${name.replaceAll(/\W/g, '')}@example.com`.toLowerCase());
      const done = async (path: string, body: object = {}): Promise<void> => {
        const { status, body: answer } = await owner.post(path, body);
        if (status >= 300) throw new Error(`${path}: ${status} ${answer}`);
      };
      const listed = async () =>
        (await owner.get('holdings?limit=250&sort=added')).json<{ holdings: Record<string, number | string>[] }>()
          .holdings;
      const first = await send(owner, file, `name=a.csv${query}`);
      expect(first.rows).toMatchObject({ same: 0, changed: 0, rejected: 0 });
      await done(`imports/${first.id}/commit`);
      await done('brickfolios', { name: 'Loft' });
      const { brickfolios } = (await owner.get('brickfolios')).json<{ brickfolios: { id: number; name: string }[] }>();
      const loft = brickfolios.find((one) => one.name === 'Loft')!.id;
      for (const { id, version } of await listed()) {
        const facts = { purchasePriceCents: 4_242, purchaseDay: '2025-05-05', status: 'listed', notes: 'by hand' };
        await done(`holdings/${id}`, { version, ...facts });
        await done(`holdings/${id}/move`, { version: Number(version) + 1, brickfolioId: loft });
      }
      const sale = { platform: 'ebay', saleDay: '2026-05-01', grossCents: 1_000, condition: 'sealed', quantity: 1 };
      await done('holdings/sell', { setNumber: '10497-1', ...sale });
      const before = await listed();
      const again = await send(owner, file, `name=a.csv${query}`);
      expect(again.rows).toMatchObject({ new: 0, changed: 0, rejected: 0 });
      await done(`imports/${again.id}/commit`);
      expect(await listed()).toEqual(before);
    },
  );

  it('takes over what a bare export counts more, and writes no field that the file does not have', async () => {
    const owner = await area.signedUp('counts@example.com');
    const listed = async () =>
      (await owner.get('holdings?limit=250&sort=added')).json<{ holdings: Record<string, unknown>[] }>().holdings;
    const facts = { purchasePriceCents: 900, purchaseDay: '2025-05-05', notes: 'mine', status: 'listed' };
    await owner.post('holdings', { setNumber: '10497-1', quantity: 2, ...facts });
    const bare = (copies: number) =>
      `Number,Set name,Qty owned,Qty owned new,Qty owned used\n10497-1,S,${copies},${copies},0\n`;
    const same = await send(owner, bare(2));
    expect(same.rows).toMatchObject({ new: 0, same: 1, changed: 0 });
    const more = await send(owner, bare(3));
    await owner.post(`imports/${more.id}/commit`);
    expect(await listed()).toMatchObject([
      { quantity: 2, ...facts },
      { quantity: 1, purchasePriceCents: null, status: 'owned' },
    ]);
    expect((await send(owner, bare(3))).rows).toMatchObject({ new: 0, changed: 0 });
  });

  it('commits exactly the preview that was shown, and says so when the collection has changed since', async () => {
    const owner = await area.signedUp('preview@example.com');
    await owner.post('holdings', { setNumber: '10497-1', purchasePriceCents: 900, purchaseDay: '2025-05-05' });
    const file = 'set_number,quantity,condition,purchase_price_usd,purchase_date\n10497-1,1,sealed,10.00,2025-05-05\n';
    const shown = await send(owner, file);
    expect(shown.rows).toMatchObject({ changed: 1 });
    const read1 = async () =>
      (await owner.get('holdings')).json<{
        holdings: { id: number; version: number; purchasePriceCents: number }[];
      }>().holdings[0]!;
    const { id, version } = await read1();
    await owner.post(`holdings/${id}`, { version, purchasePriceCents: 950 });
    const late = await owner.post(`imports/${shown.id}/commit`);
    expect([late.code, late.body]).toEqual(['Conflict', expect.stringContaining('collection has changed')]);
    expect(await read1()).toMatchObject({ purchasePriceCents: 950 });
    expect((await owner.post(`imports/${shown.id}/commit`)).status).toBe(200);
    expect(await read1()).toMatchObject({ purchasePriceCents: 1_000 });
  });

  it('reads sales too, and what is exported reads back identically', async () => {
    const header =
      'set_number,platform,sale_date,quantity,gross_proceeds_usd,platform_fees_usd,payment_fees_usd,' +
      'shipping_cost_usd,cost_basis_usd,notes';
    const sales = `${header}
10497-1,ebay,2026-05-01,1,150.00,15.00,4.50,12.00,99.99,"a ""mint"" one, sealed"
10497-1,ebay,2026-05-01,1,150.00,15.00,4.50,12.00,99.99,"a ""mint"" one, sealed"
`;
    const found = await send(ann, gzipSync(sales), 'name=sales.csv.gz');
    expect(found).toMatchObject({ kind: 'sales', source: 'Brickmarket sales' });
    await ann.post(`imports/${found.id}/commit`);
    const exported = (await ann.get('export/sales.csv')).body;
    expect(exported).toBe(sales.replaceAll('\n', '\r\n'));
    expect((await send(ann, exported)).rows).toMatchObject({ new: 0, same: 2 });
    await ann.post(`imports/${found.id}/undo`);
  });

  it('reads back texts that a spreadsheet would compute as they were, and exports none of them bare', async () => {
    const gus = await area.signedUp('gus@example.com');
    const notes = ['=1+1', '+1', '-5.00', '@x', '\t=1', '\r=1', "'=1", "''-1", "'tis", '  spaced  ', '=1 '];
    for (const note of notes)
      expect((await gus.post('holdings', { setNumber: '497-1', quantity: 1, notes: note })).status).toBe(201);
    const exported = (await gus.get('export/collection.csv')).body;
    expect(exported).not.toMatch(/(?:^|[,\n])"?\s*[=+@-]/);
    expect((await send(gus, exported)).rows).toMatchObject({ new: 0, same: notes.length, changed: 0, rejected: 0 });
    const hal = await area.signedUp('hal@example.com');
    await hal.post(`imports/${(await send(hal, exported)).id}/commit`);
    const { holdings: stored } = (await hal.get('holdings')).json<{ holdings: { notes: string }[] }>();
    expect(stored.map((holding) => holding.notes).toSorted()).toEqual(notes.toSorted());
  });

  it.each([
    [
      'XML with an entity',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><INVENTORY><ITEM>&x;</ITEM></INVENTORY>',
      /defines entities or refers to another file: remove its DOCTYPE\.$/,
    ],
    [
      'XML of another program',
      '<?xml version="1.0"?><rss><channel/></rss>',
      /is XML without any item that we know\. We/,
    ],
    ['JSON of another program', '{"name":"x","items":[{"a":1}]}', /is JSON without any item that we know\. We/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]), /is a picture; export the list itself as CSV\.$/],
    ['a picture of the web', 'RIFF\0\0\0\0WEBPVP8 ', /is a picture; export the list itself as CSV\.$/],
    ['a PDF', '%PDF-1.7\n1 0 obj', /is a PDF; export the list itself as CSV\.$/],
    ['a web page', '<!DOCTYPE html>\n<html><body><br>Sign in</body></html>', /is a web page; sign in at its site/],
    ['bytes of another program', Buffer.from([1, 0, 7, 0, 200, 10, 0]), /is not a text file\. We read these/],
    ['nothing', '', /empty/],
    ['a header alone', COLLECTION.split('\n')[0]!, /no rows/],
    ['UTF-16', Buffer.from('\ufeffset_number', 'utf16le'), /UTF-16 text; save it as UTF-8/],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004zip'), /save it as CSV/],
    ['a cut off archive', gzipSync(COLLECTION).subarray(0, 40), /cut off/],
    [
      'dates of two meanings',
      'Number,SetName,Paid,Condition,Date\n10497,x,1,new,03/04/2024\n',
      /day first or the month first\. Which is it/,
    ],
  ])('answers %s with a sentence, and takes nothing', async (_, content, sentence) => {
    const { state, fault } = await send(ann, content, 'name=odd.csv');
    expect([state, fault]).toEqual(['failed', expect.stringMatching(sentence)]);
    expect(fault).not.toMatch(/--|\/tmp/);
  });

  it('rejects purchases and sales after tomorrow, also in a correction', async () => {
    const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const fault = new RegExp(`^${inDays(3)} is after tomorrow: correct the date$`);
    const header = COLLECTION.split('\n')[0]!;
    const bought = await send(
      ann,
      `${header}\n10497-1,1,sealed,,${inDays(1)},owned,,\n497-1,1,used,,${inDays(3)},owned,,`,
    );
    expect((await rowsOf(ann, bought.id)).map(({ reason }) => reason)).toEqual([null, expect.stringMatching(fault)]);
    const [early] = await rowsOf(ann, bought.id);
    const cells = { ...early!.cells, purchase_date: inDays(3) };
    expect(await ann.post(`imports/${bought.id}/rows/1/correction`, { cells })).toMatchObject({ status: 400 });
    const ledger = 'set_number,platform,sale_date,quantity,gross_proceeds_usd';
    const sold = await send(ann, `${ledger}\n10497-1,ebay,${inDays(3)},1,20.00\n`);
    expect((await rowsOf(ann, sold.id)).map(({ reason }) => reason)).toEqual([expect.stringMatching(fault)]);
  });

  it('counts every line of what is unpacked, blank ones too, and stops where there are too many', async () => {
    const blank = gzipSync(`${COLLECTION}${'\n'.repeat(600_000)}`);
    expect(await send(ann, blank)).toMatchObject({
      state: 'failed',
      fault: 'mine.csv: has more than 500,000 lines: split it.',
    });
    // Also before there is a header.
    const { fault } = await send(ann, gzipSync('\n'.repeat(600_000)));
    expect(fault).toBe('mine.csv: has more than 500,000 lines: split it.');
  });

  it('counts every byte of what is unpacked, and stops where there are too many', async () => {
    // Rows of a preamble are no rows of a table: only their bytes are counted.
    const wide = gzipSync(
      Buffer.concat([Buffer.alloc(101_000_000, `${' '.repeat(99_999)}\n`), Buffer.from(COLLECTION)]),
    );
    expect(await send(ann, wide)).toMatchObject({
      state: 'failed',
      fault: 'mine.csv: has more than 100,000,000 bytes of text: split it.',
    });
  });

  it('fails a file in words whose reading takes longer than it may, and keeps nothing of it', async () => {
    const [accountId, path] = [await area.accountId('ann@example.com'), join(folder, 'slow.csv')];
    await writeFile(path, `${COLLECTION}${'497-1,1,used,20.00,,owned,,\n'.repeat(50_000)}`);
    const stores = new Stores(area.owner).pick({
      imports: StagedImports,
      items: ItemDirectory,
      book: AccountBook,
      storeClock: StoreClock,
    });
    const id = await stores.imports.begin(accountId, 'slow.csv');
    const file = { path, name: 'slow.csv', condition: undefined, dateFormat: undefined };
    await stageImport(stores, accountId, id, file, 100);
    expect(await readImport(ann, id)).toMatchObject({
      state: 'failed',
      fault: 'slow.csv: takes too long to read: split it.',
      rows: { new: 0 },
    });
  });

  it('keeps at most three files of an account in line, and says so to a fourth', async () => {
    const [hal, ivy] = [await area.signedUp('yan@example.com'), await area.signedUp('zoe@example.com')];
    const lock = await area.db.connect();
    await lock.query('BEGIN; LOCK TABLE portfolio.import_row IN EXCLUSIVE MODE');
    // Before the lock is released nothing is read to its end.
    const waiting = await Promise.all([1, 2, 3].map(() => upload(hal, COLLECTION).then(({ status }) => status)));
    const fourth = await upload(hal, COLLECTION);
    const other = await upload(ivy, COLLECTION);
    await lock.query('COMMIT');
    lock.release();
    expect(waiting).toEqual([202, 202, 202]);
    expect([fourth.status, fourth.code, fourth.body]).toEqual([
      429,
      'TooManyAttempts',
      expect.stringContaining('Three of your files are being read. Please send this one when one of them is done.'),
    ]);
    expect(other.status).toBe(202);
    await eventually('all files are read', async () => {
      const files = [...(await importsOf(hal)), ...(await importsOf(ivy))];
      return files.length === 4 && files.every(({ state }) => state === 'ready');
    });
  });

  it('fails an import in words when the process that read it was killed, and drops what it had read', async () => {
    const { id } = await send(ann, COLLECTION);
    // As a killed process leaves it, a minute after it was last seen.
    await area.db.query(
      `UPDATE portfolio.import_file SET state = 'reading', seen_at = clock_timestamp() - interval '61 seconds'
       WHERE id = $1`,
      [id],
    );
    const interrupted = { state: 'failed', fault: 'Reading the file was interrupted. Please send it again.' };
    expect((await importsOf(ann)).find((one) => one.id === id)).toMatchObject(interrupted);
    expect(await readImport(ann, id)).toMatchObject(interrupted);
    const left = await area.db.query('SELECT FROM portfolio.import_row WHERE import_id = $1', [id]);
    expect(left.rowCount).toBe(0);
    expect((await ann.post(`imports/${id}/commit`)).status).toBe(409);
  });

  it('leaves an import alone that waits in line, however long ago it was sent', async () => {
    const { id } = await send(ann, COLLECTION);
    await area.db.query(
      `UPDATE portfolio.import_file SET state = 'reading', created_at = now() - interval '1 hour' WHERE id = $1`,
      [id],
    );
    expect((await readImport(ann, id)).state).toBe('reading');
  });

  it('takes what the person says about dates and condition', async () => {
    const economy = 'Number,SetName,Paid,Condition,Date\n10497,x,1.00,new,03/04/2024\n';
    const found = await send(ann, economy, 'name=e.csv&dateFormat=MM/DD/YYYY');
    expect((await rowsOf(ann, found.id))[0]!.cells).toMatchObject({ purchase_date: '2024-03-04', condition: 'sealed' });
    const list = 'Set Number,Quantity,Includes Spares\n10497-1,2,True\n';
    expect((await rowsOf(ann, (await send(ann, list)).id))[0]!.reason).toMatch(/in which condition: choose one/);
    const used = await send(ann, list, 'name=list.csv&condition=used');
    expect((await rowsOf(ann, used.id))[0]!.cells).toMatchObject({ quantity: '2', condition: 'used' });
  });

  const SHEET = 'LEGO;How many;Was;Paid for it;Day\n10497-1;2;new;5,50;03/04/2024\n497-1;1;used;;99/99/2024\n';
  const NAMED = {
    set_number: 'LEGO',
    quantity: 'How many',
    condition: 'Was',
    purchase_price_usd: 'Paid for it',
    purchase_date: 'Day',
  };
  const asQuery = (columns: object): string => `columns=${encodeURIComponent(JSON.stringify(columns))}`;

  it('tells the columns of a file that it does not know, and reads it once a person has named them', async () => {
    const eva = await area.signedUp('eva@example.com');
    const asked = await send(eva, SHEET, 'name=sheet.csv');
    expect(asked).toMatchObject({
      state: 'failed',
      question: 'columns',
      columnsFound: ['LEGO', 'How many', 'Was', 'Paid for it', 'Day'],
      columnsSuggested: { quantity: 'How many' },
      columnSamples: SHEET.split('\n')[0]!
        .split(';')
        .map((_, at) => ({
          values: SHEET.split('\n')
            .slice(1, 3)
            .flatMap((line) => line.split(';')[at] || []),
        })),
    });
    const dated = await send(eva, SHEET, `name=sheet.csv&${asQuery(NAMED)}`);
    expect(dated).toMatchObject({ state: 'failed', question: 'dates' });
    const read = await send(eva, SHEET, `name=sheet.csv&dateFormat=DD/MM/YYYY&${asQuery(NAMED)}`);
    expect(read).toMatchObject({ state: 'ready', source: 'Your columns', rows: { new: 1, rejected: 1 } });
    const [taken, odd] = await rowsOf(eva, read.id);
    expect(taken!.cells).toMatchObject({ quantity: '2', purchase_price_usd: '5.50', purchase_date: '2024-04-03' });
    // One day that does not exist is one row that is not taken.
    expect([odd!.line, odd!.reason]).toEqual([3, 'Day is "99/99/2024": write a day like 31/12/2026']);

    // What was said is remembered for the header, for this account alone.
    const again = await send(eva, SHEET, 'name=next.csv&dateFormat=DD/MM/YYYY');
    expect(again).toMatchObject({ state: 'ready', source: 'Your columns', rows: { new: 1 } });
    expect(await send(ann, SHEET)).toMatchObject({ state: 'failed', question: 'columns' });
    for (const wrong of [
      'columns=x',
      asQuery({ quantity: 'How many' }),
      asQuery({ set_number: 5 }),
      asQuery({ x: 'y' }),
    ])
      expect([wrong, (await upload(eva, SHEET, `name=a.csv&${wrong}`)).code]).toEqual([wrong, 'BadRequest']);
  });

  it('reads sales by the columns that a person has named, and knows such a file again', async () => {
    const sally = await area.signedUp('sally@example.com');
    const sold = 'What,Sold when,Got,Where\n10497-1,2026-02-27,120.00,Flea market\n10497-1,,5.00,\n';
    const asked = await send(sally, sold, 'name=sold.csv');
    expect(asked).toMatchObject({
      state: 'failed',
      question: 'columns',
      salesColumnsSuggested: { platform: 'Where' },
    });
    const named = { set_number: 'What', sale_date: 'Sold when', gross_proceeds_usd: 'Got', platform: 'Where' };
    for (const query of [`name=sold.csv&${asQuery(named)}`, 'name=next.csv']) {
      const read = await send(sally, sold, query);
      expect(read).toMatchObject({ state: 'ready', kind: 'sales', rows: { new: 1, rejected: 1 } });
      expect((await rowsOf(sally, read.id))[0]!.cells).toMatchObject({
        sale_date: '2026-02-27',
        gross_proceeds_usd: '120.00',
        platform: 'flea_market',
      });
    }
    const mixed = asQuery({ set_number: 'What', sale_date: 'Sold when', condition: 'Where' });
    expect((await upload(sally, sold, `name=a.csv&${mixed}`)).code).toBe('BadRequest');
  });

  it('puts copies into the brickfolio that was chosen, but for those of which the file names one', async () => {
    const fay = await area.signedUp('fay@example.com');
    const file = COLLECTION.split('\n').toSpliced(2, 3).join('\n').replace('owned,,', 'owned,Attic,');
    const found = await send(fay, file, 'name=mine.csv&brickfolio=Cellar');
    expect(found).toMatchObject({ brickfolio: 'Cellar', rows: { new: 2 } });
    expect((await rowsOf(fay, found.id)).map(({ cells }) => cells!['brickfolio'])).toEqual(['Attic', 'Cellar']);
    await fay.post(`imports/${found.id}/commit`);
    const { brickfolios } = (await fay.get('brickfolios')).json<{ brickfolios: { name: string }[] }>();
    expect(brickfolios.map(({ name }) => name)).toEqual(expect.arrayContaining(['Attic', 'Cellar']));
  });

  it('points out the copies that another file brought already', async () => {
    const gil = await area.signedUp('gil@example.com');
    const economy = 'Number,SetName,Paid,Condition,Date\n10497,Ship,$40.08,New,31/03/2024\n';
    const first = await send(gil, economy, 'name=economy.csv');
    expect(first).toMatchObject({ copiesBefore: { rows: 0, fileNames: [] } });
    await gil.post(`imports/${first.id}/commit`);
    const own = `${COLLECTION.split('\n')[0]}\n10497-1,1,sealed,40.08,2024-03-30,owned,,\n497-1,1,used,,,owned,,\n`;
    const second = await send(gil, own, 'name=own.csv');
    expect(second).toMatchObject({ rows: { new: 2 }, copiesBefore: { rows: 1, fileNames: ['economy.csv'] } });
    expect((await rowsOf(gil, second.id)).map((row) => row.copiesBefore)).toEqual([
      { copies: 1, fileNames: ['economy.csv'] },
      null,
    ]);
    await gil.post(`imports/${second.id}/rows/1/action`, { action: 'leave' });
    expect(await readImport(gil, second.id)).toMatchObject({ copiesBefore: { rows: 0, fileNames: [] } });
  });

  it('reads orders of BrickLink as sales, and exports holdings that BrickStore and the import read', async () => {
    const eve = await area.signedUp('eve@example.com');
    const order = (currency: string): string =>
      `<ORDERS><ORDER><ORDERID>1</ORDERID><ORDERDATE>5/20/2026</ORDERDATE>
       <BASECURRENCYCODE>${currency}</BASECURRENCYCODE>
       <ITEM><ITEMTYPE>S</ITEMTYPE><ITEMID>10497-1</ITEMID><QTY>1</QTY><PRICE>99.5</PRICE></ITEM></ORDER></ORDERS>`;
    expect(await send(eve, order('USD'), 'name=orders.xml')).toMatchObject({
      kind: 'sales',
      source: 'BrickLink orders',
    });
    expect(await send(eve, order('EUR'), 'name=orders.xml')).toMatchObject({ rows: { new: 0, rejected: 1 } });
    const held = await send(eve, COLLECTION.split('\n').toSpliced(3, 2).join('\n'));
    await eve.post(`imports/${held.id}/commit`);
    const file = await eve.get('export/collection.bsx');
    expect(file.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(await send(eve, file.body, 'name=mine.bsx')).toMatchObject({
      source: 'BrickStore file',
      rows: { new: 0, changed: 0, rejected: 0 },
    });
  });

  it('offers a template that reads as a collection', async () => {
    const template = await ann.get('export/template.csv');
    const details = 'shipping_paid_usd,tax_paid_usd,bought_from,stored_at';
    expect(template.body.split('\r\n')[0]).toBe(`${COLLECTION.split('\n')[0]},${details}`);
    const read = await send(ann, template.body, 'name=template.csv');
    expect(read).toMatchObject({ kind: 'collection', source: 'Brickmarket collection', rows: { rejected: 0 } });
  });

  it("refuses what is too large or malformed, and another account's imports are not there", async () => {
    const { id } = await send(ann, COLLECTION);
    const bob = await area.signedUp('bob@example.com');
    for (const path of [`imports/${id}`, `imports/${id}/rows`, `imports/${id}/rejects.csv`])
      expect([path, (await bob.get(path)).status]).toEqual([path, 404]);
    for (const [path, body] of [
      ['commit', {}],
      ['undo', {}],
      ['rows/1/action', { action: 'leave' }],
      ['rows/1/correction', { cells: { set_number: '497-1' } }],
    ] as const)
      expect([path, (await bob.post(`imports/${id}/${path}`, body)).status]).toEqual([path, 404]);
    expect((await bob.get('imports')).json()).toEqual({ imports: [] });
    expect((await readImport(ann, id)).rows).toMatchObject({ new: 3, rejected: 2 });

    expect((await area.browser().get('imports')).code).toBe('NotSignedIn');
    expect((await upload(area.browser(), COLLECTION)).code).toBe('NotSignedIn');
    expect((await upload(ann, COLLECTION, 'name=')).code).toBe('BadRequest');
    expect((await upload(ann, COLLECTION, 'name=a&condition=new')).code).toBe('BadRequest');
    expect((await ann.post('imports?name=a', { not: 'a file' })).code).toBe('BadRequest');
    expect((await ann.post(`imports/${id}/rows/99/action`, { action: 'leave' })).status).toBe(404);
    expect((await ann.post(`imports/${id}/rows/1/action`, { action: 'burn' })).code).toBe('BadRequest');
    expect((await ann.post(`imports/${id}/rows/1/correction`, { cells: { set_number: 5 } })).code).toBe('BadRequest');
    expect((await upload(ann, Buffer.alloc(17 * 1024 * 1024, 'x'))).code).toBe('BadRequest');
  });

  it('shows the role of the account area no staged row without an account', async () => {
    await send(ann, COLLECTION);
    const role = new Pool({ connectionString: area.databaseUrl, max: 1, options: '-c role=brickmarket_account' });
    const seen = async (): Promise<number[]> =>
      Promise.all(
        ['import_file', 'import_row'].map(
          async (table) => (await role.query(`SELECT FROM portfolio.${table}`)).rowCount!,
        ),
      );
    expect(await seen()).toEqual([0, 0]);
    await role.query(`SET brickmarket.account_id = '${await area.accountId('ann@example.com')}'`);
    expect((await seen()).every((count) => count > 0)).toBe(true);
    await role.end();
  });
});
