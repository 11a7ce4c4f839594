import { hashOfSecret, IdentityError, passwordFault } from '@brickmarket/identity';
import type { Identity } from '@brickmarket/persistence-ports';
import { readEmailAddress } from '../access/accounts.ts';
import { type AccountArea, attempt, record, requireMail, type Visitor } from './account-area.ts';
import { accountOf, getGoodToken, issueToken, linkTo, linkUsed } from './links.ts';
import { openSession, type SignedIn } from './sign-in.ts';

const OPEN_PLAN = 'free';

/** Throws for guessable passwords. */
export function checkPassword(password: string, email: string): void {
  const fault = passwordFault(password, email);
  if (fault !== null) throw new IdentityError('WeakPassword', fault, { field: 'password' });
}

/** Creates the account if needed and signs in. */
export async function acceptInvitation(
  area: AccountArea,
  { token, password }: { readonly token: string; readonly password: string },
  visitor: Visitor,
): Promise<SignedIn> {
  if (area.signUp === 'off') throw signUpClosed('New accounts cannot be opened here at the moment.');
  const invitation = await getGoodToken(area, token, ['invitation', 'sign_up']);
  if (invitation.purpose === 'sign_up') requireOpenSignUp(area);
  // Checked first, so that a weak password does not use up the link.
  checkPassword(password, invitation.email!);
  const passwordHash = await area.passwords.hash(password);
  const accepted = await area.stores.tokens.acceptInvitation(hashOfSecret(token), passwordHash, area.clock.now());
  if (accepted.outcome === 'gone') throw linkUsed();
  if (accepted.outcome === 'registered')
    throw new IdentityError('AlreadyRegistered', `${invitation.email} already has an account. Sign in instead.`);
  const { accountId, outcome } = accepted;
  if (outcome === 'created') await record(area, { accountId, visitor }, 'account_created', 'The account was opened');
  await record(area, { accountId, visitor }, 'password_set', 'A password was set');
  return openSession(area, accountOf((await area.stores.credentials.find(accountId))!), 'invitation', visitor);
}

function requireOpenSignUp({ signUp }: AccountArea): void {
  if (signUp !== 'open') throw signUpClosed('You need an invitation to open an account here.');
}

function signUpClosed(message: string): IdentityError {
  return new IdentityError('SignUpClosed', message);
}

/** Sends a sign-up link. Same response whether or not the address is known. */
export async function requestSignUp(area: AccountArea, typed: string, visitor: Visitor): Promise<string> {
  requireOpenSignUp(area);
  return sendLink(area, typed, visitor, async (email, identity) => {
    if (identity !== null && (identity.passwordHash !== null || identity.passkeyCount > 0)) {
      await area.mailer.send({
        to: email,
        subject: 'You already have a Brickmarket account',
        text:
          'Someone, probably you, tried to open a Brickmarket account with this address. It already has one.\n\n' +
          `Sign in: ${area.url}/sign-in\n`,
      });
      return;
    }
    // Not an invitation, as this would replace the operator's.
    const { token } = await issueToken(area, 'sign_up', { email, plan: identity?.plan ?? OPEN_PLAN });
    await area.mailer.send({
      to: email,
      subject: 'Open your Brickmarket account',
      text: `Choose a password to open your account:\n\n${linkTo(area.url, 'sign_up', token)}\n\n${NOT_YOU}`,
    });
  });
}

const NOT_YOU = 'If you did not ask for this, ignore this mail: nothing changes unless the link is opened.\n';

/** Sends a reset link. Same response whether or not the address is known. */
export function requestReset(area: AccountArea, typed: string, visitor: Visitor): Promise<string> {
  return sendLink(area, typed, visitor, async (email, identity) => {
    if (identity === null) return;
    const { token } = await issueToken(area, 'reset', { account: accountOf(identity), email });
    await area.mailer.send({
      to: email,
      subject: 'Choose a new Brickmarket password',
      text: `Choose a new password within 15 minutes:\n\n${linkTo(area.url, 'reset', token)}\n\n${NOT_YOU}`,
    });
  });
}

async function sendLink(
  area: AccountArea,
  typed: string,
  visitor: Visitor,
  send: (email: string, identity: Identity | null) => Promise<void>,
): Promise<string> {
  requireMail(area);
  const email = readEmailAddress(typed);
  // Always counted, so that nobody floods another mailbox.
  await attempt(area, 'mail', { account: email, accountId: null, visitor }, async () => false);
  area.inBackground(async () => send(email, await area.stores.credentials.findByEmail(email)));
  return email;
}

/** Ends all sessions. */
export async function performReset(
  area: AccountArea,
  { token, password }: { readonly token: string; readonly password: string },
  visitor: Visitor,
): Promise<void> {
  const { email } = await getGoodToken(area, token, ['reset']);
  checkPassword(password, email!);
  const passwordHash = await area.passwords.hash(password);
  const accountId = await area.stores.tokens.resetPassword(hashOfSecret(token), passwordHash, area.clock.now());
  if (accountId === null) throw linkUsed();
  await record(area, { accountId, visitor }, 'password_reset', 'The password was reset by a link; all sessions ended');
}
