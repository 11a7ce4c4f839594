import { inTime } from '../../../test/support/eventually.ts';
import { HangingMailServer } from '../../../test/support/hanging-mail-server.ts';
import { SMTP_LIMITS, SmtpMailer } from './smtp-mailer.ts';

describe('the limits of mail that nobody has changed', () => {
  it('are in force: a server that says nothing is given up after them, not after the ones of the library', async () => {
    const server = await HangingMailServer.start('silent');
    const mailer = new SmtpMailer(server.settings);
    const sent = mailer.send({ to: 'ann@example.com', subject: 'News', text: 'None.' });
    // The library waits for 30 seconds.
    const givenUp = inTime('it is given up', sent, { withinMs: SMTP_LIMITS.answerMs + 15_000 });
    await expect(givenUp).rejects.toThrow(/greeting never received/i);
    mailer.close();
    await server.stop();
  });
});
