import { InvalidInputError, MAX_ID, systemClock } from '@brickmarket/domain';
import {
  createApiKey,
  listApiKeys,
  type ListedApiKey,
  reportUsage,
  revokeApiKey,
  setDailyLimit,
  setDailyLimitOfAccount,
} from '@brickmarket/operations';
import { AccountStore, ApiKeyStore, type KeyUsage, KeyUsageReport } from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { formatMoment, formatTable, print, recordNumber, wholeNumber } from '../output/print.ts';
import { withDatabase } from '../persistence.wiring.ts';

interface CreateOptions {
  readonly account: string;
  readonly name?: string;
  readonly expires?: string;
  readonly dailyLimit?: number;
  readonly json?: boolean;
}

const present = (key: ListedApiKey): object => ({
  id: key.id,
  name: key.name,
  last4: key.last4,
  state: key.state,
  daily_limit: key.dailyLimit,
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  last_used_on: key.lastUsedOn,
});

export function addKeysCommand(program: Command): void {
  const keys = program.command('keys').description('Create, list, change and revoke API keys');

  keys
    .command('create')
    .description('Create an API key and print it (shown once: only a hash is stored)')
    .requiredOption('--account <email>', 'account of the key')
    .option('--name <name>', 'name of the key', 'default')
    .option('--expires <time>', 'expiry, such as 2030-01-31T12:00:00Z (default: never)')
    .option('--daily-limit <count>', 'requests per UTC day (default: the limit of the account, or 1000)', wholeNumber)
    .option('--json', 'print JSON')
    .action(async (options: CreateOptions) => {
      const { key, record } = await withDatabase((stores) =>
        createApiKey(stores.pick({ accounts: AccountStore, keys: ApiKeyStore }), options, systemClock),
      );
      print(
        options.json,
        { id: record.id, key },
        `created key ${record.id}: ${record.dailyLimit} requests a day, expires ${formatMoment(record.expiresAt)}` +
          `\n\n  ${key}\n\nIt is not shown again.`,
      );
    });

  keys
    .command('list')
    .description('List the keys of an account')
    .requiredOption('--account <email>', 'account of the keys')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\n"last used" is the last UTC day with a charged request. Requests answered with 401, 403 or 429 do not count.' +
        '\n"-" means none in the last 400 days.',
    )
    .action(async (options: { account: string; json?: boolean }) => {
      const all = await withDatabase((stores) =>
        listApiKeys(stores.pick({ accounts: AccountStore, keys: ApiKeyStore }), options.account, systemClock),
      );
      const rows = all.map((key) => [
        key.id,
        key.name,
        `...${key.last4}`,
        key.state,
        key.dailyLimit,
        formatMoment(key.createdAt),
        formatMoment(key.expiresAt),
        formatMoment(key.revokedAt),
        key.lastUsedOn ?? '-',
      ]);
      print(
        options.json,
        all.map(present),
        formatTable(
          ['id', 'name', 'key', 'state', 'daily limit', 'created (UTC)', 'expires', 'revoked', 'last used'],
          rows,
        ),
      );
    });

  keys
    .command('set-limit')
    .description(
      'Change the daily limit of a key and its replacements, or of all keys of an account. ' +
        "Today's usage still counts",
    )
    .usage('<id> <count> | --account <email> <count>')
    .argument('<id>', 'number of the key, from "keys list"; omit it with --account', wholeNumber)
    .argument('[count]', 'requests per UTC day', wholeNumber)
    .option('--account <email>', 'account of the keys')
    .option('--json', 'print JSON')
    .action(async (first: number, second: number | undefined, options: { account?: string; json?: boolean }) => {
      if (options.account !== undefined) await limitAccount(options.account, first, second, options.json);
      else await limitKey(first, second, options.json);
    });

  keys
    .command('revoke')
    .description('Revoke a key immediately and permanently')
    .argument('<id>', 'number of the key, from "keys list"', recordNumber)
    .option('--json', 'print JSON')
    .action(async (id: number, options: { json?: boolean }) => {
      const key = await withDatabase((stores) => revokeApiKey(stores.get(ApiKeyStore), id));
      print(
        options.json,
        { id: key.id, revoked_at: key.revokedAt?.toISOString() },
        `key ${key.id} (${key.name}, ...${key.last4}) is revoked since ${formatMoment(key.revokedAt)} UTC`,
      );
    });
}

async function limitKey(id: number, count: number | undefined, asJson?: boolean): Promise<void> {
  if (count === undefined)
    throw new InvalidInputError('give the number of a key and a count, or --account EMAIL and a count');
  if (id > MAX_ID) throw new InvalidInputError(`${id} must be the number of a record, from 1 to ${MAX_ID}`);
  const key = await withDatabase((stores) => setDailyLimit(stores.get(ApiKeyStore), id, count));
  print(
    asJson,
    { id: key.id, daily_limit: key.dailyLimit },
    `key ${key.id} (${key.name}, ...${key.last4}) may make ${key.dailyLimit} requests a day`,
  );
}

async function limitAccount(email: string, count: number, more?: number, asJson?: boolean): Promise<void> {
  if (more !== undefined)
    throw new InvalidInputError('use "keys set-limit ID COUNT" or "keys set-limit --account EMAIL COUNT", not both');
  const keys = await withDatabase((stores) =>
    setDailyLimitOfAccount(stores.pick({ accounts: AccountStore, keys: ApiKeyStore }), email, count),
  );
  print(
    asJson,
    { account: email, daily_limit: count, keys: keys.map(({ id }) => id) },
    `each key of ${email} may make ${count} requests a day: ` +
      `${keys.length === 1 ? 'the one' : `the ${keys.length}`} it has, and those it will create`,
  );
}

const usedInPeriod = (key: KeyUsage): number => key.days.reduce((sum, { used }) => sum + used, 0);

const presentUsage = (key: KeyUsage): object => ({
  id: key.keyId,
  name: key.name,
  last4: key.last4,
  daily_limit: key.dailyLimit,
  used_today: key.usedToday,
  carried_today: key.carriedToday,
  used_30_days: usedInPeriod(key),
  days: key.days,
});

export function addUsageCommand(program: Command): void {
  program
    .command('usage')
    .description('Show the usage of each key, today and in the last 30 days')
    .requiredOption('--account <email>', 'account of the keys')
    .option('--json', 'print JSON, with each day')
    .action(async (options: { account: string; json?: boolean }) => {
      const { today, keys } = await withDatabase((stores) =>
        reportUsage(stores.pick({ accounts: AccountStore, usage: KeyUsageReport }), options.account),
      );
      const rows = keys.map((key) => [
        key.keyId,
        key.name,
        `...${key.last4}`,
        key.usedToday,
        key.carriedToday,
        key.dailyLimit,
        usedInPeriod(key),
      ]);
      print(
        options.json,
        { today, keys: keys.map(presentUsage) },
        `${formatTable(['id', 'name', 'key', 'today', 'carried over', 'daily limit', '30 days'], rows)}
(today is ${today}, UTC; "carried over" was used today by keys that this one replaces, and counts against its limit)`,
      );
    });
}
