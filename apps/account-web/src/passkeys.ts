import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { ApiError } from './api.ts';

type Library = typeof import('./webauthn.ts');
type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];

export interface Ceremony<T> {
  challengeToken: string;
  options: T;
}

export type SignInCeremony = Ceremony<RequestOptions>;
export type RegistrationCeremony = Ceremony<CreationOptions>;

export const knowsPasskeys = 'PublicKeyCredential' in window;

let loading: Promise<Library> | null = null;

/** Loaded on demand, as most visits need no passkey. */
function library(): Promise<Library> {
  loading ??= import('./webauthn.ts');
  return loading;
}

/** Explains the browser's error. */
function refusal(error: unknown): ApiError {
  const { name = '', code = '' } = error as { name?: string; code?: string };
  if (code === 'ERROR_CEREMONY_ABORTED' || name === 'AbortError')
    return new ApiError('Cancelled', 'The passkey request was replaced by another.');
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return new ApiError('PasskeyKnown', 'This device already has a passkey for your account.');
  if (name === 'NotAllowedError')
    return new ApiError('PasskeyCancelled', 'No passkey was used: it was cancelled, or took too long. Try again.');
  if (name === 'SecurityError')
    return new ApiError(
      'PasskeyAddress',
      'Passkeys do not work at this address. Use the name, not a number: localhost.',
    );
  return new ApiError('PasskeyFailed', 'The browser could not use a passkey here. Use your password instead.');
}

export async function provePasskey({ challengeToken, options }: SignInCeremony): Promise<{
  challengeToken: string;
  response: AuthenticationResponseJSON;
}> {
  const { startAuthentication } = await library();
  try {
    return { challengeToken, response: await startAuthentication({ optionsJSON: options }) };
  } catch (error) {
    throw refusal(error);
  }
}

export async function makePasskey({ challengeToken, options }: RegistrationCeremony): Promise<{
  challengeToken: string;
  response: RegistrationResponseJSON;
}> {
  const { startRegistration } = await library();
  try {
    return { challengeToken, response: await startRegistration({ optionsJSON: options }) };
  } catch (error) {
    throw refusal(error);
  }
}

/** Autofill of passkeys. Null: unsupported, or withdrawn by `withdrawOffer` or another ceremony. */
export async function offerPasskeys(
  begin: () => Promise<SignInCeremony>,
): Promise<{ challengeToken: string; response: AuthenticationResponseJSON } | null> {
  const isOffered = await window.PublicKeyCredential?.isConditionalMediationAvailable?.();
  if (!isOffered) return null;
  try {
    const [{ startAuthentication }, { challengeToken, options }] = await Promise.all([library(), begin()]);
    const response = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true });
    return { challengeToken, response };
  } catch {
    return null;
  }
}

export async function withdrawOffer(): Promise<void> {
  const { WebAuthnAbortService } = (await loading) ?? {};
  WebAuthnAbortService?.cancelCeremony();
}
