import { describeEvent, type EventKinds } from '@brickmarket/alerts';
import { InvalidInputError, NotFoundError, systemClock } from '@brickmarket/domain';
import { addEndpoint, replayDeliveries, rotateEndpoint, testEndpoint } from '@brickmarket/operations';
import {
  AlertInbox,
  type DeliveryRecord,
  type Replayed,
  type ReplaySelection,
  type WebhookEndpoint,
  WebhookEndpoints,
} from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { cliConfig } from '../config.ts';
import { formatMoment, formatTable, print, recordNumber, wholeNumber } from '../output/print.ts';
import { forAccount } from './rules.command.ts';
import { stopSignal } from './work.command.ts';

interface OfAccount {
  readonly account: string;
  readonly json?: boolean;
}

const present = (endpoint: WebhookEndpoint): object => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  public_key: endpoint.publicKey,
  created_at: endpoint.createdAt.toISOString(),
  verified_at: endpoint.verifiedAt?.toISOString() ?? null,
  previous_secret_until: endpoint.previousUntil?.toISOString() ?? null,
  failing_since: endpoint.failingSince?.toISOString() ?? null,
  disabled_at: endpoint.disabledAt?.toISOString() ?? null,
  disabled_reason: endpoint.disabledReason,
});

function stateOf({ id, disabledAt, disabledReason, failingSince, verifiedAt }: WebhookEndpoint): string {
  if (disabledAt !== null) return `off: ${disabledReason}; "webhooks resume ${id}" switches it on`;
  const failing = failingSince === null ? '' : `failing since ${formatMoment(failingSince)}`;
  if (verifiedAt !== null) return failing || 'on';
  return `not verified${failing && `, ${failing}`}: gets no alerts before it answers "webhooks test ${id}" with 2xx`;
}

export function addWebhooksCommand(program: Command, kinds: EventKinds): void {
  const webhooks = program
    .command('webhooks')
    .description('Manage the webhook endpoints of an account and their deliveries');
  const ofAccount = (command: Command): Command =>
    command.requiredOption('--account <email>', 'account of the endpoints').option('--json', 'print JSON');
  addEndpointCommands(webhooks, ofAccount);

  ofAccount(webhooks.command('test'))
    .description('Send a test event to an endpoint. A 2xx response activates it. Needs a running "deliver"')
    .argument('<id>', 'number of the endpoint', recordNumber)
    .action(async (id: number, { account, json }: OfAccount) => {
      const messageId = await forAccount(account, (stores, accountId) =>
        testEndpoint(stores.get(WebhookEndpoints), accountId, id, systemClock),
      );
      print(
        json,
        { message_id: messageId },
        `sending ${messageId}; "webhooks log" shows what comes of it, "webhooks list" whether the endpoint is verified`,
      );
    });

  ofAccount(webhooks.command('log'))
    .description('List deliveries with their attempts, newest first')
    .option('--limit <count>', 'number of rows', wholeNumber, 50)
    .action(async ({ account, json, limit }: OfAccount & { limit: number }) => {
      const listed = await forAccount(account, (stores, accountId) =>
        stores.get(AlertInbox).listDeliveries(accountId, { limit }),
      );
      const rows = listed.map((one) => [
        one.id,
        one.endpointId ?? 'mail',
        one.state,
        one.attempts.length,
        lastAnswer(one),
        describeEvent(kinds, one.event),
      ]);
      print(json, listed.map(presentDelivery), formatTable(['id', 'to', 'state', 'attempts', 'last', 'what'], rows));
    });

  ofAccount(webhooks.command('replay'))
    .description('Send deliveries again, under the same ID, to active endpoints')
    .option('--delivery <id>', 'one delivery, from "webhooks log"', wholeNumber)
    .option('--failed', 'all failed deliveries')
    .option('--since <time>', 'all deliveries of events since this time, such as 2026-11-15T00:00:00Z')
    .action(async (flags: OfAccount & { delivery?: number; failed?: boolean; since?: string }) => {
      const result = await forAccount(flags.account, (stores, accountId) =>
        replayDeliveries(stores.get(AlertInbox), accountId, selectionOf(flags), systemClock),
      );
      const { replayed, waiting, retryAt } = result;
      print(flags.json, { replayed, waiting, retry_at: retryAt?.toISOString() ?? null }, replayText(result));
    });
}

function addEndpointCommands(webhooks: Command, ofAccount: (command: Command) => Command): void {
  ofAccount(webhooks.command('add'))
    .description('Add an endpoint and print its secret (shown once). `webhooks test` activates it')
    .argument('<url>', 'address of the endpoint, such as https://shop.example/hook')
    .option('--description <text>', 'purpose of the endpoint', '')
    .action(async (url: string, { account, json, description }: OfAccount & { description: string }) => {
      const { endpoint, secret } = await forAccount(account, (stores, accountId) =>
        addEndpoint(
          stores.get(WebhookEndpoints),
          accountId,
          { url, description, targets: cliConfig().webhookTargets },
          systemClock,
        ),
      );
      print(json, { ...present(endpoint), secret }, added(endpoint, secret));
    });

  ofAccount(webhooks.command('list'))
    .description('List endpoints')
    .action(async ({ account, json }: OfAccount) => {
      const all = await forAccount(account, (stores, accountId) => stores.get(WebhookEndpoints).list(accountId));
      const rows = all.map((one) => [one.id, one.url, stateOf(one), formatMoment(one.createdAt), one.description]);
      print(json, all.map(present), formatTable(['id', 'url', 'state', 'created (UTC)', 'description'], rows));
    });

  ofAccount(webhooks.command('rotate'))
    .description('Create a new secret. For 24 hours, messages carry signatures of both')
    .argument('<id>', 'number of the endpoint', recordNumber)
    .action(async (id: number, { account, json }: OfAccount) => {
      const { endpoint, secret } = await forAccount(account, (stores, accountId) =>
        rotateEndpoint(stores.get(WebhookEndpoints), accountId, id, systemClock),
      );
      print(json, { ...present(endpoint), secret }, `rotated endpoint ${id}${shownOnce(endpoint, secret)}`);
    });

  for (const change of CHANGES)
    ofAccount(webhooks.command(change.verb))
      .description(change.description)
      .argument('<id>', 'number of the endpoint', recordNumber)
      .action(async (id: number, { account, json }: OfAccount) => {
        const isDone = await forAccount(account, (stores, accountId) =>
          change.make(stores.get(WebhookEndpoints), accountId, id),
        );
        if (!isDone) throw new NotFoundError(`${account} has no endpoint ${id}`);
        print(json, { id }, `${change.verb}d endpoint ${id}`);
      });
}

interface EndpointChange {
  readonly verb: 'pause' | 'resume' | 'remove';
  readonly description: string;
  readonly make: (endpoints: WebhookEndpoints, accountId: number, endpointId: number) => Promise<boolean>;
}

const CHANGES: readonly EndpointChange[] = [
  {
    verb: 'pause',
    description: 'Pause an endpoint. Queued alerts are sent on resume; alerts in between are not',
    make: (endpoints, accountId, id) => endpoints.pause(accountId, id, systemClock.now()),
  },
  {
    verb: 'resume',
    description: 'Resume an endpoint that was paused or disabled after failures',
    make: (endpoints, accountId, id) => endpoints.enable(accountId, id),
  },
  {
    verb: 'remove',
    description: 'Remove an endpoint and its queued alerts',
    make: (endpoints, accountId, id) => endpoints.remove(accountId, id),
  },
];

const shownOnce = (endpoint: WebhookEndpoint, secret: string): string =>
  `\n\n  secret: ${secret}\n  public key: ${endpoint.publicKey}\n\nThe secret is not shown again.`;

const added = (endpoint: WebhookEndpoint, secret: string): string =>
  `added endpoint ${endpoint.id}${shownOnce(endpoint, secret)}\n` +
  `The endpoint is not verified yet and gets no alerts: start your receiver and run "webhooks test ${endpoint.id}".`;

const replayText = ({ replayed, waiting, retryAt }: Replayed): string =>
  waiting === 0
    ? `sending ${replayed} again`
    : `sending ${replayed} again; ${waiting} more may not be sent yet: ask again after ${formatMoment(retryAt)}`;

function lastAnswer({ attempts }: DeliveryRecord): string | number {
  const last = attempts.at(-1);
  return last?.status ?? last?.error ?? '-';
}

const presentDelivery = (one: DeliveryRecord): object => ({
  id: one.id,
  message_id: one.messageId,
  endpoint_id: one.endpointId,
  state: one.state,
  due_at: one.dueAt.toISOString(),
  type: one.event.kind,
  attempts: one.attempts.map(({ startedAt, durationMs, status, error, excerpt }) => ({
    started_at: startedAt.toISOString(),
    duration_ms: durationMs,
    status,
    error,
    excerpt,
  })),
});

function selectionOf(flags: { delivery?: number; failed?: boolean; since?: string }): ReplaySelection {
  const given = [flags.delivery, flags.failed, flags.since].filter((flag) => flag !== undefined);
  if (given.length !== 1) throw new InvalidInputError('give one of --delivery, --failed, --since');
  if (flags.delivery !== undefined) return { deliveryId: flags.delivery };
  if (flags.since === undefined) return { allFailed: true };
  const since = new Date(flags.since);
  if (Number.isNaN(since.getTime()))
    throw new InvalidInputError(`--since must be a time such as 2026-11-15T12:00:00Z, not "${flags.since}"`);
  return { since };
}

export function addDeliverCommand(program: Command, kinds: EventKinds): void {
  program
    .command('deliver')
    .description('Send alerts by webhook and email until Ctrl-C')
    .option('--lease-seconds <n>', 'seconds after which another process takes over from a lost one', wholeNumber, 60)
    .option('--concurrency <n>', 'deliveries in progress at the same time', wholeNumber, 256)
    .addHelpText(
      'after',
      '\nSeveral may run. SMTP_URL and MAIL_FROM enable email. WEBHOOK_TARGETS=loopback or private allows' +
        '\n' +
        'webhooks to this machine or to private networks. DATABASE_DELIVER_URL is the login of its role.' +
        '\nDELIVER_METRICS_PORT serves metrics. "webhooks log" lists rejected webhooks.',
    )
    .action(async ({ leaseSeconds, concurrency }: { leaseSeconds: number; concurrency: number }) => {
      if (leaseSeconds < 15) throw new InvalidInputError('--lease-seconds must be at least 15: an attempt may take 10');
      if (concurrency < 1) throw new InvalidInputError('--concurrency must be at least 1');
      // Lazy: no other command needs these libraries.
      const { runDeliverer } = await import('../deliver/run-deliverer.ts');
      const settings = { leaseMs: leaseSeconds * 1_000, slots: concurrency };
      await runDeliverer(cliConfig(), kinds, settings, stopSignal());
    });
}
