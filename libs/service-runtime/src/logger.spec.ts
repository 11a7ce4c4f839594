import { spawn } from 'node:child_process';
import { once } from 'node:events';

const LOG_AND_EXIT = `
import { createLogger } from './libs/service-runtime/dist/index.js';
const logger = createLogger({ logLevel: 'info', logFormat: 'json' }, 'api');
setTimeout(() => { logger.info('last words'); process.exit(3); }, 1_000);`;

it('lets the process exit though nobody reads the log any more', async () => {
  // A pipe of the shell: the reader has ended when the line is written.
  const shell = spawn(
    'sh',
    ['-c', '{ "$0" --input-type=module -e "$1"; echo "exit $?" >&2; } | true', process.execPath, LOG_AND_EXIT],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  shell.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const hung = setTimeout(() => process.kill(-shell.pid!, 'SIGKILL'), 20_000);
  await once(shell, 'close');
  clearTimeout(hung);
  expect(output).toBe('exit 3\n');
});
