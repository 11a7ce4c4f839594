import { reportUsage } from '@brickmarket/operations';
import { AccountStore, type KeyUsage, KeyUsageReport } from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { print } from '../output/print.ts';
import { formatTable } from '../output/table.ts';
import { withDatabase } from '../persistence.wiring.ts';

const usedInPeriod = (key: KeyUsage): number => key.days.reduce((sum, { used }) => sum + used, 0);

const present = (key: KeyUsage): object => ({
  id: key.keyId,
  name: key.name,
  last4: key.last4,
  daily_limit: key.dailyLimit,
  used_today: key.usedToday,
  used_30_days: usedInPeriod(key),
  days: key.days,
});

/** `usage`. */
export function addUsageCommand(program: Command): void {
  program
    .command('usage')
    .description("Show what an account's keys have used today and in the last 30 days")
    .requiredOption('--account <email>', 'whose keys')
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
        key.dailyLimit,
        usedInPeriod(key),
      ]);
      print(
        options.json,
        { today, keys: keys.map(present) },
        `${formatTable(['id', 'name', 'key', 'today', 'daily limit', '30 days'], rows)}\n(today is ${today}, UTC)`,
      );
    });
}
