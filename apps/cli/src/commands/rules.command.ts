import { defaultConditions, describeEvent, type EventKinds, NO_SCHEDULE, webhookPayload } from '@brickmarket/alerts';
import {
  type RuleOptions,
  type AlertRule,
  InvalidInputError,
  NotFoundError,
  parseUsd,
  type Retailer,
  RETAILERS,
  type RuleScope,
  systemClock,
} from '@brickmarket/domain';
import { addRule, getAccount, tryRule } from '@brickmarket/operations';
import { AccountStore, AlertRules, type NewAlertRule } from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { withFormerOption } from '../former-option.ts';
import { formatMoment, formatTable, print, recordNumber, wholeNumber } from '../output/print.ts';
import { type Stores, withDatabase } from '../persistence.wiring.ts';

interface RuleFlags {
  readonly account: string;
  readonly type: string;
  readonly name?: string;
  readonly brickfolio?: number;
  readonly sets?: string;
  readonly retailer?: string;
  readonly below?: string;
  readonly minChange?: string;
  readonly minPercent?: number;
  readonly hysteresis?: number;
  readonly rearmMinutes?: number;
  readonly mail?: boolean;
  readonly endpoint?: readonly number[];
  readonly quiet?: string;
  readonly digest?: string;
  readonly timeZone?: string;
  readonly json?: boolean;
}

export function addRulesCommand(program: Command, kinds: EventKinds): void {
  const rules = program.command('rules').description('Manage the alert rules of an account');

  withConditions(rules.command('add'), kinds)
    .description('Add a rule. Its alerts always appear in the inbox of the account')
    .option('--mail', 'also send email to the account')
    .option('--endpoint <id>', 'also send to this endpoint, from "webhooks list"; can be repeated', collectNumbers)
    .option('--quiet <from-until>', 'no email in these hours, such as 22:00-07:00')
    .option('--digest <time>', 'one email a day at this time, such as 08:00')
    .option('--time-zone <name>', 'time zone of these times, such as Europe/Paris (default: UTC)')
    .action(async (flags: RuleFlags) => {
      const rule = await forAccount(flags.account, (stores, accountId) =>
        addRule({ kinds, rules: stores.get(AlertRules) }, accountId, ruleOf(kinds, flags), systemClock),
      );
      print(flags.json, present(rule), `added rule ${rule.id}: ${describeRule(rule)}`);
    });

  withConditions(rules.command('try'), kinds)
    .description('Show the alerts a rule would have sent in the past year, without adding it')
    .action(async (flags: RuleFlags) => {
      const fired = await forAccount(flags.account, (stores, accountId) =>
        tryRule({ kinds, rules: stores.get(AlertRules) }, accountId, ruleOf(kinds, flags), systemClock),
      );
      const times = fired.length === 1 ? 'once' : `${fired.length} times`;
      print(
        flags.json,
        { count: fired.length, events: fired.map((event) => webhookPayload(kinds, event)) },
        [
          `would have fired ${times} in the past year${fired.length > 0 ? '; here:' : ''}`,
          ...fired.map((event) => `${formatMoment(event.occurredAt)}  ${describeEvent(kinds, event)}`),
        ].join('\n'),
      );
    });

  rules
    .command('list')
    .description('List the rules of an account')
    .requiredOption('--account <email>', 'account of the rules')
    .option('--json', 'print JSON')
    .action(async ({ account, json }: { account: string; json?: boolean }) => {
      const all = await forAccount(account, (stores, accountId) => stores.get(AlertRules).list(accountId));
      const rows = all.map((rule) => [
        rule.id,
        rule.name,
        rule.kind,
        describeWatch(rule.watch),
        describeSent(rule),
        rule.pausedAt === null ? 'on' : `paused since ${formatMoment(rule.pausedAt)}`,
      ]);
      print(json, all.map(present), formatTable(['id', 'name', 'type', 'watches', 'sent', 'state'], rows));
    });

  for (const change of CHANGES)
    rules
      .command(change.verb)
      .description(change.description)
      .argument('<id>', 'number of the rule, from "rules list"', recordNumber)
      .requiredOption('--account <email>', 'account of the rule')
      .option('--json', 'print JSON')
      .action(async (id: number, { account, json }: { account: string; json?: boolean }) => {
        const isDone = await forAccount(account, (stores, accountId) =>
          change.make(stores.get(AlertRules), accountId, id),
        );
        if (!isDone) throw new NotFoundError(`${account} has no rule ${id}`);
        print(json, { id }, `${change.verb}d rule ${id}`);
      });
}

interface RuleChange {
  readonly verb: 'pause' | 'resume' | 'remove';
  readonly description: string;
  readonly make: (rules: AlertRules, accountId: number, ruleId: number) => Promise<boolean>;
}

const CHANGES: readonly RuleChange[] = [
  {
    verb: 'pause',
    description: 'Pause a rule. Alerts queued only for this rule are discarded',
    make: (rules, accountId, id) => rules.setPaused(accountId, id, systemClock.now()),
  },
  {
    verb: 'resume',
    description: 'Resume a paused rule, for events from now',
    make: (rules, accountId, id) => rules.setPaused(accountId, id, null),
  },
  {
    verb: 'remove',
    description: 'Remove a rule. Alerts queued only for this rule are discarded',
    make: (rules, accountId, id) => rules.remove(accountId, id),
  },
];

export function forAccount<Result>(
  email: string,
  work: (stores: Stores, accountId: number) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (stores) => work(stores, (await getAccount(stores.get(AccountStore), email)).id));
}

function withConditions(command: Command, kinds: EventKinds): Command {
  return withFormerOption(command, 'kind', 'type')
    .requiredOption('--account <email>', 'account of the rule')
    .requiredOption('--type <type>', `one of ${namesOf(kinds).join(', ')}`)
    .option('--name <name>', 'name of the rule (default: its event type)')
    .option('--sets <numbers>', 'sets to watch, such as 75192-1,10294-1 (default: all holdings)')
    .option('--brickfolio <id>', 'brickfolio whose holdings to watch', recordNumber)
    .option('--retailer <retailer>', `only ${RETAILERS.join(' or ')}`)
    .option('--below <usd>', 'only if the price falls to this amount or below')
    .option('--min-change <usd>', 'only if it changes by at least this amount')
    .option('--min-percent <n>', 'only if it changes by at least this percentage', wholeNumber)
    .option('--hysteresis <n>', 'percentage above --below that re-arms the rule (default: 2)', wholeNumber)
    .option('--rearm-minutes <n>', 'cooldown for the same set (default: a day)', wholeNumber)
    .option('--json', 'print JSON');
}

function collectNumbers(text: string, before: readonly number[] = []): readonly number[] {
  return [...before, recordNumber(text)];
}

const namesOf = (kinds: EventKinds): readonly string[] => kinds.watchable.map(({ name }) => name);

function ruleOf(kinds: EventKinds, flags: RuleFlags): NewAlertRule {
  const kind = kinds.findWatchable(oneOf('--type', flags.type, namesOf(kinds)))!;
  const defaults = defaultConditions(kind);
  const hasOwnMeasure = flags.below !== undefined || flags.minChange !== undefined;
  const [from, until] = flags.quiet?.split('-') ?? [];
  return {
    kind: kind.name,
    name: flags.name ?? kind.name,
    watch: watchOf(kind.rule.watches, flags),
    retailer: flags.retailer === undefined ? null : oneOf<Retailer>('--retailer', flags.retailer, RETAILERS),
    belowCents: flags.below === undefined ? null : cents('--below', flags.below),
    minChangeCents: flags.minChange === undefined ? defaults.minChangeCents : cents('--min-change', flags.minChange),
    // Another limit or amount suffices without a percentage.
    minChangePct: flags.minPercent ?? (hasOwnMeasure ? 0 : defaults.minChangePct),
    hysteresisPct: flags.hysteresis ?? defaults.hysteresisPct,
    rearmMinutes: flags.rearmMinutes ?? defaults.rearmMinutes,
    mail: flags.mail ?? false,
    endpointIds: flags.endpoint ?? [],
    schedule: {
      quiet:
        flags.quiet === undefined
          ? null
          : { fromMinute: minute('--quiet', from), untilMinute: minute('--quiet', until) },
      digestMinute: flags.digest === undefined ? null : minute('--digest', flags.digest),
      timeZone: flags.timeZone ?? NO_SCHEDULE.timeZone,
    },
  };
}

function watchOf(watches: RuleOptions['watches'], { sets, brickfolio }: RuleFlags): RuleScope {
  if (sets !== undefined && brickfolio !== undefined)
    throw new InvalidInputError('give --sets or --brickfolio, not both');
  if (sets !== undefined) return { scope: 'sets', setNumbers: [...new Set(sets.split(',').map((one) => one.trim()))] };
  if (brickfolio !== undefined) return { scope: 'brickfolio', brickfolioId: brickfolio };
  return { scope: watches === 'account' ? 'account' : 'holdings' };
}

function oneOf<Word extends string>(flag: string, given: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === given);
  if (word === undefined) throw new InvalidInputError(`${flag} must be one of ${words.join(', ')}`);
  return word;
}

function cents(flag: string, given: string): number {
  const parsed = parseUsd(given);
  if (parsed === null) throw new InvalidInputError(`${flag} must be a price such as 49.99, not "${given}"`);
  return parsed;
}

function minute(flag: string, given: string | undefined): number {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(given ?? '') ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59)
    throw new InvalidInputError(`${flag} takes times like 08:00`);
  return Number(hours) * 60 + Number(minutes);
}

const present = (rule: AlertRule): object => ({
  id: rule.id,
  name: rule.name,
  type: rule.kind,
  kind: rule.kind,
  watch: rule.watch.scope,
  ...(rule.watch.scope === 'sets' && { sets: rule.watch.setNumbers }),
  ...(rule.watch.scope === 'brickfolio' && { brickfolio_id: rule.watch.brickfolioId }),
  retailer: rule.retailer,
  below_usd: rule.belowCents === null ? null : rule.belowCents / 100,
  min_change_usd: rule.minChangeCents / 100,
  min_change_pct: rule.minChangePct,
  hysteresis_pct: rule.hysteresisPct,
  rearm_minutes: rule.rearmMinutes,
  mail: rule.mail,
  endpoints: rule.endpointIds,
  paused_at: rule.pausedAt?.toISOString() ?? null,
});

const describeRule = (rule: AlertRule): string =>
  `${rule.kind} of ${describeWatch(rule.watch)}, to ${describeSent(rule)}`;

function describeWatch(watch: RuleScope): string {
  if (watch.scope === 'sets')
    return watch.setNumbers.length === 1 ? watch.setNumbers[0]! : `${watch.setNumbers.length} sets`;
  return watch.scope === 'brickfolio' ? `brickfolio ${watch.brickfolioId}` : watch.scope;
}

const describeSent = ({ mail, endpointIds }: AlertRule): string =>
  ['inbox', ...(mail ? ['mail'] : []), ...endpointIds.map((id) => `endpoint ${id}`)].join(', ');
