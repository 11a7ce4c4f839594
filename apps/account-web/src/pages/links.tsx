import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type ApiError, send } from '../api.ts';
import type { LinkFacts, SentTo, SessionState, SignInResult } from '../contract.ts';
import { date } from '../format.ts';
import { asApiError, Failure, Field, SubmitButton, Success, useAction, useSubmit } from '../forms.tsx';
import { Operator } from '../page.tsx';
import { acceptSignIn, forget } from '../session.ts';
import { FrontPage } from './front-page.tsx';
import { NewPassword } from './new-password.tsx';
import { needsNextTime, NextTime } from './next-time.tsx';
import { SignInPage } from './sign-in.tsx';

/** Removes the token from the address bar, so that history and screenshots do not contain it. */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

export interface Link {
  readonly token: string | null;
  readonly facts: LinkFacts | null;
  readonly error: ApiError | null;
  /** Repeats a request without response. */
  readonly retry: () => void;
  /** Navigation to the open page would change nothing automatically. */
  readonly drop: () => void;
}

/** State of the link. Another link in the same tab starts over. */
export function useLink(): Link {
  const [link, setLink] = useState<Omit<Link, 'retry' | 'drop'>>(() => ({
    token: takeToken(),
    facts: null,
    error: null,
  }));
  const [attempt, setAttempt] = useState(0);
  const { token } = link;
  useEffect(() => {
    const again = (): void => {
      const next = takeToken();
      if (next !== null) setLink({ token: next, facts: null, error: null });
    };
    addEventListener('hashchange', again);
    return () => removeEventListener('hashchange', again);
  }, []);
  useEffect(() => {
    if (token === null) return;
    send<LinkFacts>('POST', '/links/inspect', { token }).then(
      (facts) => setLink({ token, facts, error: null }),
      (error: unknown) => setLink({ token, facts: null, error: asApiError(error) }),
    );
  }, [token, attempt]);
  const drop = (): void => setLink({ token: null, facts: null, error: null });
  return { ...link, retry: () => setAttempt(attempt + 1), drop };
}

export function DeadLink(props: { link: Link; error: ApiError; children: ComponentChildren }): JSX.Element {
  const { link, error, children } = props;
  const title = {
    LinkExpired: 'This link has expired',
    LinkUsed: 'This link has been used',
    LinkVoid: 'This link has ended',
  }[error.code];
  return (
    <FrontPage title={title ?? 'This link does not work'} lead={error.message}>
      <div class="stack">
        {children}
        <a class="button wide" href="/account/sign-in" onClick={link.drop}>
          Go to sign-in
        </a>
      </div>
    </FrontPage>
  );
}

export function Checking({ link }: { link: Link }): JSX.Element {
  return (
    <FrontPage title="One moment" lead="The link is being checked.">
      <div class="stack">
        <Failure error={link.error}>
          <button type="button" class="button" onClick={link.retry}>
            Try again
          </button>
        </Failure>
      </div>
    </FrontPage>
  );
}

/** False without a response, which says nothing. */
export const isDead = (error: ApiError | null): error is ApiError => error !== null && error.code !== 'Offline';

export function SignInRoute({ state }: { state: SessionState }): JSX.Element {
  const link = useLink();
  const { token, facts, error } = link;
  const { route } = useLocation();
  const [isAsked, setAsked] = useState(false);
  const goOn = (): void => route('/account/overview', true);
  const signIn = useAction(async () => {
    const result = await send<SignInResult>('POST', '/sign-in/link', { token });
    // A link for another account replaces the signed-in one.
    if (state.account !== null) forget();
    if (result.state !== null) acceptSignIn(result.state);
    if (result.state !== null && needsNextTime(result.state)) setAsked(true);
    else goOn();
  });
  useEffect(() => {
    if (token === null && state.signedIn) goOn();
  }, [token, state.signedIn]);

  if (isAsked && state.signedIn) return <NextTime state={state} onDone={goOn} />;
  if (token === null) return <SignInPage state={state} wanted={false} />;
  const dead = error ?? signIn.error;
  if (isDead(dead))
    return (
      <DeadLink link={link} error={dead}>
        <p>
          A sign-in link works once and for a short time. Ask <Operator /> for another, or sign in with your password or
          passkey.
        </p>
      </DeadLink>
    );
  if (facts === null) return <Checking link={link} />;
  return (
    <FrontPage
      title="Welcome back"
      lead={
        <>
          This link signs you in as <strong class="break">{facts.email}</strong>. It works once.
        </>
      }
    >
      <div class="stack">
        <Failure error={dead} />
        <button type="button" class="button primary wide" aria-disabled={signIn.busy} onClick={signIn.run}>
          Sign in
        </button>
      </div>
    </FrontPage>
  );
}

/** Invitation, or the end of a sign-up: a password creates the account. */
export function InvitationRoute({ state }: { state: SessionState }): JSX.Element {
  const link = useLink();
  const { token, facts, error } = link;
  const { route } = useLocation();
  const form = useSubmit(async ({ password }) => {
    const result = await send<SignInResult>('POST', '/invitations/accept', { token, password });
    if (state.account !== null) forget();
    if (result.state !== null) acceptSignIn(result.state);
    route('/account/overview?welcome', true);
  });
  const needsLink =
    state.signUp === 'open' ? (
      <a class="button primary wide" href="/account/sign-up">
        Ask for a new link
      </a>
    ) : (
      <p>
        Ask <Operator /> for a new invitation.
      </p>
    );
  if (token === null)
    return (
      <FrontPage
        title="Your invitation"
        lead="Open the complete link from your invitation: it ends with “#token=” and a long word."
      >
        <div class="stack">{needsLink}</div>
      </FrontPage>
    );
  if (isDead(error))
    return (
      <DeadLink link={link} error={error}>
        {needsLink}
      </DeadLink>
    );
  if (facts === null) return <Checking link={link} />;
  const plan = facts.plan ? ` on the ${facts.plan} plan` : '';
  const why = facts.purpose === 'sign_up' ? 'This address is proven.' : `You are invited to Brickmarket${plan}.`;
  return (
    <FrontPage title="Create your account" lead={`${why} Choose a password; a passkey can be added right after.`}>
      <form class="stack" noValidate onSubmit={form.onSubmit}>
        <NewPassword email={facts.email} error={form.error} label="Password" />
        <Failure error={form.error}>
          {form.error?.code === 'AlreadyRegistered' && <a href="/account/sign-in">Sign in</a>}
        </Failure>
        <SubmitButton busy={form.busy} wide>
          Create account
        </SubmitButton>
        <p class="aside">The link is valid until {date(facts.expiresAt)}.</p>
      </form>
    </FrontPage>
  );
}

/** Confirms that mail was sent, whether or not the address is known. */
function AddressForm(props: {
  path: string;
  button: string;
  sent: (address: string) => ComponentChildren;
}): JSX.Element {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSubmit(async (data) => {
    const sent = await send<SentTo>('POST', props.path, { email: data['email']!.trim() });
    setSentTo(sent.sentTo);
  });
  return (
    <form class="stack" noValidate onSubmit={form.onSubmit}>
      <Field
        label="E-mail address"
        name="email"
        type="email"
        required
        missing="Enter your e-mail address."
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
        error={form.error}
      />
      <Failure error={form.error} />
      <Success>{sentTo !== null && props.sent(sentTo)}</Success>
      <SubmitButton busy={form.busy} wide>
        {props.button}
      </SubmitButton>
      <p class="aside">
        <a href="/account/sign-in">Back to sign-in</a>
      </p>
    </form>
  );
}

export function SignUpRoute({ state }: { state: SessionState }): JSX.Element {
  if (state.signUp !== 'open')
    return (
      <FrontPage
        title={state.signUp === 'off' ? 'No new accounts at the moment' : 'Accounts are by invitation'}
        lead={
          <>
            Ask <Operator />
            {state.signUp === 'off'
              ? ' when that changes.'
              : ' for one. The invitation is a link that brings you straight to your account.'}
          </>
        }
      >
        <div class="stack">
          <a class="button wide" href="/account/sign-in">
            Go to sign-in
          </a>
        </div>
      </FrontPage>
    );
  return (
    <FrontPage title="Create an account" lead="We send a link to your address. Opening it makes the account.">
      <AddressForm
        path="/sign-up"
        button="Send the link"
        sent={(address) => (
          <p>
            Look in the mail of <strong class="break">{address}</strong>. If nothing comes within a few minutes, look in
            the spam folder or send it again.
          </p>
        )}
      />
    </FrontPage>
  );
}

/** Requests the mail, or uses its link. */
export function ResetRoute({ state }: { state: SessionState }): JSX.Element {
  const link = useLink();
  const { token, facts, error } = link;
  const { route } = useLocation();
  const form = useSubmit(async ({ password }) => {
    await send('POST', '/reset/perform', { token, password });
    if (state.account !== null) forget();
    route('/account/sign-in?reset', true);
  });
  if (token === null && !state.mail)
    return (
      <FrontPage
        title="Forgot your password?"
        lead={
          <>
            This installation sends no mail. Ask <Operator /> for a one-time sign-in link; once you are in, set a new
            password under Security.
          </>
        }
      >
        <div class="stack">
          <a class="button wide" href="/account/sign-in">
            Back to sign-in
          </a>
        </div>
      </FrontPage>
    );
  if (token === null)
    return (
      <FrontPage title="Forgot your password?" lead="We send you a link that sets a new one.">
        <AddressForm
          path="/reset/request"
          button="Send the link"
          sent={(address) => (
            <p>
              If <strong class="break">{address}</strong> has an account, a link is on its way. It works once, for 15
              minutes.
            </p>
          )}
        />
      </FrontPage>
    );
  const dead = error ?? (form.error?.code.startsWith('Link') ? form.error : null);
  if (isDead(dead))
    return (
      <DeadLink link={link} error={dead}>
        <a class="button primary wide" href="/account/reset" onClick={link.drop}>
          Ask for a new link
        </a>
      </DeadLink>
    );
  if (facts === null) return <Checking link={link} />;
  return (
    <FrontPage
      title="Choose a new password"
      lead="All sessions of the account end, so anyone who knew the old password is signed out."
    >
      <form class="stack" noValidate onSubmit={form.onSubmit}>
        <NewPassword email={facts.email} error={form.error} label="New password" />
        <Failure error={form.error} />
        <SubmitButton busy={form.busy} wide>
          Set the new password
        </SubmitButton>
      </form>
    </FrontPage>
  );
}
