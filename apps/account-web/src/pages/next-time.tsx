import type { JSX } from 'preact';
import type { SessionState } from '../contract.ts';
import { Failure, SubmitButton, useAction, useSubmit } from '../forms.tsx';
import { PasskeyIcon } from '../icons.tsx';
import { knowsPasskeys, makePasskey } from '../passkeys.ts';
import { accept, refresh, request } from '../session.ts';
import { FrontPage } from './front-page.tsx';
import { NewPassword } from './new-password.tsx';

const SKIPPED = 'next-time-skipped';

/** Only links to sign in, and no dismissal in this browser. */
export function needsNextTime({ account }: SessionState): boolean {
  const hasNothing = account !== null && !account.hasPassword && account.passkeyCount === 0;
  return hasNothing && localStorage.getItem(SKIPPED) === null;
}

/** Offers a passkey or password right after a link: later both need re-authentication. */
export function NextTime({ state, onDone }: { state: SessionState; onDone: () => void }): JSX.Element {
  const passkey = useAction(async () => {
    const proof = await makePasskey(await request('POST', '/passkeys/options'));
    await request('POST', '/passkeys', { ...proof, name: 'My first passkey' });
    await refresh();
    onDone();
  });
  const form = useSubmit(async ({ password }) => {
    accept(await request<SessionState>('POST', '/password', { password }));
    onDone();
  });
  const skip = (): void => {
    localStorage.setItem(SKIPPED, 'yes');
    onDone();
  };
  return (
    <FrontPage
      title="How will you sign in next time?"
      lead="The link worked once. With a passkey or a password you need no other."
    >
      <div class="stack">
        {knowsPasskeys && (
          <>
            <button type="button" class="button primary wide" aria-disabled={passkey.busy} onClick={passkey.run}>
              <PasskeyIcon />
              Add a passkey
            </button>
            <p class="hint">Sign in by fingerprint, face or the lock of this device.</p>
            <Failure error={passkey.error} />
            <p class="or">
              <span>or</span>
            </p>
          </>
        )}
        <form class="stack" noValidate onSubmit={form.onSubmit}>
          <NewPassword email={state.account?.email ?? ''} error={form.error} label="Password" />
          <Failure error={form.error} />
          <SubmitButton busy={form.busy} kind={knowsPasskeys ? 'plain' : 'primary'} wide>
            Set a password
          </SubmitButton>
        </form>
        <button type="button" class="link" onClick={skip}>
          Skip for now
        </button>
      </div>
    </FrontPage>
  );
}
