import { systemClock } from '@brickmarket/domain';
import { DEFAULT_DELIVERER, Deliverer, type DelivererSettings } from '@brickmarket/operations';
import { type Mail, Mailer } from '@brickmarket/operations/identity';
import { DeliveryQueue } from '@brickmarket/persistence-ports';
import type { CliConfig } from '../config.ts';
import { withDeliverStores } from '../persistence.wiring.ts';
import { HttpWebhookSender } from './http-webhook-sender.ts';

const SMTP_TIMEOUT_MS = 10_000;

/** Delivers until the signal. */
export async function runDeliverer(
  config: CliConfig,
  settings: Partial<DelivererSettings>,
  stopping: AbortSignal,
  report: (line: string) => void,
): Promise<void> {
  const mailer = config.mail === null ? NO_MAIL : await SmtpMailer.open(config.mail);
  const sender = new HttpWebhookSender({ targets: config.webhookTargets, nameServers: config.webhookNameServers });
  await withDeliverStores((stores) =>
    new Deliverer(
      { queue: stores.get(DeliveryQueue), sender, mailer, clock: systemClock, report },
      { ...DEFAULT_DELIVERER, ...settings },
    ).run(stopping),
  );
}

const NO_MAIL: Pick<Mailer, 'isAvailable' | 'send'> = {
  isAvailable: false,
  send: () => Promise.reject(new Error('no SMTP_URL is set')),
};

/** Mail by SMTP, as the operator has set it up. */
class SmtpMailer extends Mailer {
  readonly isAvailable = true;

  private constructor(
    private readonly transport: { sendMail(mail: Mail & { readonly from: string }): Promise<unknown> },
    private readonly from: string,
  ) {
    super();
  }

  /** The library is loaded only where mail is sent. */
  static async open({ smtpUrl, from }: NonNullable<CliConfig['mail']>): Promise<SmtpMailer> {
    const { createTransport } = await import('nodemailer');
    const limits = {
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    };
    return new SmtpMailer(createTransport(smtpUrl, limits as object), from);
  }

  async send(mail: Mail): Promise<void> {
    await this.transport.sendMail({ ...mail, from: this.from });
  }
}
