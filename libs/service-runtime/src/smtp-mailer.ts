import { createTransport } from 'nodemailer';

/** The operator's mail server, and the sender of all mail. */
export interface SmtpSettings {
  readonly smtpUrl: string;
  readonly from: string;
}

/** How long the mail server may take. */
export interface SmtpLimits {
  /** For connecting, for its greeting, and for each of its answers. */
  readonly answerMs: number;
  /** For one mail from the call to the end, also when the server answers a little all the time. */
  readonly mailMs: number;
}

/** Whoever leases mail must do so for longer than `mailMs`, or another process sends it as well. */
export const SMTP_LIMITS: SmtpLimits = { answerMs: 10_000, mailMs: 30_000 };

/** Mails under way at once; more wait for one of these connections. */
export const SMTP_CONNECTIONS = 5;

interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Becomes the Message-ID; without it each mail gets a new one. */
  readonly id?: string;
}

/** One connection to the mail server, which is opened for the first mail and stays for the next ones. */
function openConnection(url: string, { answerMs }: SmtpLimits) {
  return createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // Only what was not begun is handed to another connection: a mail that may have arrived is never repeated here.
    maxRequeues: 1,
    dnsTimeout: answerMs,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
  });
}

type Connection = ReturnType<typeof openConnection>;

/** Greets the mail server and logs in, without sending a mail. Rejects with the reason when it does not answer well. */
export async function greetMailServer({ smtpUrl }: SmtpSettings, limits: SmtpLimits = SMTP_LIMITS): Promise<void> {
  const connection = openConnection(smtpUrl, limits);
  try {
    await unlessAborted(connection.verify(), AbortSignal.timeout(limits.answerMs));
  } finally {
    connection.close({ force: true });
  }
}

/**
 * Mail by SMTP, as the operator has set it up; without that none is sent. A pool of pools with one connection each: the
 * one that hangs is cut off without disturbing the others.
 */
export class SmtpMailer {
  readonly #idle: Connection[] = [];
  readonly #busy = new Set<Connection>();
  /** Each takes over the place of a mail that has ended. */
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
      // Whatever it was about to say: nobody listens any more, and the mail is tried again later.
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

  /** Ends the connections, also of mail that is under way. */
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

/** The outcome of work, or a rejection once the signal is aborted. */
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
