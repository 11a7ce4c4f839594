import type { EventKinds } from '@brickmarket/alerts';
import { systemClock } from '@brickmarket/domain';
import { DEFAULT_DELIVERER, Deliverer, type DelivererSettings } from '@brickmarket/operations';
import { DEFAULT_RETAIL_STALE_DAYS } from '@brickmarket/operations/sets';
import { DatabaseHealth, DeliveryQueue, OwnSets, SellingFees } from '@brickmarket/persistence-ports';
import { SMTP_CONNECTIONS, SmtpMailer } from '@brickmarket/service-runtime/mail';
import { accountUrlAt, type CliConfig } from '../config.ts';
import { whileSchemaCarriesUs } from '../jobs/while-schema-carries-us.ts';
import { withDeliverStores } from '../persistence.wiring.ts';
import { HttpWebhookSender } from './http-webhook-sender.ts';
import { watchDeliverer } from './watch-deliverer.ts';

export async function runDeliverer(
  config: CliConfig,
  kinds: EventKinds,
  settings: Partial<DelivererSettings>,
  stopping: AbortSignal,
): Promise<void> {
  const watch = watchDeliverer(config);
  const mailer = new SmtpMailer(config.mail);
  const sender = new HttpWebhookSender({ targets: config.webhookTargets, nameServers: config.webhookNameServers });
  const accountUrl = accountUrlAt(config.accountPort);
  try {
    await withDeliverStores(async (stores) => {
      const { queue, ...own } = stores.pick({ queue: DeliveryQueue, ownSets: OwnSets, fees: SellingFees });
      const stakes = { ...own, retailStaleDays: config.retailStaleDays ?? DEFAULT_RETAIL_STALE_DAYS };
      const deliverer = new Deliverer(
        { kinds, queue, sender, mailer, accountUrl, clock: systemClock, stakes, ...watch },
        { ...DEFAULT_DELIVERER, mailSlots: SMTP_CONNECTIONS, ...settings },
      );
      await watch.serveMetrics(stores, deliverer);
      await whileSchemaCarriesUs(stores.get(DatabaseHealth), stopping, (stop) => deliverer.run(stop));
    });
  } finally {
    mailer.close();
  }
}
