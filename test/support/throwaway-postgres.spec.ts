import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

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
  const [line] = (await once(owner.stdout, 'data')) as [Buffer];
  const { folder, folded } = JSON.parse(line.toString()) as { folder: string; folded: string };
  expect(folded).toBe('äé');
  await stat(folder);
  owner.kill('SIGKILL');
  const isThere = (): Promise<boolean> =>
    stat(folder).then(
      () => true,
      () => false,
    );
  while (await isThere()) await sleep(50);
});
