import { ConflictError, NotFoundError } from '@brickmarket/domain';
import {
  hashOfSecret,
  isTotpOfAnotherTime,
  matchingTotpStep,
  newRecoveryCodes,
  newSecretToken,
  newTotpSecret,
  readSecondFactorCode,
  totpUri,
} from '@brickmarket/identity';
import type { LiveSession } from '@brickmarket/persistence-ports';
import { type AccountArea, attempt, type OwnSession, record, requireFresh } from './account-area.ts';
import { notSignedIn, wrongCode } from './sign-in.ts';
import { checkPassword } from './sign-up.ts';

/** Another session may be a thief's, so ending it voids pending tokens. Throws NotFoundError. */
export async function endSession(area: AccountArea, session: OwnSession, id: number): Promise<void> {
  const { accountId } = session;
  const { sessions } = area.stores;
  const isOwn = id === session.id;
  const isEnded = await (isOwn ? sessions.end(accountId, id) : sessions.revoke(accountId, id));
  if (!isEnded) throw new NotFoundError('This session has already ended.');
  if (isOwn) await record(area, session, 'signed_out', 'Signed out');
  else await record(area, session, 'session_ended', 'Another session was ended');
}

/** Voids pending tokens; returns how many sessions ended. */
export async function endOtherSessions(area: AccountArea, session: OwnSession): Promise<number> {
  const count = await area.stores.sessions.endOthers(session.accountId, session.id);
  await record(area, session, 'sessions_ended', `All other sessions were ended (${count})`);
  return count;
}

/** Ends other sessions and pending tokens. Returns the session's new secret. */
export async function choosePassword(area: AccountArea, session: OwnSession, password: string): Promise<string> {
  requireFresh(area, session);
  const { accountId } = session;
  const { email } = (await area.stores.credentials.find(accountId))!;
  checkPassword(password, email);
  const passwordHash = await area.passwords.hash(password);
  const token = newSecretToken();
  const renewal = { tokenHash: hashOfSecret(token), verifiedAt: area.clock.now() };
  if (!(await area.stores.credentials.setPassword(session, passwordHash, renewal))) throw notSignedIn();
  await record(area, session, 'password_set', 'A password was set; all other sessions ended');
  return token;
}

export interface TotpSetup {
  readonly secret: string;
  readonly uri: string;
}

/** Changes nothing until a code is confirmed. */
export async function beginTotp(area: AccountArea, session: LiveSession): Promise<TotpSetup> {
  requireFresh(area, session);
  const { email, totpSecret } = (await area.stores.credentials.find(session.accountId))!;
  if (totpSecret !== null) throw new ConflictError('An authenticator app is already set up. Remove it first.');
  const secret = newTotpSecret();
  await area.stores.credentials.beginTotp(session.accountId, secret);
  return { secret, uri: totpUri(secret, email) };
}

/** Activates the app; returns recovery codes, shown once. */
export async function confirmTotp(area: AccountArea, session: OwnSession, typed: string): Promise<readonly string[]> {
  requireFresh(area, session);
  const identity = (await area.stores.credentials.find(session.accountId))!;
  const { pendingTotpSecret: secret } = identity;
  if (secret === null) throw new ConflictError('There is no authenticator app to confirm. Start again.');
  const code = readSecondFactorCode(typed);
  if (code?.kind !== 'totp') throw wrongCode('A code has six digits. Use the one that your app shows now.');
  const target = { account: identity.email, accountId: identity.id, visitor: session.visitor };
  const codes = newRecoveryCodes();
  let fault = 'Wrong code. Use the one that your app shows now.';
  const isRight = await attempt(area, 'code', target, async () => {
    const at = area.clock.now();
    const step = matchingTotpStep(secret, code.code, at);
    if (step === null && isTotpOfAnotherTime(secret, code.code, at)) fault = CLOCK_OFF;
    return step !== null && area.stores.credentials.confirmTotp(session, { step, at }, codes.map(hashOfSecret));
  });
  if (!isRight) throw wrongCode(fault);
  await record(area, session, 'totp_added', 'An authenticator app was set up');
  return codes;
}

/** Only for users who see the secret anyway. */
const CLOCK_OFF =
  'This code does not match, because the clock of your phone is wrong. Set it to automatic and use the next code.';

/** Removes recovery codes too. */
export async function removeTotp(area: AccountArea, session: OwnSession): Promise<void> {
  requireFresh(area, session);
  await area.stores.credentials.removeTotp(session);
  await record(area, session, 'totp_removed', 'The authenticator app was removed');
}

/** Replaces the old codes. */
export async function makeRecoveryCodes(area: AccountArea, session: OwnSession): Promise<readonly string[]> {
  requireFresh(area, session);
  const { totpSecret } = (await area.stores.credentials.find(session.accountId))!;
  if (totpSecret === null) throw new ConflictError('Recovery codes need an authenticator app. Set one up first.');
  const codes = newRecoveryCodes();
  await area.stores.credentials.replaceRecoveryCodes(session, codes.map(hashOfSecret));
  await record(area, session, 'recovery_codes_made', 'New recovery codes were made');
  return codes;
}
