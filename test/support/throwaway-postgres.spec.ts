import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { eventually, inTime } from './eventually.ts';

const SCRIPT = `
import { startThrowawayPostgres } from '@brickmarket/local-postgres';
import pg from 'pg';
const { url } = await startThrowawayPostgres();
const client = new pg.Client(url);
await client.connect();
const { rows } = await client.query("select current_setting('data_directory') as folder, lower('ÄÉ') as folded");
console.log(JSON.stringify(rows[0]));
`;

it('ends with its process and leaves no file, even when that is killed', async () => {
  const owner = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    cwd: 'test',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await inTime('the server is named', once(owner.stdout, 'data'))) as [Buffer];
  const { folder, folded } = JSON.parse(line.toString()) as { folder: string; folded: string };
  expect(folded).toBe('äé');
  await stat(folder);
  owner.kill('SIGKILL');
  await eventually('the folder of the killed server is gone', () =>
    stat(folder).then(
      () => false,
      () => true,
    ),
  );
});
