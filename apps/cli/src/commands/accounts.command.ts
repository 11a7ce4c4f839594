import { createInterface } from 'node:readline/promises';
import { ConflictError, InvalidInputError, PLANS } from '@brickmarket/domain';
import { createAccount, deleteAccount, describeAccountToDelete, setAccountPlan } from '@brickmarket/operations';
import { type Account, type AccountRowCounts, AccountStore } from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { addAccountAccessCommands } from './account-access.command.ts';
import { formatMoment, formatTable, print } from '../output/print.ts';
import { type Stores, withDatabase } from '../persistence.wiring.ts';

const present = (account: Account): object => ({
  id: account.id,
  email: account.email,
  plan: account.plan,
  created_at: account.createdAt.toISOString(),
});

const describe = (account: Account): string => `account ${account.id}: ${account.email}, plan ${account.plan}`;

const presentBelongings = (belongings: AccountRowCounts): object => ({
  keys: belongings.keys,
  usage_days: belongings.usageDays,
  brickfolios: belongings.brickfolios,
  holdings: belongings.holdings,
  sales: belongings.sales,
});

const describeBelongings = (belongings: AccountRowCounts): string =>
  `${belongings.keys} keys, ${belongings.usageDays} daily counters of use, ${belongings.brickfolios} brickfolios, ` +
  `${belongings.holdings} holdings, ${belongings.sales} sales`;

export function addAccountsCommand(program: Command): void {
  const accounts = program
    .command('accounts')
    .description('Create, invite and delete accounts, change plans, list sessions');

  accounts
    .command('create')
    .description('Create an account')
    .requiredOption('--email <address>', 'email address of the account')
    .requiredOption(`--plan <${PLANS.join('|')}>`, 'plan of the account; only reseller includes the API')
    .option('--json', 'print JSON')
    .action(async (options: { email: string; plan: string; json?: boolean }) => {
      const create = (stores: Stores): Promise<Account> => createAccount(stores.get(AccountStore), options);
      const account = await withDatabase(create, { mayCreate: true });
      print(options.json, present(account), `created ${describe(account)}`);
    });

  accounts
    .command('list')
    .description('List all accounts')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const all = await withDatabase((stores) => stores.get(AccountStore).listAll());
      const rows = all.map((account) => [account.id, account.email, account.plan, formatMoment(account.createdAt)]);
      print(options.json, all.map(present), formatTable(['id', 'email', 'plan', 'created (UTC)'], rows));
    });

  accounts
    .command('set-plan')
    .description('Change the plan of an account immediately')
    .argument('<email>', 'the account')
    .argument('<plan>', `one of ${PLANS.join(', ')}`)
    .option('--json', 'print JSON')
    .action(async (email: string, plan: string, options: { json?: boolean }) => {
      const account = await withDatabase((stores) => setAccountPlan(stores.get(AccountStore), email, plan));
      print(options.json, present(account), `changed ${describe(account)}`);
    });

  accounts
    .command('delete')
    .description('Delete an account permanently, with keys, usage, brickfolios, holdings and sales')
    .argument('<email>', 'the account')
    .option('--yes <email>', 'the same address again: delete without confirmation')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nOn a terminal you confirm the address. The keys of the account stop working first.' +
        '\nOnly a backup brings the data back. Save it with "export brickfolio" and "export sales-ledger".',
    )
    .action(async (email: string, options: { yes?: string; json?: boolean }) => {
      await withDatabase(async (stores) => {
        const { account, belongings } = await describeAccountToDelete(stores.get(AccountStore), email);
        const typed = options.yes ?? (await askAgain(account, belongings));
        if (typed.trim().toLowerCase() !== account.email) throw new ConflictError(notTheSame(account, typed));
        const deleted = await deleteAccount(stores.get(AccountStore), account.email);
        print(
          options.json,
          { ...present(deleted.account), deleted: presentBelongings(deleted.belongings) },
          `deleted ${describe(deleted.account)}\nwith ${describeBelongings(deleted.belongings)}`,
        );
      });
    });
  addAccountAccessCommands(accounts);
}

const notTheSame = (account: Account, typed: string): string =>
  `"${typed.trim()}" is not ${account.email}: nothing was deleted`;

async function askAgain(account: Account, belongings: AccountRowCounts): Promise<string> {
  if (!process.stdin.isTTY)
    throw new InvalidInputError(`nothing was deleted: without a terminal, confirm with --yes ${account.email}`);
  // Standard output is for the result only. Ctrl-C and Ctrl-D close it without an answer.
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const cancelled = new AbortController();
  asking.once('close', () => cancelled.abort());
  process.stderr.write(
    `This deletes ${describe(account)}\nwith ${describeBelongings(belongings)}. It cannot be undone.\n`,
  );
  try {
    return await asking.question('Type the address of the account to delete it: ', { signal: cancelled.signal });
  } catch {
    process.stderr.write('\n');
    return '';
  } finally {
    asking.close();
  }
}
