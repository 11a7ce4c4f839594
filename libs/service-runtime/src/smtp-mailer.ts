import { createTransport } from 'nodemailer';

export interface SmtpSettings {
  readonly smtpUrl: string;
  readonly from: string;
}

export interface SmtpLimits {
  /** For connecting, greeting and each response. */
  readonly answerMs: number;
  /** For one mail in all, also if the server keeps responding slowly. */
  readonly mailMs: number;
}

/** Mail leases must exceed `mailMs`, or another process sends it too. */
export const SMTP_LIMITS: SmtpLimits = { answerMs: 10_000, mailMs: 30_000 };

/** Concurrent mails; more wait. */
export const SMTP_CONNECTIONS = 5;

interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Becomes the Message-ID; absent: a new one each time. */
  readonly id?: string;
}

function openConnection(url: string, { answerMs }: SmtpLimits) {
  return createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // Only unstarted mail moves to another connection: one that may have arrived is never repeated here.
    maxRequeues: 1,
    dnsTimeout: answerMs,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
  });
}

type Connection = ReturnType<typeof openConnection>;

/** Logs in without sending. Rejects with the reason. */
export async function greetMailServer({ smtpUrl }: SmtpSettings, limits: SmtpLimits = SMTP_LIMITS): Promise<void> {
  const connection = openConnection(smtpUrl, limits);
  try {
    await unlessAborted(connection.verify(), AbortSignal.timeout(limits.answerMs));
  } finally {
    connection.close({ force: true });
  }
}

/** One connection per pool, so that cutting a hanging one does not disturb others. */
export class SmtpMailer {
  readonly #idle: Connection[] = [];
  readonly #busy = new Set<Connection>();
  /** Started in turn when a mail ends. */
  readonly #waiting = new Set<() => void>();
  #free = SMTP_CONNECTIONS;

  constructor(
    private readonly settings: SmtpSettings | null,
    private readonly limits: SmtpLimits = SMTP_LIMITS,
  ) {}

  get isAvailable(): boolean {
    return this.settings !== null;
  }

  async send(mail: OutgoingMail): Promise<void> {
    if (this.settings === null) throw new Error('no SMTP_URL is set');
    const { smtpUrl, from } = this.settings;
    const limit = AbortSignal.timeout(this.limits.mailMs);
    await this.#waitForTurn(limit);
    const connection = this.#idle.pop() ?? openConnection(smtpUrl, this.limits);
    this.#busy.add(connection);
    try {
      const { to, subject, text, id } = mail;
      const messageId = id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` };
      await unlessAborted(connection.sendMail({ from, to, subject, text, ...messageId }), limit);
      this.#idle.push(connection);
    } catch (error) {
      // The mail is tried again later.
      connection.close({ force: true });
      throw limit.aborted ? this.#tooSlow() : error;
    } finally {
      this.#busy.delete(connection);
      const [next] = this.#waiting;
      if (next === undefined) this.#free++;
      else {
        this.#waiting.delete(next);
        next();
      }
    }
  }

  /** Also cuts mail in progress. */
  close(): void {
    for (const connection of [...this.#idle.splice(0), ...this.#busy]) connection.close({ force: true });
  }

  async #waitForTurn(limit: AbortSignal): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    let takeOver = (): void => undefined;
    const turn = new Promise<void>((resolve) => (takeOver = resolve));
    this.#waiting.add(takeOver);
    try {
      await unlessAborted(turn, limit);
    } catch {
      throw this.#tooSlow();
    } finally {
      this.#waiting.delete(takeOver);
    }
  }

  #tooSlow(): Error {
    return new Error(`the mail server did not take the mail within ${this.limits.mailMs / 1_000} seconds`);
  }
}

/** Rejects once the signal is aborted. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function domainOf(address: string): string {
  return /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost';
}
