import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { inTime } from '../../../test/support/eventually.ts';

const LOG_AND_EXIT = `
import { createLogger } from './libs/service-runtime/dist/index.js';
const logger = createLogger({ logLevel: 'info', logFormat: 'json' }, 'api');
setTimeout(() => { logger.info('last words'); process.exit(3); }, 1_000);`;

const LOG_MUCH = `
import { createLogger } from './libs/service-runtime/dist/index.js';
const logger = createLogger({ logLevel: 'info', logFormat: 'json' }, 'api');
for (let n = 0; n < 1_000; n++) logger.info({ n });
`;

it('lets the process exit though nobody reads the log any more', async () => {
  // A pipe of the shell: the reader has ended when the line is written.
  const shell = spawn(
    'sh',
    ['-c', '{ "$0" --input-type=module -e "$1"; echo "exit $?" >&2; } | true', process.execPath, LOG_AND_EXIT],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  shell.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await inTime('the process exits', once(shell, 'close')).catch((error: unknown) => {
    process.kill(-shell.pid!, 'SIGKILL');
    throw error;
  });
  expect(output).toBe('exit 3\n');
});

it.each([
  ['ends by itself', ''],
  ['is told to exit', 'process.exit(0);'],
  ['ends by a fault', 'throw new Error("on purpose");'],
])('loses no line of a process that %s', async (_case, end) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', LOG_MUCH + end], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = (await text(child.stdout)).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { n: number }).n)).toEqual(
    Array.from({ length: 1_000 }, (_one, n) => n),
  );
});
