import type { Command } from 'commander';
import { startService } from '../start/start-service.ts';

/** `start`: what `npm start` runs. */
export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('Run the service with its database until Ctrl-C')
    .option('--log-requests', 'on a terminal: print a line per request (elsewhere they are printed anyway)')
    .addHelpText('after', '\nPORT (3000) and HOST (127.0.0.1) choose where it listens; see the README for the rest.')
    .action(async (flags: { logRequests?: boolean }) => {
      if (flags.logRequests === true) process.env['LOG_REQUESTS'] = 'on';
      await startService();
    });
}
