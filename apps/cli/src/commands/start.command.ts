import type { Command } from 'commander';
import { startService } from '../start/start-service.ts';

/** `start`: what `npm start` runs. */
export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('Run the service with its database until Ctrl-C')
    .addHelpText('after', '\nPORT (3000) and HOST (127.0.0.1) choose where it listens; see the README for the rest.')
    .action(startService);
}
