import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addAccountsCommand } from './commands/accounts.command.ts';
import { addCollectionImports, addExportCommand } from './commands/collection.command.ts';
import { addEventsCommand } from './commands/events.command.ts';
import { addRulesCommand } from './commands/rules.command.ts';
import { addDeliverCommand, addWebhooksCommand } from './commands/webhooks.command.ts';
import { addDbCommand } from './commands/db.command.ts';
import { addDemoCommand } from './commands/demo.command.ts';
import { addImportCommand } from './commands/import.command.ts';
import { addJobsCommand } from './commands/jobs.command.ts';
import { addKeysCommand, addUsageCommand } from './commands/keys.command.ts';
import { addMcpCommand, addStartCommand } from './commands/start.command.ts';
import { addWorkCommand } from './commands/work.command.ts';
import { addBacktestCommand, addMonthsCommand, addValueCommand } from './commands/valuation.command.ts';
import { exitCodeOf, explain } from './output/print.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The whole command line. A new group of commands is a file of its own and one line here. */
export function createProgram(): Command {
  const program = new Command('brickmarket')
    .description('Runs and administers Brickmarket.\nUses the embedded PostgreSQL, or the one DATABASE_URL names.')
    .version(version)
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 wrong usage.')
    .showHelpAfterError('(--help shows how)')
    .exitOverride();
  addStartCommand(program);
  addAccountsCommand(program);
  addKeysCommand(program);
  addUsageCommand(program);
  addCollectionImports(addImportCommand(program));
  addExportCommand(program);
  addValueCommand(program);
  addMonthsCommand(program);
  addBacktestCommand(program);
  addWorkCommand(program);
  addJobsCommand(program);
  addEventsCommand(program);
  addRulesCommand(program);
  addWebhooksCommand(program);
  addDeliverCommand(program);
  addMcpCommand(program);
  addDemoCommand(program);
  addDbCommand(program);
  return program;
}

/** Runs the command that the arguments name, says what went wrong with it, and returns the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed its own complaint already.
    if (!(error instanceof CommanderError)) process.stderr.write(`brickmarket: ${explain(error)}\n`);
    return exitCodeOf(error);
  }
}
