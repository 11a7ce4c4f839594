import { SMTPServer } from 'smtp-server';
import { freePort } from './free-port.ts';
import { eventually } from './eventually.ts';

interface ReceivedMail {
  readonly to: string;
  readonly text: string;
  /** The address of the link in it, and the link's secret; empty without one. */
  readonly link: string;
  readonly token: string;
}

/** An SMTP server that keeps every mail it is given. */
export class TestMailbox {
  readonly received: ReceivedMail[] = [];
  /** While set, every mail is refused for now. */
  isFull = false;
  /** How long it takes to say that it has a mail. */
  delayMs = 0;

  private constructor(
    private readonly server: SMTPServer,
    /** For the account area's environment. */
    readonly settings: Readonly<Record<'SMTP_URL' | 'MAIL_FROM', string>>,
  ) {}

  static async start(): Promise<TestMailbox> {
    const port = await freePort();
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        let raw = '';
        stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
        stream.on('end', () => {
          if (mailbox.isFull) return done(Object.assign(new Error('the mailbox is full'), { responseCode: 452 }));
          const text = raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
          const [link = '', token = ''] = /http\S+#token=([A-Za-z0-9_-]{43})/.exec(text) ?? [];
          mailbox.received.push({ to: session.envelope.rcptTo[0]!.address, text, link, token });
          setTimeout(done, mailbox.delayMs);
        });
      },
    });
    const mailbox = new TestMailbox(server, {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Brickmarket <account@example.com>',
    });
    await new Promise<void>((ready) => server.listen(port, '127.0.0.1', () => ready()));
    return mailbox;
  }

  /** Takes the newest mail to an address, with these words in it, out, once it is there. */
  async take(address: string, words = ''): Promise<ReceivedMail> {
    const find = (): number => this.received.findLastIndex(({ to, text }) => to === address && text.includes(words));
    await eventually(`a mail to ${address} arrives`, () => find() >= 0);
    return this.received.splice(find(), 1)[0]!;
  }

  stop(): Promise<void> {
    return new Promise((closed) => this.server.close(() => closed()));
  }
}
