import { eventually } from '../../../test/support/eventually.ts';
import { HangingMailServer } from '../../../test/support/hanging-mail-server.ts';
import { TestMailbox } from '../../../test/support/test-mailbox.ts';
import { SMTP_CONNECTIONS, SmtpMailer } from './smtp-mailer.ts';

const MAIL = { to: 'ann@example.com', subject: 'News', text: 'Nothing has happened.' };
/** For a server that answers: far more than it needs on a busy machine. */
const PLENTY = { answerMs: 60_000, mailMs: 120_000 };
/** For one that hangs: longer than a busy machine stands still, or it seems that there was no connection to it. */
const HANGS_MS = 3_000;
/** A limit that is not in force would be waited for ten minutes. */
const TIMEOUT_MS = 60_000;

describe('a mail server that hangs', () => {
  it.each([
    ['silent', { answerMs: HANGS_MS, mailMs: 100_000 }, /greeting never received/i],
    ['after-greeting', { answerMs: HANGS_MS, mailMs: 100_000 }, /timeout/i],
    ['trickling', { answerMs: 50_000, mailMs: 400 }, /did not take the mail within 0.4 seconds/],
  ] as const)(
    'is given up and disconnected: %s',
    async (hanging, limits, error) => {
      const server = await HangingMailServer.start(hanging);
      const mailer = new SmtpMailer(server.settings, limits);
      await expect(mailer.send(MAIL)).rejects.toThrow(error);
      await eventually('the connection is closed', () => server.held === 0);
      await server.stop();
      mailer.close();
    },
    TIMEOUT_MS,
  );

  it(
    'gets so many connections and no more; who waits for one longer than a mail may take is told so',
    async () => {
      const server = await HangingMailServer.start();
      const mailer = new SmtpMailer(server.settings, { answerMs: 50_000, mailMs: HANGS_MS });
      const sent = Array.from({ length: 3 * SMTP_CONNECTIONS }, () => mailer.send(MAIL));
      const outcomes = await Promise.allSettled(sent);
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ reason: { message: expect.stringContaining('did not take the mail within') } });
      expect(server.mostHeld).toBe(SMTP_CONNECTIONS);
      await server.stop();
      mailer.close();
    },
    TIMEOUT_MS,
  );
});

describe('a mail server that works', () => {
  it('gets each mail once over a few connections that stay open, also while it refuses some', async () => {
    const mailbox = await TestMailbox.start();
    const settings = { smtpUrl: mailbox.settings.SMTP_URL, from: mailbox.settings.MAIL_FROM };
    const mailer = new SmtpMailer(settings, PLENTY);
    mailbox.isFull = true;
    await expect(mailer.send(MAIL)).rejects.toThrow('the mailbox is full');
    mailbox.isFull = false;
    const numbers = Array.from({ length: 20 }, (_, index) => String(index));
    await Promise.all(numbers.map((n) => mailer.send({ ...MAIL, subject: n, id: `msg_${n}` })));
    expect(mailbox.received.map(({ text }) => /^Message-ID: <msg_(\d+)@example\.com>\r$/im.exec(text)?.[1])).toEqual(
      expect.arrayContaining(numbers),
    );
    expect(mailbox.received).toHaveLength(numbers.length);
    mailer.close();
    await mailbox.stop();
  });
});
