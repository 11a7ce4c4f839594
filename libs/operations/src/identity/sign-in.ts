import {
  hashOfSecret,
  IdentityError,
  isSecretToken,
  KNOWN_DEVICE_MS,
  matchingTotpStep,
  MAX_KNOWN_DEVICES,
  MAX_SESSIONS,
  newSecretToken,
  readSecondFactorCode,
  SESSION_IDLE_MS,
  SESSION_USE_RECORDED_EVERY_MS,
  sessionEnd,
} from '@brickmarket/identity';
import type { AccountAtEpoch, Identity, LiveSession, SignInMethod } from '@brickmarket/persistence-ports';
import { readEmailAddress } from '../access/accounts.ts';
import { type AccountArea, attempt, type OwnSession, record, type Visitor } from './account-area.ts';
import { accountOf, getGoodToken, issueToken, type IssuedToken, linkUsed } from './links.ts';

/** The secrets are stored only in the browser. */
export interface SignedIn {
  readonly session: LiveSession;
  readonly sessionToken: string;
  /** Marks the browser as known; unchanged if it is already. */
  readonly deviceToken: string;
}

export type SignInStep =
  | { readonly status: 'signed-in'; readonly signedIn: SignedIn }
  | { readonly status: 'second-factor'; readonly challenge: IssuedToken };

/** IdentityError has the same text and time whether or not the address is known. */
export async function signInWithPassword(
  area: AccountArea,
  typed: { readonly email: string; readonly password: string },
  visitor: Visitor,
): Promise<SignInStep> {
  const email = readEmailAddress(typed.email);
  const identity = await area.stores.credentials.findByEmail(email);
  const target = { account: email, accountId: identity?.id ?? null, visitor };
  const isRight = await attempt(area, 'password', target, () =>
    area.passwords.verify(identity?.passwordHash ?? null, typed.password),
  );
  if (!isRight || identity === null) {
    if (identity !== null) recordFailure(area, identity.id, 'with a wrong password', visitor);
    throw new IdentityError('WrongCredentials', 'Wrong e-mail or password.');
  }
  if (identity.totpSecret === null)
    return { status: 'signed-in', signedIn: await openSession(area, accountOf(identity), 'password', visitor) };
  return {
    status: 'second-factor',
    // Bound to the verified password's epoch: a new password voids the challenge.
    challenge: await issueToken(area, 'second_factor', { account: accountOf(identity), email }),
  };
}

function recordFailure(area: AccountArea, accountId: number, how: string, visitor: Visitor): void {
  area.inBackground(() => record(area, { accountId, visitor }, 'sign_in_failed', `Failed sign-in ${how}`));
}

export async function completeSecondFactor(
  area: AccountArea,
  typed: { readonly challengeToken: string; readonly code: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const { accountId } = await getGoodToken(area, typed.challengeToken, ['second_factor']);
  const identity = (await area.stores.credentials.find(accountId!))!;
  try {
    await spendCode(area, identity, typed.code, visitor);
  } catch (error) {
    if (error instanceof IdentityError && error.code === 'WrongCode')
      recordFailure(area, identity.id, 'with the right password and a wrong code', visitor);
    throw error;
  }
  const used = await area.stores.tokens.use(hashOfSecret(typed.challengeToken), 'second_factor', area.clock.now());
  if (used === null) throw linkUsed();
  return openSession(area, { accountId: identity.id, epoch: used.epoch! }, 'password_and_code', visitor);
}

/** Accepts a code once. IdentityError names the fault. */
export async function spendCode(area: AccountArea, identity: Identity, typed: string, visitor: Visitor): Promise<void> {
  const code = readSecondFactorCode(typed);
  if (code === null)
    throw wrongCode('A code has six digits; a recovery code has ten letters and digits. Check what you typed.');
  // Same text for codes of another time: otherwise it would reveal a later code.
  let fault = WRONG_CODE;
  const target = { account: identity.email, accountId: identity.id, visitor };
  const isRight = await attempt(area, 'code', target, async () => {
    if (code.kind === 'recovery')
      return area.stores.credentials.spendRecoveryCode(identity.id, hashOfSecret(code.code));
    if (identity.totpSecret === null) return false;
    const step = matchingTotpStep(identity.totpSecret, code.code, area.clock.now());
    if (step === null) return false;
    fault = 'This code has already been used. Wait until your app shows the next one.';
    return area.stores.credentials.spendTotpStep(identity.id, step);
  });
  if (!isRight) throw wrongCode(fault);
  if (code.kind === 'recovery')
    await record(area, { accountId: identity.id, visitor }, 'recovery_code_used', 'A recovery code was used');
}

const WRONG_CODE =
  'Wrong code. Use the one your app shows now, or a recovery code that you have not used yet. If it is ' +
  'rejected again, check that the clock of your phone is set automatically.';

export function wrongCode(message: string): IdentityError {
  return new IdentityError('WrongCode', message, { field: 'code' });
}

export async function signInWithLink(area: AccountArea, token: string, visitor: Visitor): Promise<SignedIn> {
  await getGoodToken(area, token, ['sign_in']);
  const used = await area.stores.tokens.use(hashOfSecret(token), 'sign_in', area.clock.now());
  if (used === null) throw linkUsed();
  return openSession(area, { accountId: used.accountId!, epoch: used.epoch! }, 'link', visitor);
}

const WAY: Readonly<Record<SignInMethod, string>> = {
  password: 'with the password',
  password_and_code: 'with the password and a code',
  passkey: 'with a passkey',
  link: 'with a one-time link',
  invitation: 'with an invitation',
};

/** New secrets, whatever the browser sent. An old password opens no session after a change of epoch. */
export async function openSession(
  area: AccountArea,
  { accountId, epoch }: AccountAtEpoch,
  method: SignInMethod,
  visitor: Visitor,
): Promise<SignedIn> {
  const { stores, clock } = area;
  const now = clock.now();
  const sessionToken = newSecretToken();
  const { session, displaced } = await stores.sessions.open(
    {
      accountId,
      epoch,
      tokenHash: hashOfSecret(sessionToken),
      method,
      device: visitor.device,
      address: visitor.address,
      createdAt: now,
      expiresAt: sessionEnd(now),
    },
    { max: MAX_SESSIONS, idleMs: SESSION_IDLE_MS },
  );
  const deviceToken = await rememberDevice(area, accountId, visitor, now);
  for (const { device, address } of displaced) {
    const which = `The session that was not used for longest (${device}, ${address}) was ended`;
    const why = `an account has at most ${MAX_SESSIONS}`;
    await record(area, { accountId, visitor }, 'session_ended', `${which}: ${why}`);
  }
  await record(area, { accountId, visitor }, 'signed_in', `Signed in ${WAY[method]}`);
  return { session, sessionToken, deviceToken };
}

/** Reuses only tokens of this account, as an attacker could plant one. */
async function rememberDevice(
  { stores }: AccountArea,
  accountId: number,
  { deviceToken }: Visitor,
  now: Date,
): Promise<string> {
  const since = new Date(now.getTime() - KNOWN_DEVICE_MS);
  const isKnown = deviceToken !== null && (await stores.devices.isKnown(accountId, hashOfSecret(deviceToken), since));
  const token = isKnown ? deviceToken : newSecretToken();
  await stores.devices.remember(accountId, hashOfSecret(token), now, MAX_KNOWN_DEVICES);
  return token;
}

export async function findSession({ stores, clock }: AccountArea, token: string): Promise<LiveSession | null> {
  if (!isSecretToken(token)) return null;
  return stores.sessions.findLive(hashOfSecret(token), {
    now: clock.now(),
    idleMs: SESSION_IDLE_MS,
    recordEveryMs: SESSION_USE_RECORDED_EVERY_MS,
  });
}

/** Re-authenticates with the password and, if enabled, the authenticator code. */
export async function stepUpWithPassword(
  area: AccountArea,
  session: OwnSession,
  typed: { readonly password: string; readonly code?: string | undefined },
): Promise<string> {
  const identity = (await area.stores.credentials.find(session.accountId))!;
  const target = { account: identity.email, accountId: identity.id, visitor: session.visitor };
  const isRight = await attempt(area, 'password', target, () =>
    area.passwords.verify(identity.passwordHash, typed.password),
  );
  if (!isRight) {
    await record(area, session, 'step_up_failed', 'A wrong password was given to confirm an action');
    throw new IdentityError('WrongCredentials', 'Wrong password.', { field: 'password' });
  }
  if (identity.totpSecret !== null) {
    if (typed.code === undefined) throw wrongCode('Enter the code of your authenticator app too.');
    await spendCode(area, identity, typed.code, session.visitor);
  }
  return renewSession(area, session);
}

/** Replaces the secret and counts as authenticated now; returns the secret. */
export async function renewSession({ stores, clock }: AccountArea, session: LiveSession): Promise<string> {
  const token = newSecretToken();
  const isLive = await stores.sessions.renew(session, { tokenHash: hashOfSecret(token), verifiedAt: clock.now() });
  if (!isLive) throw notSignedIn();
  return token;
}

export function notSignedIn(): IdentityError {
  return new IdentityError('NotSignedIn', 'Your session has ended. Please sign in again.');
}
