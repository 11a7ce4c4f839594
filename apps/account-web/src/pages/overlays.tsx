import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { send } from '../api.ts';
import type { SessionState } from '../contract.ts';
import { Dialog, FormActions } from '../dialog.tsx';
import { CodeField, Failure, PasswordField, Success, useAction, useSubmit } from '../forms.tsx';
import { PasskeyIcon } from '../icons.tsx';
import { Operator } from '../page.tsx';
import { provePasskey } from '../passkeys.ts';
import { accept, answerQuestion, forget } from '../session.ts';
import { SignInForm } from './sign-in.tsx';

function proven(state: SessionState): void {
  accept(state);
  answerQuestion(null);
}

interface StepUpProps {
  readonly state: SessionState;
  readonly onClose: () => void;
}

/** Signed in by a link a while ago, without password or passkey. */
function NoProof({ state, onClose }: StepUpProps): JSX.Element {
  const email = state.account?.email ?? '';
  const [isSent, setSent] = useState(false);
  const mail = useAction(async () => {
    await send('POST', '/reset/request', { email });
    setSent(true);
  });
  return (
    <div class="stack">
      <p>To continue, set a password first. Your account has no password or passkey yet.</p>
      {state.mail ? (
        <>
          <Success>
            {isSent && (
              <p>
                A link is on its way to <strong class="break">{email}</strong>. Set a password by it, then sign in here
                to continue.
              </p>
            )}
          </Success>
          <Failure error={mail.error} />
          <button type="button" class="button primary wide" aria-disabled={mail.busy || isSent} onClick={mail.run}>
            Mail me a link to set a password
          </button>
        </>
      ) : (
        <>
          <p>If you run this installation, this prints a new link:</p>
          <pre class="terminal">
            <code>npm run brickmarket -- accounts sign-in-link {email}</code>
          </pre>
          <p>
            Otherwise ask <Operator />. Then set a password or a passkey under Security.
          </p>
        </>
      )}
      <button type="button" class="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

/** Re-authentication dialog. */
export function StepUp({ state, onClose }: StepUpProps): JSX.Element {
  const methods = state.stepUpMethods;
  const form = useSubmit(async ({ password, code }) => {
    proven(await send<SessionState>('POST', '/step-up/password', { password, ...(code && { code: code.trim() }) }));
  });
  const passkey = useAction(async () => {
    const proof = await provePasskey(await send('POST', '/step-up/passkey/options'));
    proven(await send<SessionState>('POST', '/step-up/passkey', proof));
  });
  return (
    <Dialog title="Confirm that it is you" onClose={onClose}>
      {methods.length === 0 && <NoProof state={state} onClose={onClose} />}
      {methods.length > 0 && <p class="lead">This changes who can use your account.</p>}
      {methods.includes('passkey') && (
        <button type="button" class="button wide" aria-disabled={passkey.busy} onClick={passkey.run}>
          <PasskeyIcon />
          Confirm with a passkey
        </button>
      )}
      {methods.length === 2 && (
        <p class="or">
          <span>or</span>
        </p>
      )}
      {methods.includes('password') && (
        <form class="stack" noValidate onSubmit={form.onSubmit}>
          <input
            class="visually-hidden"
            type="email"
            name="username"
            tabIndex={-1}
            autocomplete="username"
            readOnly
            aria-hidden="true"
            value={state.account?.email ?? ''}
          />
          <PasswordField
            label="Password"
            name="password"
            required
            missing="Enter your password."
            autocomplete="current-password"
            error={form.error}
            autofocus
          />
          {state.account?.hasTotp && (
            <CodeField
              label="Code"
              hint="Of your authenticator app, or a recovery code."
              missing="Enter the code of your authenticator app."
              error={form.error}
            />
          )}
          <Failure error={form.error} />
          <FormActions busy={form.busy} text="Confirm" onClose={onClose} />
        </form>
      )}
      <Failure error={passkey.error} />
    </Dialog>
  );
}

/** Hides the page until the same user signs in. */
export function SignInAgain({ state }: { state: SessionState }): JSX.Element {
  const [stage, setStage] = useState<'password' | 'code'>('password');
  return (
    <Dialog title={stage === 'code' ? 'One more step' : 'You were signed out'} class="lock">
      <p class="lead">
        The session ended, here or in another tab. Sign in to continue: what you typed is still there. Keys that were
        shown are not.
      </p>
      <SignInForm state={state} email={state.account?.email ?? ''} onStage={setStage} />
      <button type="button" class="link" onClick={forget}>
        Leave this page
      </button>
    </Dialog>
  );
}
