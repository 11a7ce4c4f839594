import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { send } from '../api.ts';
import type { SessionState } from '../contract.ts';
import { date } from '../format.ts';
import { Failure, SubmitButton, useAction, useSubmit } from '../forms.tsx';
import { Operator } from '../page.tsx';
import { forget, refresh } from '../session.ts';
import { FrontPage } from './front-page.tsx';
import { Checking, DeadLink, isDead, useLink } from './links.tsx';
import { NewPassword } from './new-password.tsx';

/** Confirms a new address by its link. */
export function ConfirmAddressRoute(): JSX.Element {
  const link = useLink();
  const { token, facts, error } = link;
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const confirm = useAction(async () => {
    const { email } = await send<{ email: string }>('POST', '/address/confirm', { token });
    setConfirmed(email);
    await refresh();
  });
  const dead = error ?? confirm.error;
  if (token !== null && isDead(dead))
    return (
      <DeadLink link={link} error={dead}>
        <p>The address of the account is what it was. It can be changed under Security.</p>
      </DeadLink>
    );
  if (token !== null && facts === null) return <Checking link={link} />;
  if (confirmed !== null)
    return (
      <FrontPage title="Address confirmed" lead={`From now on you sign in as ${confirmed}.`}>
        <div class="stack">
          <a class="button primary wide" href="/account/security">
            Go to your account
          </a>
        </div>
      </FrontPage>
    );
  return (
    <FrontPage
      title="Confirm your address"
      lead={
        facts ? (
          <>
            From then on you sign in as <strong class="break">{facts.email}</strong>.
          </>
        ) : (
          'Open the complete link from the mail.'
        )
      }
    >
      <div class="stack">
        <Failure error={dead} />
        {token !== null && (
          <button type="button" class="button primary wide" aria-disabled={confirm.busy} onClick={confirm.run}>
            Confirm address
          </button>
        )}
      </div>
    </FrontPage>
  );
}

/** Restores the earlier address by its link. */
export function RestoreAddressRoute({ state }: { state: SessionState }): JSX.Element {
  const link = useLink();
  const { token, facts, error } = link;
  const [restored, setRestored] = useState<string | null>(null);
  const form = useSubmit(async ({ password }) => {
    const { email } = await send<{ email: string }>('POST', '/address/restore', { token, password });
    setRestored(email);
    if (state.account !== null) forget();
  });
  if (restored !== null)
    return (
      <FrontPage
        title="The account is yours again"
        lead={
          <>
            Sign in as <strong class="break">{restored}</strong> with the new password.
          </>
        }
      >
        <div class="stack">
          <p>
            Everybody was signed out. Passkeys, an authenticator app that was new, and links that were on their way are
            gone. Once you are in, look at Activity: revoke keys and delete alert endpoints that are not yours.
          </p>
          <a class="button primary wide" href="/account/sign-in">
            Sign in
          </a>
        </div>
      </FrontPage>
    );
  const dead = error ?? (form.error?.code.startsWith('Link') ? form.error : null);
  if (token !== null && isDead(dead))
    return (
      <DeadLink link={link} error={dead}>
        <p>
          An address can be taken back for seven days. If the account is still in the wrong hands, ask <Operator /> for
          help.
        </p>
      </DeadLink>
    );
  if (token !== null && facts === null) return <Checking link={link} />;
  if (facts === null)
    return (
      <FrontPage title="Take your account back" lead="Open the complete link from the mail.">
        <div class="stack">
          <a class="button wide" href="/account/sign-in">
            Go to sign-in
          </a>
        </div>
      </FrontPage>
    );
  return (
    <FrontPage
      title="Take your account back"
      lead="Your earlier address is restored. All sessions end, and passkeys are removed."
    >
      <form class="stack" noValidate onSubmit={form.onSubmit}>
        <NewPassword email={facts.email} error={form.error} label="New password" />
        <Failure error={form.error} />
        <SubmitButton busy={form.busy} wide>
          Take it back
        </SubmitButton>
        <p class="aside">
          If you changed the address yourself, close this page. The link is valid until {date(facts.expiresAt)}.
        </p>
      </form>
    </FrontPage>
  );
}
