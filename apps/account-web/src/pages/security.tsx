import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Passkey, PasskeyList, SentTo, Session, SessionList, SessionState } from '../contract.ts';
import { Confirm, FormDialog } from '../dialog.tsx';
import { counted, date } from '../format.ts';
import { Failure, Field, PasswordField, Success, useAction, useSubmit } from '../forms.tsx';
import { Ago, type Loaded, Operator, Page, Pending, Section, useLoaded } from '../page.tsx';
import { knowsPasskeys, makePasskey } from '../passkeys.ts';
import { accept, afterProof, refresh, request, signOut, useAccount } from '../session.ts';
import { SecondFactorSection } from './second-factor.tsx';

function PasswordSection(): JSX.Element {
  const { account } = useAccount();
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  const form = useSubmit(async ({ password }) => {
    accept(await request<SessionState>('POST', '/password', { password }));
    setDone(true);
    setOpen(false);
  });
  return (
    <Section
      title="Password"
      text={
        account.hasPassword ? 'Set. Changing it ends all other sessions.' : 'None yet: you sign in by passkey or link.'
      }
      action={
        <button type="button" class="button" onClick={afterProof(() => setOpen(true))}>
          {account.hasPassword ? 'Change password' : 'Set a password'}
        </button>
      }
    >
      <Success>{done && <p>The password is set. All other sessions have ended.</p>}</Success>
      {open && (
        <FormDialog
          title={account.hasPassword ? 'Change password' : 'Set a password'}
          form={form}
          text="Save"
          onClose={() => setOpen(false)}
        >
          <Field
            label="E-mail address"
            name="username"
            type="email"
            value={account.email}
            readOnly
            autocomplete="username"
          />
          <PasswordField
            label="New password"
            name="password"
            required
            minLength={12}
            maxLength={128}
            missing="Choose a password of at least 12 characters."
            hint="At least 12 characters."
            autocomplete="new-password"
            error={form.error}
            autofocus
          />
        </FormDialog>
      )}
    </Section>
  );
}

const placeOf = ({ isSynced }: Passkey): string => (isSynced ? 'synced between your devices' : 'on one device');

function PasskeySection({ loaded }: { loaded: Loaded<PasskeyList> }): JSX.Element {
  const passkeys = loaded.data?.passkeys ?? [];
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const settle = async (sentence: string): Promise<void> => {
    setDone(sentence);
    await Promise.all([loaded.reload(), refresh()]);
  };
  const form = useSubmit(async ({ name }) => {
    const proof = await makePasskey(await request('POST', '/passkeys/options'));
    await request('POST', '/passkeys', { ...proof, name: name!.trim() });
    setOpen(false);
    await settle(`The passkey “${name!.trim()}” works from now on.`);
  });
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const remove = async ({ id, name }: Passkey): Promise<void> => {
    await request('DELETE', `/passkeys/${id}`);
    setRemoving(null);
    await settle(`The passkey “${name}” no longer signs you in.`);
  };
  return (
    <Section
      title="Passkeys"
      text="Sign in by fingerprint, face or the lock of this device. Nothing to remember, nothing to be phished."
      action={
        knowsPasskeys && (
          <button type="button" class="button" onClick={afterProof(() => setOpen(true))}>
            Add a passkey
          </button>
        )
      }
    >
      <Success>{done && <p>{done}</p>}</Success>
      {passkeys.length > 0 && (
        <ul class="rows">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div>
                <h3>{passkey.name}</h3>
                <p>
                  Added {date(passkey.createdAt)}, {placeOf(passkey)}.{' '}
                  {passkey.lastUsedAt === null ? (
                    'Not used yet.'
                  ) : (
                    <>
                      Used <Ago at={passkey.lastUsedAt} />.
                    </>
                  )}
                </p>
              </div>
              <button type="button" class="button small danger-text" onClick={() => setRemoving(passkey)}>
                Remove<span class="visually-hidden"> {passkey.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {open && (
        <FormDialog title="Add a passkey" form={form} text="Continue" onClose={() => setOpen(false)}>
          <Field
            label="Name"
            name="name"
            required
            maxLength={100}
            missing="Enter a name for this passkey."
            hint="Where it is: “laptop”, “phone”, “blue security key”."
            autocomplete="off"
            error={form.error}
            autofocus
          />
        </FormDialog>
      )}
      {removing && (
        <Confirm
          title={`Remove “${removing.name}”?`}
          verb="Remove passkey"
          leave="Keep it"
          action={() => remove(removing)}
          onClose={() => setRemoving(null)}
        >
          It can no longer be used to sign in. The device may still offer it until you delete it there too.
        </Confirm>
      )}
    </Section>
  );
}

const METHODS: Readonly<Record<string, string>> = {
  password: 'password',
  password_and_code: 'password and code',
  passkey: 'passkey',
  link: 'one-time link',
  invitation: 'invitation',
};

function SessionSection({ loaded }: { loaded: Loaded<SessionList> }): JSX.Element {
  const [done, setDone] = useState<string | null>(null);
  const [ending, setEnding] = useState<Session | null>(null);
  const sessions = loaded.data?.sessions ?? [];
  const others = useAction(async () => {
    const { ended } = await request<{ ended: number }>('POST', '/sessions/end-others');
    setDone(`${counted(ended, 'other session')} ended.`);
    await loaded.reload();
  });
  const end = async (session: Session): Promise<void> => {
    if (session.isCurrent) return signOut();
    await request('DELETE', `/sessions/${session.id}`);
    setEnding(null);
    setDone(`The session on ${session.device} has ended.`);
    await loaded.reload();
  };
  return (
    <Section
      title="Sessions"
      text="Where you are signed in. Sign out devices you don’t recognise, then change your password."
      action={
        sessions.length > 1 && (
          <button type="button" class="button" aria-disabled={others.busy} onClick={others.run}>
            End all others
          </button>
        )
      }
    >
      <Success>{done && <p>{done}</p>}</Success>
      <Failure error={others.error} />
      <ul class="rows">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <h3>
                {session.device}
                {session.isCurrent && <span class="tag">this one</span>}
              </h3>
              <p>
                From {session.address}, by {METHODS[session.method] ?? session.method}. Used{' '}
                <Ago at={session.lastUsedAt} />, signed in {date(session.createdAt)}.
              </p>
            </div>
            <button type="button" class="button small danger-text" onClick={() => setEnding(session)}>
              {session.isCurrent ? 'Sign out' : 'End'}
              <span class="visually-hidden"> {session.device}</span>
            </button>
          </li>
        ))}
      </ul>
      {ending && (
        <Confirm
          title={ending.isCurrent ? 'Sign out here?' : 'End this session?'}
          verb={ending.isCurrent ? 'Sign out' : 'End session'}
          action={() => end(ending)}
          onClose={() => setEnding(null)}
        >
          {ending.device}, {ending.address}. It has to sign in again.
        </Confirm>
      )}
    </Section>
  );
}

function AddressSection(): JSX.Element {
  const state = useAccount();
  const [open, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSubmit(async (data) => {
    const sent = await request<SentTo>('POST', '/address', { email: data['email']!.trim() });
    setSentTo(sent.sentTo);
    setOpen(false);
  });
  return (
    <Section
      title="E-mail address"
      text={
        <>
          <strong class="break">{state.account.email}</strong>
          {!state.mail && (
            <>
              . This installation sends no mail, so it cannot be changed here: ask <Operator />.
            </>
          )}
        </>
      }
      action={
        state.mail && (
          <button type="button" class="button" onClick={() => setOpen(true)}>
            Change address
          </button>
        )
      }
    >
      <Success>
        {sentTo && (
          <p>
            A link went to <strong class="break">{sentTo}</strong>. The address changes when it is opened.
          </p>
        )}
      </Success>
      {open && (
        <FormDialog title="Change address" form={form} text="Send the link" onClose={() => setOpen(false)}>
          <Field
            label="New e-mail address"
            name="email"
            type="email"
            required
            missing="Enter the new address."
            hint="We mail a link there to check that it is yours. The old address can undo this for a week."
            autocomplete="email"
            error={form.error}
            autofocus
          />
        </FormDialog>
      )}
    </Section>
  );
}

/** Shown once all of it is there, so that nothing moves while one reads. */
export default function SecurityPage(): JSX.Element {
  const passkeys = useLoaded<PasskeyList>('/passkeys');
  const sessions = useLoaded<SessionList>('/sessions');
  const missing = [passkeys, sessions].find(({ data }) => data === null);
  return (
    <Page title="Security" lead="How you sign in, and where you are signed in.">
      {missing ? (
        <Pending loaded={missing} rows={5} />
      ) : (
        <>
          <PasskeySection loaded={passkeys} />
          <PasswordSection />
          <SecondFactorSection />
          <AddressSection />
          <SessionSection loaded={sessions} />
        </>
      )}
    </Page>
  );
}
