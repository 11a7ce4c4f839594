import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from '../support/run-here.ts';

describe('where there is no database', () => {
  let home: string;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'brickmarket-none-'));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  it.each([
    'db status',
    'db check',
    'db backup market.backup',
    'accounts list',
    'accounts sessions ann@example.com',
    'keys list --account ann@example.com',
    'usage --account ann@example.com',
    'jobs list',
    'imports list',
    'events list',
    'rules list --account ann@example.com',
    'webhooks list --account ann@example.com',
    'export brickfolio --account ann@example.com',
  ])('%s makes none, and says what to do', async (command) => {
    const dataDir = join(home, 'data');
    const run = await runHere(command.split(' '), { BRICKMARKET_DATA_DIR: dataDir });
    expect(run).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `brickmarket: there is no database in ${dataDir}. "npm start" makes one there; ` +
        'for another, set BRICKMARKET_DATA_DIR to its folder, or DATABASE_URL.\n',
    });
    expect(await readdir(home)).toEqual([]);
  });
});
