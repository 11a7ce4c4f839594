import { ConflictError, NotFoundError } from '@brickmarket/domain';
import {
  checkTotp,
  hashOfSecret,
  IdentityError,
  newRecoveryCodes,
  newTotpSecret,
  readSecondFactorCode,
  totpUri,
} from '@brickmarket/identity';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { readEmailAddress } from '../access/accounts.ts';
import { type AccountArea, attempt, record, requireFresh, requireMail, type Visitor } from './account-area.ts';
import { getGoodToken, issueToken, linkTo, linkUsed } from './links.ts';
import { CLOCK_OFF, renewSession, wrongCode } from './sign-in.ts';
import { checkPassword } from './sign-up.ts';

/** Ends one session of the account. Throws NotFoundError. */
export async function endSession(
  area: AccountArea,
  session: SessionRecord,
  id: number,
  visitor: Visitor,
): Promise<void> {
  if (!(await area.stores.sessions.end(session.accountId, id)))
    throw new NotFoundError('There is no such session: it has ended already.');
  if (id === session.id) await record(area, session.accountId, 'signed_out', 'Signed out', visitor);
  else await record(area, session.accountId, 'session_ended', 'Another session was ended', visitor);
}

/** Ends all other sessions of the account and returns how many there were. */
export async function endOtherSessions(area: AccountArea, session: SessionRecord, visitor: Visitor): Promise<number> {
  const count = await area.stores.sessions.endOthers(session.accountId, session.id);
  await record(area, session.accountId, 'sessions_ended', `All other sessions were ended (${count})`, visitor);
  return count;
}

/** Sets or replaces the password and ends all other sessions; returns the session's new secret. */
export async function choosePassword(
  area: AccountArea,
  session: SessionRecord,
  password: string,
  visitor: Visitor,
): Promise<string> {
  requireFresh(area, session);
  const { accountId } = session;
  const { email } = (await area.stores.credentials.find(accountId))!;
  checkPassword(password, email);
  await area.stores.credentials.setPassword(accountId, await area.passwords.hash(password));
  await area.stores.sessions.endOthers(accountId, session.id);
  await record(area, accountId, 'password_set', 'A password was set; all other sessions ended', visitor);
  return renewSession(area, session);
}

/** Has a link sent to a new address; the address changes once the link is opened. Returns the address. */
export async function requestAddressChange(
  area: AccountArea,
  session: SessionRecord,
  typed: string,
  visitor: Visitor,
): Promise<string> {
  requireFresh(area, session);
  requireMail(area);
  const { accountId } = session;
  const email = readEmailAddress(typed);
  const { email: before } = (await area.stores.credentials.find(accountId))!;
  if (email === before) throw new ConflictError('This is the address of your account already.');
  await attempt(area, 'mail', { account: email, accountId: null, visitor }, async () => false);
  const { token } = await issueToken(area, 'address_change', { accountId, email });
  await record(area, accountId, 'address_change_requested', `A change of address to ${email} was asked for`, visitor);
  area.inBackground(async () => {
    await area.mailer.send({
      to: email,
      subject: 'Confirm your new Brickmarket address',
      text: `Open this within 15 minutes to use this address:\n\n${linkTo(area.url, 'address_change', token)}\n`,
    });
    await area.mailer.send({
      to: before,
      subject: 'Your Brickmarket address is about to change',
      text:
        `Somebody who is signed in asked to change the address of your account to ${email}. ` +
        `If that was not you, sign in and end all other sessions: ${area.url}/security\n`,
    });
  });
  return email;
}

/** Changes the address to the one whose mailbox the link came from; returns it. */
export async function confirmAddress(area: AccountArea, token: string, visitor: Visitor): Promise<string> {
  const { email } = await getGoodToken(area, token, 'address_change');
  const changed = await area.stores.tokens.changeAddress(hashOfSecret(token), area.clock.now());
  if (changed === null) throw linkUsed();
  if (changed === 'taken')
    throw new IdentityError('AddressTaken', `${email} belongs to another account. Choose another address.`);
  await record(area, changed, 'address_changed', `The address is now ${email}`, visitor);
  return email!;
}

/** The secret for an authenticator app that is being set up. */
export interface TotpSetup {
  readonly secret: string;
  readonly uri: string;
}

/** Begins to set up an authenticator app. Nothing changes before a code of it was seen. */
export async function beginTotp(area: AccountArea, session: SessionRecord): Promise<TotpSetup> {
  requireFresh(area, session);
  const { email, totpSecret } = (await area.stores.credentials.find(session.accountId))!;
  if (totpSecret !== null) throw new ConflictError('An authenticator app is set up already. Remove it first.');
  const secret = newTotpSecret();
  await area.stores.credentials.beginTotp(session.accountId, secret);
  return { secret, uri: totpUri(secret, email) };
}

/** Puts the app into use once it shows a right code; returns recovery codes, which are not shown again. */
export async function confirmTotp(
  area: AccountArea,
  session: SessionRecord,
  typed: string,
  visitor: Visitor,
): Promise<readonly string[]> {
  requireFresh(area, session);
  const identity = (await area.stores.credentials.find(session.accountId))!;
  const { pendingTotpSecret: secret } = identity;
  if (secret === null) throw new ConflictError('There is no authenticator app to confirm. Begin again.');
  const code = readSecondFactorCode(typed);
  if (code?.kind !== 'totp') throw wrongCode('A code has six digits. Use the one that your app shows now.');
  const target = { account: identity.email, accountId: identity.id, visitor };
  const codes = newRecoveryCodes();
  let fault = 'This code is not right. Use the one that your app shows now.';
  const isRight = await attempt(area, 'code', target, async () => {
    const check = checkTotp(secret, code.code, area.clock.now());
    if (check.result === 'clock-off') fault = CLOCK_OFF;
    return (
      check.result === 'match' && area.stores.credentials.confirmTotp(identity.id, check.step, codes.map(hashOfSecret))
    );
  });
  if (!isRight) throw wrongCode(fault);
  await record(area, identity.id, 'totp_added', 'An authenticator app was set up', visitor);
  return codes;
}

/** Removes the authenticator app with its recovery codes. */
export async function removeTotp(area: AccountArea, session: SessionRecord, visitor: Visitor): Promise<void> {
  requireFresh(area, session);
  await area.stores.credentials.removeTotp(session.accountId);
  await record(area, session.accountId, 'totp_removed', 'The authenticator app was removed', visitor);
}

/** New recovery codes in place of the old ones. */
export async function makeRecoveryCodes(
  area: AccountArea,
  session: SessionRecord,
  visitor: Visitor,
): Promise<readonly string[]> {
  requireFresh(area, session);
  const { totpSecret } = (await area.stores.credentials.find(session.accountId))!;
  if (totpSecret === null) throw new ConflictError('Recovery codes need an authenticator app. Set one up first.');
  const codes = newRecoveryCodes();
  await area.stores.credentials.replaceRecoveryCodes(session.accountId, codes.map(hashOfSecret));
  await record(area, session.accountId, 'recovery_codes_made', 'New recovery codes were made', visitor);
  return codes;
}
