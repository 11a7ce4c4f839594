import type { EventKinds } from '@brickmarket/alerts';
import type { Extensions } from '@brickmarket/service-runtime/extensions';
import type { Command } from 'commander';

export function addStartCommand(program: Command, _kinds: EventKinds, { all: extensions }: Extensions): void {
  program
    .command('start')
    .description('Run the service with its database until Ctrl-C')
    .option('--log-requests', 'on a terminal: print a line per request (elsewhere they are printed anyway)')
    .option(
      '--backup',
      'back up before an upgrade, also a PostgreSQL of your own; the embedded one is backed up anyway',
    )
    .option('--no-backup', 'do not back up before an upgrade')
    .addHelpText('after', '\nPORT (3000) and HOST (127.0.0.1) choose where it listens; see the README for the rest.')
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
    .description('Serve the API to an assistant by the Model Context Protocol, on standard input and output')
    .addHelpText(
      'after',
      '\nBRICKMARKET_KEY is the key to ask with, BRICKMARKET_URL the API (http://127.0.0.1:3000/api/v1).' +
        '\nWith MCP_PORT it serves streamable HTTP at /mcp instead, and each caller sends a key of its own.',
    )
    .action(async () => {
      await import(MCP);
    });
}
