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

export type LinkPurpose = keyof typeof PAGE_OF_PURPOSE;
const LINK_PURPOSES = Object.keys(PAGE_OF_PURPOSE) as readonly LinkPurpose[];

export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: Date;
}

interface TokenContext {
  readonly stores: { readonly tokens: OneTimeTokens };
  readonly clock: Clock;
}

/** With an account, valid only at its epoch at the time of request. */
interface TokenFacts extends Partial<Pick<NewOneTimeToken, 'email' | 'plan' | 'challenge'>> {
  readonly account?: AccountAtEpoch | null;
}

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

export function accountOf({ id, epoch }: Identity): AccountAtEpoch {
  return { accountId: id, epoch };
}

/** Secret in the fragment, which browsers never send, so no log or Referer contains it. */
export function linkTo(url: string, purpose: LinkPurpose, token: string): string {
  return `${url}/${PAGE_OF_PURPOSE[purpose]}#token=${token}`;
}

export interface InspectedLink {
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly plan: Plan | null;
  readonly expiresAt: Date;
}

/** Does not use the link. IdentityError: unknown, used or expired. */
export async function inspectLink(area: TokenContext, token: string): Promise<InspectedLink> {
  const { purpose, email, plan, expiresAt } = await getGoodToken(area, token, LINK_PURPOSES);
  return { purpose: purpose as LinkPurpose, email: email!, plan, expiresAt };
}

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

/** Another use came first, possibly concurrently. */
export function linkUsed(): IdentityError {
  return new IdentityError(
    'LinkUsed',
    'This link has already been used, or a newer one has replaced it. Ask for a new one if you need it.',
  );
}

export interface OperatorContext {
  readonly stores: { readonly tokens: OneTimeTokens; readonly credentials: Credentials; readonly audit: AuditLog };
  readonly clock: Clock;
  readonly url: string;
}

export interface OperatorLink {
  readonly email: string;
  readonly url: string;
  readonly expiresAt: Date;
}

/** The recipient chooses a password. ConflictError: the address can already sign in. */
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
  if (known !== null)
    await record(context, { accountId: known.id, visitor: null }, 'invitation_sent', 'The operator made an invitation');
  return { email, plan: known?.plan ?? plan, url: linkTo(context.url, 'invitation', token), expiresAt };
}

/** One-time sign-in without password and second factor. Throws NotFoundError. */
export async function makeSignInLink(
  context: OperatorContext,
  address: string,
  lifetimeMs?: number,
): Promise<OperatorLink> {
  const email = readEmailAddress(address);
  const known = (await context.stores.credentials.findByEmail(email)) ?? accountNotFound(email);
  const { token, expiresAt } = await issueToken(context, 'sign_in', { account: accountOf(known), email }, lifetimeMs);
  await record(
    context,
    { accountId: known.id, visitor: null },
    'sign_in_link_made',
    'The operator made a one-time sign-in link',
  );
  return { email, url: linkTo(context.url, 'sign_in', token), expiresAt };
}
