import { ConflictError } from '@brickmarket/domain';
import { hashOfSecret, IdentityError, newSecretToken, TOKEN_LIFETIME_MS } from '@brickmarket/identity';
import { readEmailAddress } from '../access/accounts.ts';
import {
  type AccountArea,
  attempt,
  type OwnSession,
  record,
  requireFresh,
  requireMail,
  type Visitor,
} from './account-area.ts';
import { getGoodToken, issueToken, linkTo, linkUsed } from './links.ts';
import { checkPassword } from './sign-up.ts';

/** Sends a link to the new address, which takes effect once the link is used. Returns the address. */
export async function requestAddressChange(area: AccountArea, session: OwnSession, typed: string): Promise<string> {
  requireFresh(area, session);
  requireMail(area);
  const { accountId } = session;
  const email = readEmailAddress(typed);
  const { email: before } = (await area.stores.credentials.find(accountId))!;
  if (email === before) throw new ConflictError('This is already the address of your account.');
  await attempt(area, 'mail', { account: email, accountId: null, visitor: session.visitor }, async () => false);
  const { token } = await issueToken(area, 'address_change', { account: session, email });
  await record(area, session, 'address_change_requested', `A change of address to ${email} was requested`);
  area.inBackground(async () => {
    await area.mailer.send({
      to: email,
      subject: 'Confirm your new Brickmarket address',
      text:
        'Open this link within 15 minutes to use this address for your account:\n\n' +
        `${linkTo(area.url, 'address_change', token)}\n`,
    });
    await area.mailer.send({
      to: before,
      subject: 'Your Brickmarket address is about to change',
      text:
        `Someone signed in to your account asked to change its address to ${email}. If that was not you, sign in ` +
        `and end all other sessions; that stops the change: ${area.url}/security\n`,
    });
  });
  return email;
}

/** Notifies the old address; returns the new one. */
export async function confirmAddress(area: AccountArea, token: string, visitor: Visitor): Promise<string> {
  const change = await getGoodToken(area, token, ['address_change']);
  const email = change.email!;
  const now = area.clock.now();
  const wayBack = newSecretToken();
  // Stored with the change: a failure in between would leave the old address without a restore link.
  const restore = {
    tokenHash: hashOfSecret(wayBack),
    expiresAt: new Date(now.getTime() + TOKEN_LIFETIME_MS.address_restore),
  };
  const changed = await area.stores.tokens.changeAddress(hashOfSecret(token), restore, now);
  if (changed.outcome === 'gone') throw linkUsed();
  if (changed.outcome === 'taken') throw addressTaken(email, 'Choose another address.');
  const { accountId, previous } = changed;
  area.inBackground(() => tellOldAddress(area, previous, email, wayBack));
  await record(area, { accountId, visitor }, 'address_changed', `The address was ${previous} and is now ${email}`);
  return email;
}

async function tellOldAddress(area: AccountArea, previous: string, email: string, wayBack: string): Promise<void> {
  await area.mailer.send({
    to: previous,
    subject: 'Your Brickmarket address was changed',
    text:
      `The address of your Brickmarket account was changed from this one to ${email}. If that was you, there is ` +
      `nothing to do.\n\nIf it was not you, take the account back within 7 days:\n\n` +
      `${linkTo(area.url, 'address_restore', wayBack)}\n\nYou choose a new password there. All sessions end, ` +
      'and passkeys and unused links stop working.\n',
  });
}

function addressTaken(email: string, advice: string): IdentityError {
  return new IdentityError('AddressTaken', `${email} belongs to another account. ${advice}`);
}

/** Requires a new password, as the attacker may know the old one. Returns the address. */
export async function restoreAddress(
  area: AccountArea,
  { token, password }: { readonly token: string; readonly password: string },
  visitor: Visitor,
): Promise<string> {
  const link = await getGoodToken(area, token, ['address_restore']);
  const email = link.email!;
  checkPassword(password, email);
  const passwordHash = await area.passwords.hash(password);
  const restored = await area.stores.tokens.restoreAddress(hashOfSecret(token), passwordHash, area.clock.now());
  if (restored.outcome === 'gone') throw linkUsed();
  if (restored.outcome === 'taken')
    throw addressTaken(email, `Ask ${area.contact ?? 'the operator of this service'} for help.`);
  const summary = `The address ${email} was taken back, with a new password; all sessions ended, passkeys were removed`;
  await record(area, { accountId: restored.accountId, visitor }, 'address_restored', summary);
  return email;
}
