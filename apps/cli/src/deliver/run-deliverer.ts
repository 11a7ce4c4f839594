import type { EventKinds } from '@brickmarket/alerts';
import { systemClock } from '@brickmarket/domain';
import { DEFAULT_DELIVERER, Deliverer, type DelivererSettings } from '@brickmarket/operations';
import { DatabaseHealth, DeliveryQueue } from '@brickmarket/persistence-ports';
import { SMTP_CONNECTIONS, SmtpMailer } from '@brickmarket/service-runtime/mail';
import { accountUrlAt, type CliConfig } from '../config.ts';
import { whileSchemaCarriesUs } from '../jobs/while-schema-carries-us.ts';
import { withDeliverStores } from '../persistence.wiring.ts';
import { HttpWebhookSender } from './http-webhook-sender.ts';

/** Delivers until the signal. */
export async function runDeliverer(
  config: CliConfig,
  kinds: EventKinds,
  settings: Partial<DelivererSettings>,
  stopping: AbortSignal,
  report: (line: string) => void,
): Promise<void> {
  const mailer = new SmtpMailer(config.mail);
  const sender = new HttpWebhookSender({ targets: config.webhookTargets, nameServers: config.webhookNameServers });
  const accountUrl = accountUrlAt(config.accountPort);
  try {
    await withDeliverStores((stores) => {
      const deliverer = new Deliverer(
        { kinds, queue: stores.get(DeliveryQueue), sender, mailer, accountUrl, clock: systemClock, report },
        { ...DEFAULT_DELIVERER, mailSlots: SMTP_CONNECTIONS, ...settings },
      );
      return whileSchemaCarriesUs(stores.get(DatabaseHealth), stopping, (stop) => deliverer.run(stop));
    });
  } finally {
    mailer.close();
  }
}
