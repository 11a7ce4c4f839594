import { PASSWORD, TestAccountArea } from '../support/test-account-area.ts';
import { TestMailbox } from '../support/test-mailbox.ts';

describe('mail of the account area', () => {
  let area: TestAccountArea;
  let mailbox: TestMailbox;
  beforeAll(async () => {
    mailbox = await TestMailbox.start();
    area = await TestAccountArea.start({ SIGN_UP: 'open', ...mailbox.settings });
  });
  afterAll(async () => {
    await area.stop();
    await mailbox.stop();
  });

  it('opens an account for whoever reads the mailbox, and says the same for an address that has one', async () => {
    const browser = area.browser();
    const answer = await browser.post('sign-up', { email: 'New@example.com' });
    expect([answer.status, answer.json()]).toEqual([202, { sent_to: 'new@example.com' }]);
    const { token } = await mailbox.take('new@example.com');
    const accepted = await browser.post('invitations/accept', { token, password: PASSWORD });
    expect(accepted.json()).toMatchObject({ state: { account: { plan: 'free', includes_api: false } } });
    const again = await area.browser().post('sign-up', { email: 'new@example.com' });
    expect([again.status, again.body]).toEqual([202, answer.body]);
    expect((await mailbox.take('new@example.com')).text).toContain('It has one already');
  });

  it('replaces a forgotten password once, and ends every session', async () => {
    const owner = await area.signedUp('forgot@example.com');
    const browser = area.browser();
    const known = await browser.post('reset/request', { email: 'forgot@example.com' });
    const unknown = await browser.post('reset/request', { email: 'nobody@example.com' });
    expect([known.status, unknown.status]).toEqual([202, 202]);
    const { token } = await mailbox.take('forgot@example.com');
    const password = 'another four good words';
    expect((await browser.post('reset/perform', { token, password: 'short' })).code).toBe('WeakPassword');
    expect((await browser.post('reset/perform', { token, password })).status).toBe(204);
    expect((await browser.post('reset/perform', { token, password })).code).toBe('LinkUsed');
    expect((await owner.get('keys')).code).toBe('NotSignedIn');
    const signedIn = await browser.post('sign-in/password', { email: 'forgot@example.com', password });
    expect(signedIn.json()).toMatchObject({ status: 'signed_in' });
    expect(mailbox.received.filter(({ to }) => to === 'nobody@example.com')).toEqual([]);
  });

  it('changes the address only once the new mailbox has answered, and tells the old one', async () => {
    const owner = await area.signedUp('old@example.com');
    expect((await owner.post('address', { email: 'moved@example.com' })).status).toBe(202);
    const { token } = await mailbox.take('moved@example.com');
    expect((await mailbox.take('old@example.com')).text).toContain('moved@example.com');
    expect((await owner.get('session')).json()).toMatchObject({ account: { email: 'old@example.com' } });
    const confirmed = await area.browser().post('address/confirm', { token });
    expect(confirmed.json()).toEqual({ email: 'moved@example.com' });
    expect((await owner.get('session')).json()).toMatchObject({ account: { email: 'moved@example.com' } });
    await area.signedUp('taken@example.com');
    await owner.post('address', { email: 'taken@example.com' });
    const { token: taken } = await mailbox.take('taken@example.com');
    expect((await area.browser().post('address/confirm', { token: taken })).code).toBe('AddressTaken');
  });

  it('fills nobody’s mailbox: the fourth mail to an address is refused', async () => {
    const codes = [];
    for (let count = 0; count < 5; count++) {
      const browser = area.browser(`198.51.100.${count + 1}`);
      codes.push((await browser.post('reset/request', { email: 'victim@example.com' })).code);
    }
    expect(codes).toEqual([undefined, undefined, undefined, 'TooManyAttempts', 'TooManyAttempts']);
  });
});

it('pretends nothing without mail, and says whom to ask', async () => {
  const area = await TestAccountArea.start({ CONTACT_EMAIL: 'help@example.com' });
  try {
    const answer = await area.browser().post('reset/request', { email: 'ann@example.com' });
    expect([answer.status, answer.code]).toEqual([409, 'MailUnavailable']);
    expect(answer.body).toContain('help@example.com');
    expect((await area.browser().post('sign-up', { email: 'ann@example.com' })).code).toBe('SignUpClosed');
    expect((await area.browser().get('session')).json()).toMatchObject({ mail: false, sign_up: 'invited' });
  } finally {
    await area.stop();
  }
});
