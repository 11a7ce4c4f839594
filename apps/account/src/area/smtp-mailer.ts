import { type Mail, Mailer } from '@brickmarket/operations/identity';
import { createTransport, type Transporter } from 'nodemailer';
import type { AccountConfig } from '../config/config.ts';

const TIMEOUT_MS = 10_000;

/** Mail by SMTP, as the operator has set it up; without that none is sent. */
export class SmtpMailer extends Mailer {
  private readonly transport: Transporter | null;

  constructor(private readonly settings: AccountConfig['mail']) {
    super();
    this.transport =
      settings === null
        ? null
        : createTransport(settings.smtpUrl, {
            connectionTimeout: TIMEOUT_MS,
            greetingTimeout: TIMEOUT_MS,
            socketTimeout: TIMEOUT_MS,
          } as object);
  }

  get isAvailable(): boolean {
    return this.transport !== null;
  }

  async send({ to, subject, text }: Mail): Promise<void> {
    if (this.transport === null) throw new Error('no SMTP_URL is set');
    await this.transport.sendMail({ from: this.settings!.from, to, subject, text });
  }

  close(): void {
    this.transport?.close();
  }
}
