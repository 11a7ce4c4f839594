import { TOTP } from 'otpauth';
import { PASSWORD, TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';

const STEP_MS = 30_000;
/** In the middle of a time step, at which the clock of the account area stands still. */
const NOW = new Date(Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2);

describe('the second factor', () => {
  let area: TestAccountArea;
  beforeAll(async () => {
    area = await TestAccountArea.start({}, { now: () => NOW });
  });
  afterAll(() => area.stop());

  const codeOf = (secret: string, offsetMs = 0): string =>
    new TOTP({ secret }).generate({ timestamp: NOW.getTime() + offsetMs });
  /** The code of the next step: the present one was used for the confirmation. A phone may be one step ahead. */
  const nextCodeOf = (secret: string): string => codeOf(secret, STEP_MS);

  const setUp = async (email: string): Promise<{ browser: TestBrowser; secret: string; codes: string[] }> => {
    const browser = await area.signedUp(email);
    const begun = (await browser.post('totp/begin')).json<{ secret: string; qrSvg: string; otpauthUri: string }>();
    expect(begun.qrSvg).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(begun.otpauthUri).toContain(begun.secret);
    const confirmed = await browser.post('totp/confirm', { code: codeOf(begun.secret) });
    return { browser, secret: begun.secret, codes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes };
  };

  const challenge = async (email: string, browser = area.browser('198.51.100.20')) => {
    const answer = await browser.post('sign-in/password', { email, password: PASSWORD });
    const { status, challengeToken } = answer.json<{ status: string; challengeToken: string }>();
    return { browser, status, challengeToken };
  };

  it('is asked for after the password, and accepts a code once', async () => {
    const { secret } = await setUp('code@example.com');
    const { browser, status, challengeToken } = await challenge('code@example.com');
    expect(status).toBe('second_factor_required');
    expect(browser.sessionCookie).toBeUndefined();
    expect((await browser.get('keys')).code).toBe('NotSignedIn');
    const code = nextCodeOf(secret);
    const done = await browser.post('sign-in/second-factor', { challengeToken, code });
    expect(done.json()).toMatchObject({ status: 'signed_in', state: { account: { hasTotp: true } } });
    expect((await browser.post('sign-in/second-factor', { challengeToken, code })).code).toBe('LinkUsed');
    const again = await challenge('code@example.com');
    const replayed = await again.browser.post('sign-in/second-factor', {
      challengeToken: again.challengeToken,
      code,
    });
    expect([replayed.status, replayed.code]).toEqual([403, 'WrongCode']);
    expect(replayed.body).toContain('already been used');
  });

  it('says nothing of a code that would be right at another time, and limits guesses', async () => {
    const { secret } = await setUp('clock@example.com');
    const { browser, challengeToken } = await challenge('clock@example.com');
    const guess = (code: string) => browser.post('sign-in/second-factor', { challengeToken, code });
    const wrong = await guess('aaaaa-aaaaa');
    expect([wrong.status, wrong.code]).toEqual([403, 'WrongCode']);
    for (const steps of [2, 10]) expect((await guess(codeOf(secret, steps * STEP_MS))).body).toBe(wrong.body);
    const answers = [];
    for (let count = 0; count < 4; count++) answers.push((await guess('aaaaa-aaaaa')).code);
    expect(answers).toEqual(['WrongCode', 'WrongCode', 'TooManyAttempts', 'TooManyAttempts']);
  });

  it('says nothing of such a code either when a session proves anew who uses it', async () => {
    const { browser, secret } = await setUp('clock-again@example.com');
    const prove = (code: string) => browser.post('step-up/password', { password: PASSWORD, code });
    const wrong = await prove('aaaaa-aaaaa');
    expect([wrong.status, wrong.code]).toEqual([403, 'WrongCode']);
    for (const steps of [-2, 2, 10]) expect((await prove(codeOf(secret, steps * STEP_MS))).body).toBe(wrong.body);
  });

  it('says while it is set up that the clock of the phone is off, as the secret is on the screen', async () => {
    const browser = await area.signedUp('new-phone@example.com');
    const { secret } = (await browser.post('totp/begin')).json<{ secret: string }>();
    const skewed = await browser.post('totp/confirm', { code: codeOf(secret, 10 * STEP_MS) });
    expect(skewed.code).toBe('WrongCode');
    expect(skewed.body).toContain('clock of your phone is wrong');
    expect((await browser.post('totp/confirm', { code: codeOf(secret) })).status).toBe(200);
  });

  it('of a sign-in with the old password does not complete it once there is a new one', async () => {
    const { browser: owner, codes } = await setUp('renewed@example.com');
    const { browser, challengeToken } = await challenge('renewed@example.com');
    expect((await owner.post('password', { password: 'another four good words' })).status).toBe(200);
    const late = await browser.post('sign-in/second-factor', { challengeToken, code: codes[0] });
    expect([late.status, late.code]).toEqual([410, 'LinkVoid']);
    expect(browser.sessionCookie).toBeUndefined();
    // The code was not spent for it.
    expect((await owner.get('session')).json()).toMatchObject({ account: { recoveryCodesLeft: 10 } });
  });

  it('is replaced by a recovery code, each once, until new ones are made', async () => {
    const { browser: owner, codes } = await setUp('lost@example.com');
    expect(codes).toHaveLength(10);
    const first = await challenge('lost@example.com');
    const typed = codes[0]!.toUpperCase().replace('-', ' ');
    const body = { challengeToken: first.challengeToken, code: typed };
    expect((await first.browser.post('sign-in/second-factor', body)).json()).toMatchObject({
      state: { account: { recoveryCodesLeft: 9 } },
    });
    const second = await challenge('lost@example.com');
    const used = { challengeToken: second.challengeToken, code: codes[0] };
    expect((await second.browser.post('sign-in/second-factor', used)).code).toBe('WrongCode');
    expect((await owner.post('recovery-codes')).json()).toMatchObject({ recoveryCodes: expect.any(Array) });
    const replaced = { challengeToken: second.challengeToken, code: codes[1] };
    expect((await second.browser.post('sign-in/second-factor', replaced)).code).toBe('WrongCode');
  });

  it('is asked for in a step-up too, and no longer once it is removed', async () => {
    const { browser, secret } = await setUp('step@example.com');
    expect((await browser.post('step-up/password', { password: PASSWORD })).code).toBe('WrongCode');
    const proven = await browser.post('step-up/password', { password: PASSWORD, code: nextCodeOf(secret) });
    expect(proven.status).toBe(200);
    expect((await browser.post('totp/begin')).code).toBe('Conflict');
    expect((await browser.post('totp/remove')).status).toBe(204);
    expect((await challenge('step@example.com')).status).toBe('signed_in');
  });
});
