import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ApiError, send } from '../api.ts';
import type { SessionState, SignInResult } from '../contract.ts';
import {
  asApiError,
  CodeField,
  Failure,
  Field,
  PasswordField,
  SubmitButton,
  Success,
  useAction,
  useSubmit,
} from '../forms.tsx';
import { PasskeyIcon } from '../icons.tsx';
import { knowsPasskeys, offerPasskeys, provePasskey, type SignInCeremony, withdrawOffer } from '../passkeys.ts';
import { Operator } from '../page.tsx';
import { acceptSignIn } from '../session.ts';
import { FrontPage } from './front-page.tsx';

/** Passes a needed second factor to `onChallenge`. */
function finish(result: SignInResult, onChallenge: (token: string) => void): void {
  if (result.state !== null) acceptSignIn(result.state);
  else if (result.challengeToken !== null) onChallenge(result.challengeToken);
}

const beginPasskey = (): Promise<SignInCeremony> => send('POST', '/sign-in/passkey/options');

async function signInByPasskey(proof: object): Promise<void> {
  finish(await send<SignInResult>('POST', '/sign-in/passkey', proof), () => undefined);
}

function SecondFactor({ token, onRestart }: { token: string; onRestart: () => void }): JSX.Element {
  const { busy, error, onSubmit } = useSubmit(async ({ code }) => {
    finish(
      await send<SignInResult>('POST', '/sign-in/second-factor', { challengeToken: token, code: code!.trim() }),
      () => undefined,
    );
  });
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);
  const isOver = error !== null && error.code.startsWith('Link');
  return (
    <form class="stack" noValidate onSubmit={onSubmit} ref={form}>
      <CodeField
        label="Code"
        hint="The six digits of your authenticator app, or one of your recovery codes."
        missing="Enter the code of your authenticator app, or a recovery code."
        error={error}
      />
      <Failure error={error} />
      <SubmitButton busy={busy} wide>
        Sign in
      </SubmitButton>
      <button type="button" class="link" onClick={onRestart}>
        {isOver ? 'Start again' : 'Back to the password'}
      </button>
    </form>
  );
}

interface SignInFormProps {
  readonly state: SessionState;
  /** Initial address. */
  readonly email?: string;
  readonly onStage?: (stage: 'password' | 'code') => void;
}

export function SignInForm({ state, email = '', onStage }: SignInFormProps): JSX.Element {
  const [challenge, setChallenge] = useState<string | null>(null);
  const [offerError, setOfferError] = useState<ApiError | null>(null);
  const change = (token: string | null): void => {
    setChallenge(token);
    onStage?.(token === null ? 'password' : 'code');
  };
  const form = useSubmit(async (data) => {
    const result = await send<SignInResult>('POST', '/sign-in/password', {
      email: data['email']!.trim(),
      password: data['password'],
    });
    finish(result, change);
  });
  // Autofill may use a passkey at the same time: only the first success makes a session.
  const isProven = useRef(false);
  const signInOnce = async (proof: object): Promise<void> => {
    if (isProven.current) return;
    isProven.current = true;
    try {
      await signInByPasskey(proof);
    } catch (error) {
      isProven.current = false;
      throw error;
    }
  };
  const passkey = useAction(async () => signInOnce(await provePasskey(await beginPasskey())));

  useEffect(() => {
    if (challenge !== null) return undefined;
    offerPasskeys(beginPasskey)
      .then((proof) => (proof === null ? undefined : signInOnce(proof)))
      .catch((error: unknown) => setOfferError(asApiError(error)));
    return () => void withdrawOffer();
  }, [challenge]);

  if (challenge !== null) return <SecondFactor token={challenge} onRestart={() => change(null)} />;
  return (
    <form class="stack" noValidate onSubmit={form.onSubmit}>
      <Field
        label="E-mail address"
        name="email"
        type="email"
        required
        missing="Enter the e-mail address of your account."
        autocomplete="username webauthn"
        autocapitalize="none"
        spellcheck={false}
        defaultValue={email}
        error={form.error}
      />
      <PasswordField
        label="Password"
        name="password"
        required
        missing="Enter your password."
        autocomplete="current-password"
        error={form.error}
      />
      <Failure error={form.error ?? passkey.error ?? offerError} />
      <SubmitButton busy={form.busy} wide>
        Sign in
      </SubmitButton>
      {knowsPasskeys && (
        <>
          <p class="or">
            <span>or</span>
          </p>
          <button type="button" class="button wide" aria-disabled={passkey.busy} onClick={passkey.run}>
            <PasskeyIcon />
            Sign in with a passkey
          </button>
        </>
      )}
      <p class="aside">
        {state.mail ? (
          <a href="/account/reset">Forgot your password?</a>
        ) : (
          <>
            <strong>Forgot your password?</strong> This installation sends no mail: ask <Operator /> for a one-time
            sign-in link.
          </>
        )}
      </p>
    </form>
  );
}

export function SignInPage({ state, wanted }: { state: SessionState; wanted: boolean }): JSX.Element {
  const [stage, setStage] = useState<'password' | 'code'>('password');
  const isCode = stage === 'code';
  const { query } = useLocation();
  return (
    <FrontPage
      title={isCode ? 'One more step' : 'Sign in'}
      lead={
        isCode
          ? 'Your account asks for a second proof that it is you.'
          : wanted
            ? 'You are signed out. Sign in to continue.'
            : 'Your collection, your alerts, your keys.'
      }
    >
      <Success>{'reset' in query && !isCode && <p>The new password is set. Sign in with it.</p>}</Success>
      <SignInForm state={state} onStage={setStage} />
      {!isCode && (
        <p class="aside">
          {state.signUp === 'open' && (
            <>
              New here? <a href="/account/sign-up">Create an account</a>
            </>
          )}
          {state.signUp === 'invited' && (
            <>
              New here? Accounts are by invitation: ask <Operator />.
            </>
          )}
        </p>
      )}
    </FrontPage>
  );
}
