import { setTimeout as sleep } from 'node:timers/promises';
import {
  createSigningSecrets,
  describeEvent,
  endpointUrlFault,
  type EventKinds,
  signedHeaders,
  webhookPayload,
} from '@brickmarket/alerts';
import { InvalidInputError, type RecordedEvent } from '@brickmarket/domain';
import { getAccount } from '@brickmarket/operations';
import { AccountStore, AlertInbox, EventLog } from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { formatMoment, formatTable, print, wholeNumber } from '../output/print.ts';
import { withDatabase } from '../persistence.wiring.ts';
import { withFormerOption } from '../former-option.ts';
import { stopSignal } from './work.command.ts';

const DEFAULT_COUNT = 50;
const POLL_MS = 500;
/** Alerts per poll of half a second; more are not forwarded. */
const ALERTS_PER_POLL = 250;

export function addEventsCommand(program: Command, kinds: EventKinds): void {
  const names = kinds.all.map(({ name }) => name);
  const events = program.command('events').description('List events, or forward alerts to a receiver on this machine');

  withFormerOption(events.command('list'), 'kind', 'type')
    .description('List events, newest first')
    .option('--type <type>', `only one of ${names.join(', ')}`)
    .option('--set <number>', 'only events of this set')
    .option('--limit <count>', 'number of rows', wholeNumber, DEFAULT_COUNT)
    .option('--json', 'print JSON')
    .action(async (flags: { type?: string; set?: string; limit: number; json?: boolean }) => {
      const kind = flags.type ?? null;
      if (kind !== null && !names.includes(kind))
        throw new InvalidInputError(`--type must be one of ${names.join(', ')}`);
      const listed = await withDatabase((stores) =>
        stores.get(EventLog).list({ kind, setNumber: flags.set ?? null, since: null, limit: flags.limit }),
      );
      const rows = listed.map((event) => [
        event.id,
        formatMoment(event.occurredAt),
        event.kind,
        describeEvent(kinds, event),
      ]);
      print(
        flags.json,
        listed.map((event) => present(kinds, event)),
        formatTable(['id', 'when (UTC)', 'type', 'what'], rows),
      );
    });

  events
    .command('listen')
    .description('Forward new alerts, signed, to a receiver on this machine until Ctrl-C')
    .requiredOption('--account <email>', 'account of the alerts')
    .requiredOption('--forward <url>', 'address of the receiver, such as http://127.0.0.1:8080/hook')
    .option('--json', 'print JSON, a line for each alert')
    .addHelpText(
      'after',
      '\nFor development: failed requests are not repeated or recorded. "deliver" does that for endpoints.',
    )
    .action(async (flags: { account: string; forward: string; json?: boolean }) => {
      const fault = endpointUrlFault(flags.forward, 'loopback');
      if (fault !== null) throw new InvalidInputError(fault);
      await listen(kinds, flags, stopSignal());
    });
}

const present = (kinds: EventKinds, event: RecordedEvent): object => ({
  id: event.id,
  subject: event.subject,
  ...payloadOrType(kinds, event),
});

/** Unknown or failing event types must not break a list. */
function payloadOrType(kinds: EventKinds, event: RecordedEvent): object {
  try {
    return webhookPayload(kinds, event);
  } catch {
    return { type: event.kind };
  }
}

async function listen(
  kinds: EventKinds,
  { account: email, forward: url, json }: { account: string; forward: string; json?: boolean },
  stopping: AbortSignal,
): Promise<void> {
  const secrets = createSigningSecrets();
  // Lazy: only "deliver" needs these libraries too.
  const { HttpWebhookSender } = await import('../deliver/http-webhook-sender.ts');
  const sender = new HttpWebhookSender({ targets: 'loopback' });
  await withDatabase(async (stores) => {
    const { id } = await getAccount(stores.get(AccountStore), email);
    const newest = async () => stores.get(AlertInbox).list(id, { limit: ALERTS_PER_POLL });
    let seen = (await newest())[0]?.event.id ?? 0;
    process.stderr.write(`forwarding new alerts to ${url}\nsecret of this run: ${secrets.secret}\n`);
    while (!stopping.aborted) {
      const fresh = (await newest()).filter(({ event }) => event.id > seen).toReversed();
      for (const { event } of fresh) {
        const body = JSON.stringify(webhookPayload(kinds, event));
        const headers = signedHeaders({ id: `msg_local${event.id}`, sentAt: new Date(), body }, [secrets]);
        const { status, error } = await sender.send({ url, headers, body });
        print(
          json,
          { event: present(kinds, event), status, error },
          `${status ?? error}  ${describeEvent(kinds, event)}`,
        );
        seen = event.id;
      }
      await sleep(POLL_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  });
}
