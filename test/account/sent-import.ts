import { eventually } from '../support/eventually.ts';
import type { AreaAnswer, TestBrowser } from '../support/test-account-area.ts';

/** An import as the account area tells about it. */
export interface Import {
  readonly id: number;
  readonly state: string;
  readonly kind: string | null;
  readonly source: string | null;
  readonly fault: string | null;
  readonly rows: Readonly<Record<string, number>>;
}

/** A row of its preview. */
export interface Row {
  readonly position: number;
  readonly line: number;
  readonly state: string;
  readonly reason: string | null;
  readonly nearest: readonly { setNumber: string; title: string }[];
  readonly cells: Readonly<Record<string, string>> | null;
  readonly copiesBefore: { readonly copies: number; readonly fileNames: readonly string[] } | null;
}

export function upload(who: TestBrowser, content: string | Buffer, query = 'name=mine.csv'): Promise<AreaAnswer> {
  return who.send('POST', `/account/api/imports?${query}`, content, {
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/octet-stream',
  });
}

export async function readImport(who: TestBrowser, id: number): Promise<Import> {
  return (await who.get(`imports/${id}`)).json<Import>();
}

/** Sends a file and waits until it is read. */
export async function send(who: TestBrowser, content: string | Buffer, query?: string): Promise<Import> {
  const answer = await upload(who, content, query);
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.body}`);
  const { id } = answer.json<Import>();
  // Its rows are counted every time.
  await eventually('the file is read', async () => (await readImport(who, id)).state !== 'reading', { everyMs: 100 });
  return readImport(who, id);
}

export async function rowsOf(who: TestBrowser, id: number, query = ''): Promise<readonly Row[]> {
  return (await who.get(`imports/${id}/rows?${query}`)).json<{ rows: Row[] }>().rows;
}
