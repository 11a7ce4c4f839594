import { ConflictError, InvalidInputError, NotFoundError, isPlainName } from '@brickmarket/domain';
import { hashOfSecret, IdentityError, isSecretToken } from '@brickmarket/identity';
import type { AccountAtEpoch, LiveSession, Passkey } from '@brickmarket/persistence-ports';
import {
  type AccountArea,
  attempt,
  type OwnSession,
  type PasskeyRequest,
  record,
  requireFresh,
  type Visitor,
} from './account-area.ts';
import { accountOf, issueToken } from './links.ts';
import { openSession, renewSession, type SignedIn } from './sign-in.ts';

export interface PasskeyChallenge {
  readonly challengeToken: string;
  readonly options: object;
}

export interface PasskeyAnswer {
  readonly challengeToken: string;
  readonly response: unknown;
}

type Purpose = 'passkey_sign_in' | 'passkey_step_up' | 'passkey_registration';

export async function beginPasskeySignIn(area: AccountArea, visitor: Visitor): Promise<PasskeyChallenge> {
  // Each stores a challenge: one address must not fill the table.
  await attempt(area, 'passkey', { account: visitor.network, accountId: null, visitor }, async () => false);
  return challenge(area, 'passkey_sign_in', null, await area.ceremonies.requestUse(null));
}

/** Counts as two factors: possession, and a finger or PIN. */
export async function signInWithPasskey(area: AccountArea, answer: PasskeyAnswer, visitor: Visitor): Promise<SignedIn> {
  const used = await useChallenge(area, answer, 'passkey_sign_in', null);
  const passkey = await findAnswering(area, answer);
  if (passkey === null)
    throw new IdentityError(
      'PasskeyRefused',
      'This passkey does not belong to any account here. It may have been removed.',
    );
  const identity = (await area.stores.credentials.find(passkey.accountId))!;
  await verify(area, used, answer, passkey);
  return openSession(area, accountOf(identity), 'passkey', visitor);
}

/** Starts re-authentication with a passkey of the account. */
export async function beginPasskeyStepUp(area: AccountArea, session: LiveSession): Promise<PasskeyChallenge> {
  const own = await area.stores.passkeys.list(session.accountId);
  if (own.length === 0) throw new ConflictError('Your account has no passkey. Use your password.');
  return challenge(area, 'passkey_step_up', session, await area.ceremonies.requestUse(own));
}

/** Re-authenticates; returns the session's new secret. */
export async function stepUpWithPasskey(
  area: AccountArea,
  session: LiveSession,
  answer: PasskeyAnswer,
): Promise<string> {
  const used = await useChallenge(area, answer, 'passkey_step_up', session.accountId);
  const passkey = await findAnswering(area, answer);
  // Rejects valid passkeys of other accounts.
  if (passkey?.accountId !== session.accountId) throw refused();
  await verify(area, used, answer, passkey);
  return renewSession(area, session);
}

export async function beginPasskey(area: AccountArea, session: LiveSession): Promise<PasskeyChallenge> {
  requireFresh(area, session);
  const identity = (await area.stores.credentials.find(session.accountId))!;
  const existing = await area.stores.passkeys.list(session.accountId);
  const request = await area.ceremonies.requestRegistration({
    userId: identity.passkeyUser,
    email: identity.email,
    existing,
  });
  return challenge(area, 'passkey_registration', session, request);
}

const MAX_NAME_LENGTH = 100;

export async function addPasskey(
  area: AccountArea,
  session: OwnSession,
  answer: PasskeyAnswer & { readonly name: string },
): Promise<Passkey> {
  requireFresh(area, session);
  const { accountId } = session;
  const name = answer.name.trim();
  if (name === '' || Array.from(name).length > MAX_NAME_LENGTH || !isPlainName(name))
    throw new InvalidInputError(`Give the passkey a name of 1 to ${MAX_NAME_LENGTH} printable characters.`);
  const used = await useChallenge(area, answer, 'passkey_registration', accountId);
  const registered = await area.ceremonies.verifyRegistration(used, answer.response);
  if (registered === null) throw refused();
  const passkey = { ...registered, accountId, name, createdAt: area.clock.now() };
  const added = await area.stores.passkeys.add(passkey, session.epoch);
  if (added === null) throw new ConflictError('This passkey is already registered.');
  await record(area, session, 'passkey_added', `Passkey "${name}" was added`);
  return added;
}

export async function removePasskey(area: AccountArea, session: OwnSession, id: number): Promise<void> {
  requireFresh(area, session);
  if (!(await area.stores.passkeys.remove(session.accountId, id)))
    throw new NotFoundError('This passkey has already been removed.');
  await record(area, session, 'passkey_removed', 'A passkey was removed');
}

async function challenge(
  area: AccountArea,
  purpose: Purpose,
  account: AccountAtEpoch | null,
  request: PasskeyRequest,
): Promise<PasskeyChallenge> {
  const { token } = await issueToken(area, purpose, { account, challenge: request.challenge });
  return { challengeToken: token, options: request.options };
}

/** Consumes the challenge in any case, so each response is tried once. */
async function useChallenge(
  { stores, clock }: AccountArea,
  { challengeToken }: PasskeyAnswer,
  purpose: Purpose,
  accountId: number | null,
): Promise<string> {
  const used = isSecretToken(challengeToken)
    ? await stores.tokens.use(hashOfSecret(challengeToken), purpose, clock.now())
    : null;
  if (used === null || used.accountId !== accountId)
    throw new IdentityError('PasskeyRefused', 'This took too long. Please try again.');
  return used.challenge!;
}

async function findAnswering(
  { stores, ceremonies }: AccountArea,
  { response }: PasskeyAnswer,
): Promise<Passkey | null> {
  const credentialId = ceremonies.credentialIdOf(response);
  return credentialId === null ? null : stores.passkeys.find(credentialId);
}

async function verify(
  { stores, ceremonies, clock }: AccountArea,
  signed: string,
  { response }: PasskeyAnswer,
  passkey: Passkey,
): Promise<void> {
  const counter = await ceremonies.verifyUse(signed, response, passkey);
  if (counter === null) throw refused();
  await stores.passkeys.recordUse(passkey.accountId, passkey.id, counter, clock.now());
}

function refused(): IdentityError {
  return new IdentityError('PasskeyRefused', 'This passkey could not be confirmed. Please try again.');
}
