import { NotFoundError, PLANS, systemClock } from '@brickmarket/domain';
import { getAccount } from '@brickmarket/operations';
import { invite, makeSignInLink, type OperatorContext } from '@brickmarket/operations/identity';
import {
  AccountStore,
  AuditLog,
  Credentials,
  OneTimeTokens,
  type SessionRecord,
  Sessions,
} from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { accountUrlAt, cliConfig } from '../config.ts';
import { formatMoment, formatTable, print, recordNumber } from '../output/print.ts';
import { type Stores, withDatabase } from '../persistence.wiring.ts';

const LINK_HELP =
  '\nThe link is for one person: send it in private. It starts with ACCOUNT_URL' +
  '\n(http://localhost:3001/account). A new link for the same address ends the earlier one.';

export function operatorContext(stores: Stores, url: string): OperatorContext {
  return {
    stores: stores.pick({ tokens: OneTimeTokens, credentials: Credentials, audit: AuditLog }),
    clock: systemClock,
    url,
  };
}

const ownContext = (stores: Stores): OperatorContext => operatorContext(stores, accountUrlAt(cliConfig().accountPort));

export function addAccountAccessCommands(accounts: Command): void {
  accounts
    .command('invite')
    .description('Create a link to open an account and choose a password. Valid once, for 7 days')
    .requiredOption('--email <address>', 'address to invite')
    .option('--plan <plan>', `plan of the new account: ${PLANS.join(', ')}`, 'reseller')
    .option('--json', 'print JSON')
    .addHelpText('after', `${LINK_HELP}\nAn account that exists and has no password yet keeps its plan.`)
    .action(async (options: { email: string; plan: string; json?: boolean }) => {
      const { email, plan, url, expiresAt } = await withDatabase((stores) => invite(ownContext(stores), options), {
        mayCreate: true,
      });
      print(
        options.json,
        { email, plan, url, expires_at: expiresAt.toISOString() },
        `invitation for ${email}, plan ${plan}, valid once until ${formatMoment(expiresAt)} UTC\n\n  ${url}\n`,
      );
    });

  accounts
    .command('sign-in-link')
    .description('Create a link that signs in without password or code. Valid once, for 15 minutes')
    .argument('<email>', 'the account')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `${LINK_HELP}\nFor a user who has lost password or phone. Check the identity of the user first.`,
    )
    .action(async (address: string, options: { json?: boolean }) => {
      const { email, url, expiresAt } = await withDatabase((stores) => makeSignInLink(ownContext(stores), address));
      print(
        options.json,
        { email, url, expires_at: expiresAt.toISOString() },
        `sign-in link for ${email}, valid once until ${formatMoment(expiresAt)} UTC\n\n  ${url}\n`,
      );
    });

  accounts
    .command('sessions')
    .description('List the sessions of an account, or end them with all pending links')
    .argument('<email>', 'the account')
    .option('--end <id>', 'end this session immediately', recordNumber)
    .option('--end-all', 'end all sessions immediately')
    .option('--json', 'print JSON')
    .action(async (email: string, options: { end?: number; endAll?: boolean; json?: boolean }) => {
      await withDatabase(async (stores) => {
        const { id: accountId } = await getAccount(stores.get(AccountStore), email);
        const sessions = stores.get(Sessions);
        if (options.endAll === true) {
          const ended = await sessions.endOthers(accountId, null);
          print(options.json, { ended }, `ended ${ended} sessions`);
        } else if (options.end !== undefined) {
          if (!(await sessions.revoke(accountId, options.end)))
            throw new NotFoundError(`${email} has no session ${options.end}`);
          print(options.json, { ended: 1 }, `ended session ${options.end}`);
        } else {
          const all = await sessions.list(accountId);
          print(options.json, all.map(present), formatTable(HEADINGS, all.map(rowOf)));
        }
      });
    });
}

const HEADINGS = ['id', 'signed in with', 'device', 'address', 'since (UTC)', 'last used', 'expires'];

function rowOf(session: SessionRecord): readonly (string | number)[] {
  const { id, method, device, address, createdAt, lastUsedAt, expiresAt } = session;
  return [id, method, device, address, formatMoment(createdAt), formatMoment(lastUsedAt), formatMoment(expiresAt)];
}

function present({ id, method, device, address, createdAt, lastUsedAt, expiresAt }: SessionRecord): object {
  return {
    id,
    method,
    device,
    address,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
