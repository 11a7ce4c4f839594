import { PLANS } from '@brickmarket/domain';
import { createAccount, setAccountPlan } from '@brickmarket/operations';
import type { Account } from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { formatMoment, print } from '../output/print.ts';
import { formatTable } from '../output/table.ts';
import { withDatabase } from '../persistence.wiring.ts';

const present = (account: Account): object => ({
  id: account.id,
  email: account.email,
  plan: account.plan,
  created_at: account.createdAt.toISOString(),
});

const describe = (account: Account): string => `account ${account.id}: ${account.email}, plan ${account.plan}`;

/** `accounts create | list | set-plan`. */
export function addAccountsCommand(program: Command): void {
  const accounts = program.command('accounts').description('Create accounts and change their plans');

  accounts
    .command('create')
    .description('Create an account')
    .requiredOption('--email <address>', 'e-mail address that names the account')
    .requiredOption('--plan <plan>', `one of ${PLANS.join(', ')}; only reseller includes the API`)
    .option('--json', 'print JSON')
    .action(async (options: { email: string; plan: string; json?: boolean }) => {
      const account = await withDatabase((db) => createAccount(db.accounts, options));
      print(options.json, present(account), `created ${describe(account)}`);
    });

  accounts
    .command('list')
    .description('List all accounts')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const all = await withDatabase((db) => db.accounts.listAll());
      const rows = all.map((account) => [account.id, account.email, account.plan, formatMoment(account.createdAt)]);
      print(options.json, all.map(present), formatTable(['id', 'email', 'plan', 'created (UTC)'], rows));
    });

  accounts
    .command('set-plan')
    .description('Move an account to another plan, in force at once')
    .argument('<email>', 'the account')
    .argument('<plan>', `one of ${PLANS.join(', ')}`)
    .option('--json', 'print JSON')
    .action(async (email: string, plan: string, options: { json?: boolean }) => {
      const account = await withDatabase((db) => setAccountPlan(db.accounts, email, plan));
      print(options.json, present(account), `changed ${describe(account)}`);
    });
}
