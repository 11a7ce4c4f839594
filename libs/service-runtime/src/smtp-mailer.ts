import { createTransport, type Transporter } from 'nodemailer';

/** The operator's mail server, and the sender of all mail. */
export interface SmtpSettings {
  readonly smtpUrl: string;
  readonly from: string;
}

const TIMEOUT_MS = 10_000;
const TIMEOUTS = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };

/** Mail by SMTP, as the operator has set it up; without that none is sent. */
export class SmtpMailer {
  private readonly transport: Transporter | null;

  constructor(private readonly settings: SmtpSettings | null) {
    this.transport = settings === null ? null : createTransport(settings.smtpUrl, TIMEOUTS as object);
  }

  get isAvailable(): boolean {
    return this.transport !== null;
  }

  async send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void> {
    if (this.transport === null) throw new Error('no SMTP_URL is set');
    const { to, subject, text } = mail;
    await this.transport.sendMail({ from: this.settings!.from, to, subject, text });
  }

  close(): void {
    this.transport?.close();
  }
}
