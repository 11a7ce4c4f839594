import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { SoftAuthenticator } from '../support/soft-authenticator.ts';

interface Challenge {
  readonly challengeToken: string;
  readonly options: { readonly challenge: string };
}

const PRESENT_ONLY = 0x01;

describe('passkeys', () => {
  let area: TestAccountArea;
  beforeAll(async () => {
    area = await TestAccountArea.start();
  });
  afterAll(() => area.stop());

  const ask = async (browser: TestBrowser, path: string): Promise<Challenge> =>
    (await browser.post(path)).json<Challenge>();

  const register = async (browser: TestBrowser, authenticator = new SoftAuthenticator(area.origin)) => {
    const { challengeToken, options } = await ask(browser, 'passkeys/options');
    const body = { challengeToken, name: 'Phone', response: authenticator.register(options) };
    return { authenticator, answer: await browser.post('passkeys', body), body };
  };

  const signIn = async (browser: TestBrowser, authenticator: SoftAuthenticator, origin?: string) => {
    const { challengeToken, options } = await ask(browser, 'sign-in/passkey/options');
    return browser.post('sign-in/passkey', { challengeToken, response: authenticator.use(options, origin) });
  };

  it('is added once, signs in without an address, and is gone once it is removed', async () => {
    const owner = await area.signedUp('owner@example.com');
    const { authenticator, answer, body } = await register(owner);
    expect([answer.status, answer.json()]).toMatchObject([201, { name: 'Phone', lastUsedAt: null }]);
    expect((await owner.post('passkeys', body)).code).toBe('PasskeyRefused');
    const browser = area.browser();
    const signedIn = await signIn(browser, authenticator);
    expect(signedIn.json()).toMatchObject({
      status: 'signed_in',
      state: { account: { email: 'owner@example.com' }, stepUpMethods: ['password', 'passkey'] },
    });
    const { id } = answer.json<{ id: number }>();
    expect((await browser.delete(`passkeys/${id}`)).status).toBe(204);
    expect((await signIn(area.browser(), authenticator)).code).toBe('PasskeyRefused');
  });

  it('is refused with a challenge that was used, from another origin, or without a finger or PIN', async () => {
    const owner = await area.signedUp('careful@example.com');
    const { authenticator } = await register(owner);
    const browser = area.browser();
    const { challengeToken, options } = await ask(browser, 'sign-in/passkey/options');
    const response = authenticator.use(options);
    expect((await browser.post('sign-in/passkey', { challengeToken, response })).status).toBe(200);
    expect((await area.browser().post('sign-in/passkey', { challengeToken, response })).code).toBe('PasskeyRefused');
    expect((await signIn(area.browser(), authenticator, 'https://evil.example')).code).toBe('PasskeyRefused');
    const unverified = await register(owner, new SoftAuthenticator(area.origin, PRESENT_ONLY));
    expect(unverified.answer.code).toBe('PasskeyRefused');
  });

  it('of another account opens nothing: not by step-up, not by its id, not by adding it again', async () => {
    const ann = await area.signedUp('ann@example.com');
    const bob = await area.signedUp('bob@example.com');
    const { answer, authenticator } = await register(ann);
    await register(bob);
    const { id } = answer.json<{ id: number }>();
    expect((await bob.delete(`passkeys/${id}`)).code).toBe('NotFound');
    expect((await ann.get('passkeys')).json()).toMatchObject({ passkeys: [{ id }] });
    const { challengeToken, options } = await ask(bob, 'step-up/passkey/options');
    const stepUp = await bob.post('step-up/passkey', { challengeToken, response: authenticator.use(options) });
    expect(stepUp.code).toBe('PasskeyRefused');
    // A challenge that was made for one account is worth nothing to another.
    const foreign = await ask(ann, 'step-up/passkey/options');
    const response = authenticator.use(foreign.options);
    expect((await bob.post('step-up/passkey', { challengeToken: foreign.challengeToken, response })).code).toBe(
      'PasskeyRefused',
    );
    expect((await register(bob, authenticator)).answer.code).toBe('Conflict');
    await area.makeStale();
    const own = await ask(ann, 'step-up/passkey/options');
    const proof = { challengeToken: own.challengeToken, response: authenticator.use(own.options) };
    expect((await ann.post('step-up/passkey', proof)).status).toBe(200);
    expect((await ann.post('keys', { name: 'shop' })).status).toBe(201);
  });

  it.each([{}, { id: 'x' }, { id: 'A'.repeat(5000), response: null }])('survives the answer %j', async (response) => {
    const { challengeToken } = await ask(area.browser(), 'sign-in/passkey/options');
    const answer = await area.browser().post('sign-in/passkey', { challengeToken, response });
    expect([answer.status, answer.code]).toEqual([400, 'PasskeyRefused']);
  });
});
