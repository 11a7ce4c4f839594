import { ConflictError, type Clock, type Plan } from '@brickmarket/domain';
import { hashOfSecret, IdentityError, isSecretToken, newSecretToken, TOKEN_LIFETIME_MS } from '@brickmarket/identity';
import type {
  AccountAtEpoch,
  AuditLog,
  Credentials,
  Identity,
  NewOneTimeToken,
  OneTimeToken,
  OneTimeTokens,
  TokenPurpose,
} from '@brickmarket/persistence-ports';
import { accountNotFound, readEmailAddress, readPlan } from '../access/accounts.ts';
import { record } from './account-area.ts';

const PAGE_OF_PURPOSE = {
  sign_in: 'sign-in',
  invitation: 'invitation',
  sign_up: 'invitation',
  reset: 'reset',
  address_change: 'confirm-address',
  address_restore: 'restore-address',
} as const;

/** The purposes of links, which people open. */
export type LinkPurpose = keyof typeof PAGE_OF_PURPOSE;
const LINK_PURPOSES = Object.keys(PAGE_OF_PURPOSE) as readonly LinkPurpose[];

/** A one-time secret that was just made. Only its hash is stored. */
export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: Date;
}

interface TokenContext {
  readonly stores: { readonly tokens: OneTimeTokens };
  readonly clock: Clock;
}

/** What a one-time secret is for. With an account it is good at its epoch only: when it was asked for, not later. */
interface TokenFacts extends Partial<Pick<NewOneTimeToken, 'email' | 'plan' | 'challenge'>> {
  readonly account?: AccountAtEpoch | null;
}

/** Makes a one-time secret. */
export async function issueToken(
  { stores, clock }: TokenContext,
  purpose: TokenPurpose,
  { account = null, email = null, plan = null, challenge = null }: TokenFacts,
  lifetimeMs: number = TOKEN_LIFETIME_MS[purpose],
): Promise<IssuedToken> {
  const token = newSecretToken();
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
  const { accountId, epoch } = account ?? { accountId: null, epoch: null };
  const tokenHash = hashOfSecret(token);
  await stores.tokens.issue({ tokenHash, purpose, accountId, epoch, email, plan, challenge, createdAt, expiresAt });
  return { token, expiresAt };
}

/** The account of somebody who is not signed in, for what is issued to them. */
export function accountOf({ id, epoch }: Identity): AccountAtEpoch {
  return { accountId: id, epoch };
}

/**
 * The address of a link. The secret is in the fragment, which browsers send to nobody: no log or Referer can have it.
 */
export function linkTo(url: string, purpose: LinkPurpose, token: string): string {
  return `${url}/${PAGE_OF_PURPOSE[purpose]}#token=${token}`;
}

/** A link and what it is for. */
export interface InspectedLink {
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly plan: Plan | null;
  readonly expiresAt: Date;
}

/** What a link is for, without using it. Throws IdentityError: unknown, used or expired. */
export async function inspectLink(area: TokenContext, token: string): Promise<InspectedLink> {
  const { purpose, email, plan, expiresAt } = await getGoodToken(area, token, LINK_PURPOSES);
  return { purpose: purpose as LinkPurpose, email: email!, plan, expiresAt };
}

/** A good token of one of some purposes, without using it. Throws IdentityError. */
export async function getGoodToken(
  { stores, clock }: TokenContext,
  token: string,
  purposes: readonly TokenPurpose[],
): Promise<OneTimeToken> {
  const found = isSecretToken(token) ? await stores.tokens.find(hashOfSecret(token)) : null;
  if (found === null || !purposes.includes(found.purpose))
    throw new IdentityError(
      'LinkUnknown',
      'This link is incomplete, or was not made here. Open it again from the message it came in.',
    );
  if (found.usedAt !== null) throw linkUsed();
  if (found.expiresAt <= clock.now())
    throw new IdentityError('LinkExpired', 'This link has expired. Ask for a new one.');
  if (found.isVoid)
    throw new IdentityError(
      'LinkVoid',
      'This link no longer works: password, address or sessions of the account have changed since. Ask for a new one.',
    );
  return found;
}

/** Another use came first, even at this moment. */
export function linkUsed(): IdentityError {
  return new IdentityError(
    'LinkUsed',
    'This link has already been used, or a newer one has replaced it. Ask for a new one if you need it.',
  );
}

/** What the operator's commands work with. */
export interface OperatorContext {
  readonly stores: { readonly tokens: OneTimeTokens; readonly credentials: Credentials; readonly audit: AuditLog };
  readonly clock: Clock;
  /** Where people open the account area. */
  readonly url: string;
}

/** A link for one person, to be handed over by the operator. */
export interface OperatorLink {
  readonly email: string;
  readonly url: string;
  readonly expiresAt: Date;
}

/** An invitation: whoever opens it chooses a password for an account with this address. Throws ConflictError. */
export async function invite(
  context: OperatorContext,
  wanted: { readonly email: string; readonly plan: string },
): Promise<OperatorLink & { readonly plan: Plan }> {
  const email = readEmailAddress(wanted.email);
  const plan = readPlan(wanted.plan);
  const known = await context.stores.credentials.findByEmail(email);
  if (known !== null && (known.passwordHash !== null || known.passkeyCount > 0))
    throw new ConflictError(`${email} can sign in already: "accounts sign-in-link" makes a link for a lost password`);
  const { token, expiresAt } = await issueToken(context, 'invitation', { email, plan });
  if (known !== null) await record(context, known.id, 'invitation_sent', 'The operator made an invitation', null);
  return { email, plan: known?.plan ?? plan, url: linkTo(context.url, 'invitation', token), expiresAt };
}

/** A link that signs in once, without password and second factor: for whoever has lost them. Throws NotFoundError. */
export async function makeSignInLink(
  context: OperatorContext,
  address: string,
  lifetimeMs?: number,
): Promise<OperatorLink> {
  const email = readEmailAddress(address);
  const known = (await context.stores.credentials.findByEmail(email)) ?? accountNotFound(email);
  const { token, expiresAt } = await issueToken(context, 'sign_in', { account: accountOf(known), email }, lifetimeMs);
  await record(context, known.id, 'sign_in_link_made', 'The operator made a one-time sign-in link', null);
  return { email, url: linkTo(context.url, 'sign_in', token), expiresAt };
}
