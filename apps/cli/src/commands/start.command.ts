import type { EventKinds } from '@brickmarket/alerts';
import type { Extensions } from '@brickmarket/service-runtime/extensions';
import type { Command } from 'commander';

export function addStartCommand(program: Command, _kinds: EventKinds, { all: extensions }: Extensions): void {
  program
    .command('start')
    .description('Run the service with its database until Ctrl-C')
    .option('--log-requests', 'print a line per request on a terminal (always printed elsewhere)')
    .option('--backup', 'back up your own PostgreSQL before an upgrade; the embedded one is always backed up')
    .option('--no-backup', 'skip the backup before an upgrade')
    .addHelpText('after', '\nPORT (3000) and HOST (127.0.0.1) set the address. `config print` lists all variables.')
    .action(async (flags: { logRequests?: boolean; backup?: boolean }) => {
      if (flags.logRequests === true) process.env['LOG_REQUESTS'] = 'on';
      // Log lines would scroll the start output out of sight.
      if (process.stdout.isTTY && process.env['LOG_REQUESTS'] !== 'on') process.env['LOG_LEVEL'] ||= 'warn';
      const { startService } = await import('../start/start-service.ts');
      await startService(extensions, flags.backup);
    });
}

// By path, as apps must not depend on each other's packages.
const MCP = new URL('../../../mcp/dist/bundle/main.js', import.meta.url).href;

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('Serve the API to an assistant by the Model Context Protocol')
    .addHelpText(
      'after',
      '\nUses standard input and output. BRICKMARKET_KEY is the API key, BRICKMARKET_URL the address of the API.' +
        '\nWith MCP_PORT it serves streamable HTTP at /mcp instead, and each caller sends its own key.',
    )
    .action(async () => {
      await import(MCP);
    });
}
