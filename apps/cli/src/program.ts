import { readFileSync } from 'node:fs';
import type { EventKinds } from '@brickmarket/alerts';
import { Extensions, loadExtensions } from '@brickmarket/service-runtime/extensions';
import { takeSecretsFromFiles } from '@brickmarket/service-runtime/variables';
import { Command, CommanderError } from 'commander';
import { exitCodeOf, explain, warn } from './output/print.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

type AddCommand = (program: Command, kinds: EventKinds, extensions: Extensions) => void;

/** In the order of the help. Lazy: loading all takes longer than most commands run. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  start: async () => (await import('./commands/start.command.ts')).addStartCommand,
  accounts: async () => (await import('./commands/accounts.command.ts')).addAccountsCommand,
  keys: async () => (await import('./commands/keys.command.ts')).addKeysCommand,
  usage: async () => (await import('./commands/keys.command.ts')).addUsageCommand,
  import: async () => {
    const [{ addImportCommand }, { addCollectionImports }] = await Promise.all([
      import('./commands/import.command.ts'),
      import('./commands/collection.command.ts'),
    ]);
    return (program, kinds) => addCollectionImports(addImportCommand(program, kinds));
  },
  export: async () => (await import('./commands/collection.command.ts')).addExportCommand,
  value: async () => (await import('./commands/valuation.command.ts')).addValueCommand,
  months: async () => (await import('./commands/valuation.command.ts')).addMonthsCommand,
  backtest: async () => (await import('./commands/valuation.command.ts')).addBacktestCommand,
  scorecard: async () => (await import('./commands/valuation.command.ts')).addScorecardCommand,
  work: async () => (await import('./commands/work.command.ts')).addWorkCommand,
  imports: async () => (await import('./commands/imports.command.ts')).addImportsCommand,
  sources: async () => (await import('./commands/sources.command.ts')).addSourcesCommand,
  sales: async () => (await import('./commands/sales.command.ts')).addSalesCommand,
  jobs: async () => (await import('./commands/jobs.command.ts')).addJobsCommand,
  events: async () => (await import('./commands/events.command.ts')).addEventsCommand,
  rules: async () => (await import('./commands/rules.command.ts')).addRulesCommand,
  webhooks: async () => (await import('./commands/webhooks.command.ts')).addWebhooksCommand,
  deliver: async () => (await import('./commands/webhooks.command.ts')).addDeliverCommand,
  mcp: async () => (await import('./commands/start.command.ts')).addMcpCommand,
  demo: async () => (await import('./commands/demo.command.ts')).addDemoCommand,
  db: async () => (await import('./commands/db.command.ts')).addDbCommand,
  doctor: async () => (await import('./commands/doctor.command.ts')).addDoctorCommand,
  config: async () => (await import('./commands/config.command.ts')).addConfigCommand,
  new: async () => (await import('./commands/new.command.ts')).addNewCommand,
};

/** Commands that load extensions. Others work without them. */
const WITH_EXTENSIONS = 'start import work run-jobs events rules webhooks deliver demo db'.split(' ');

/** Adds all commands for an unknown name. */
export async function createProgram(wanted = '', extensions = new Extensions()): Promise<Command> {
  const program = new Command('brickmarket')
    .description('Runs and administers Brickmarket.\nUses the embedded PostgreSQL, or the one DATABASE_URL names.')
    .version(version)
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 wrong usage.')
    .showHelpAfterError('(--help shows how)')
    .exitOverride();
  const loaders = Object.hasOwn(COMMANDS, wanted) ? [COMMANDS[wanted]!] : Object.values(COMMANDS);
  for (const load of loaders) (await load())(program, extensions.kinds, extensions);
  return program;
}

/** Reports errors and returns the exit code. */
export async function runProgram(args: readonly string[], given?: Extensions): Promise<number> {
  try {
    takeSecretsFromFiles(process.env);
    const areNeeded = WITH_EXTENSIONS.includes(args[0] ?? '');
    const extensions = given ?? (areNeeded ? await loadExtensions(process.env) : new Extensions());
    const program = await createProgram(args[0], extensions);
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed its own message.
    if (!(error instanceof CommanderError)) warn(`brickmarket: ${explain(error)}`);
    return exitCodeOf(error);
  }
}
