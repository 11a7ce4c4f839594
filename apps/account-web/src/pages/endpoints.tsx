import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Endpoint, EndpointList, NewEndpoint } from '../contract.ts';
import { Confirm, Dialog, FormDialog } from '../dialog.tsx';
import { dateTime } from '../format.ts';
import { Failure, Field, Success, useAction, useSubmit } from '../forms.tsx';
import { Ago, Page, Pending, useLoaded } from '../page.tsx';
import { Secret, SecretDialog, SecretText } from '../secrets.tsx';
import { afterProof, request } from '../session.ts';

/** How often the page looks whether an endpoint has answered the test: in all for longer than that may take. */
const LOOK_MS = 1_000;
const LOOKS_AFTER_TEST = 15;

const STATES: Readonly<Record<Endpoint['state'], string>> = {
  unverified: 'not verified',
  on: 'on',
  failing: 'failing',
  paused: 'paused',
  off: 'switched off',
};

/** Whether an endpoint gets what is sent to it, in one word. */
export function StateTag({ endpoint }: { endpoint: Endpoint }): JSX.Element {
  return <span class={endpoint.state === 'on' ? 'tag good' : 'tag'}>{STATES[endpoint.state]}</span>;
}

/** What an endpoint waits for, since when it fails or why it is off, and what to do about it. */
export function StateNote({ endpoint }: { endpoint: Endpoint }): JSX.Element | null {
  if (endpoint.state === 'unverified')
    return (
      <p class="quiet">
        It gets no alerts yet. Start your receiver and send it a test: once it answers with a status of 2xx, it is
        verified.
        {endpoint.failingSince !== null && ' The last test was not accepted; the log shows the answer.'}
      </p>
    );
  if (endpoint.state === 'failing')
    return (
      <p class="quiet">
        The last delivery failed; the first to fail was <Ago at={endpoint.failingSince!} />. After 5 days of failures it
        is switched off: the log shows the answers.
      </p>
    );
  if (endpoint.state === 'off')
    return (
      <p class="quiet">
        Switched off <Ago at={endpoint.disabledAt!} />: {endpoint.disabledReason}. Resume it when your receiver works.
      </p>
    );
  return endpoint.state === 'paused' ? (
    <p class="quiet">Paused. New alerts go to your inbox only. Alerts already queued are sent when you resume.</p>
  ) : null;
}

interface Shown {
  readonly secret: Secret;
  readonly endpoint: Endpoint;
}

function SecretShown({ made, onClose }: { made: Shown; onClose: () => void }): JSX.Element {
  const { endpoint, secret } = made;
  return (
    <SecretDialog secret={secret} what="secret" gone="rotate the secret: that makes a new one." onClose={onClose}>
      <p class="lead">
        Your server uses this secret to verify that a webhook comes from Brickmarket. It is shown only once.
      </p>
      {endpoint.previousUntil !== null && (
        <p>
          Until {dateTime(endpoint.previousUntil)} messages are signed with the old secret as well: change it at the
          receiver before.
        </p>
      )}
      <SecretText secret={secret} label="Signing secret" />
      <p class="hint break">
        For receivers that verify without a shared secret, the public key is <code>{endpoint.publicKey}</code>
      </p>
    </SecretDialog>
  );
}

const shown = ({ secret, endpoint }: NewEndpoint): Shown => ({ secret: new Secret(secret), endpoint });

function AddEndpoint({ allowsLoopback, onClose }: { allowsLoopback: boolean; onClose: () => void }): JSX.Element {
  const [made, setMade] = useState<Shown | null>(null);
  const form = useSubmit(async ({ url, description }) => {
    setMade(shown(await request<NewEndpoint>('POST', '/alerts/endpoints', { url, description })));
  });
  if (made !== null) return <SecretShown made={made} onClose={onClose} />;
  return (
    <FormDialog title="Add an endpoint" form={form} text="Add endpoint" onClose={onClose}>
      <Field
        label="Address"
        name="url"
        required
        missing="Give the address of your receiver."
        hint={
          allowsLoopback
            ? 'https://…, or http:// to this machine.'
            : 'https://… on the public internet. Redirects are not followed.'
        }
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={2000}
        error={form.error}
        autofocus
      />
      <Field label="What it is for" name="description" maxLength={200} autocomplete="off" error={form.error} />
    </FormDialog>
  );
}

function RotateSecret({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }): JSX.Element {
  const [made, setMade] = useState<Shown | null>(null);
  const rotate = useAction(async () => {
    setMade(shown(await request<NewEndpoint>('POST', `/alerts/endpoints/${endpoint.id}/rotate`)));
  });
  if (made !== null) return <SecretShown made={made} onClose={onClose} />;
  return (
    <Dialog title="Rotate the secret?" onClose={onClose}>
      <p class="break">
        You get a new secret for {endpoint.url}. For 24 hours messages are signed with the old one as well, so that your
        receiver can change over without losing any.
      </p>
      <Failure error={rotate.error} />
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="button primary" aria-disabled={rotate.busy} onClick={rotate.run}>
          Rotate secret
        </button>
      </div>
    </Dialog>
  );
}

interface RowProps {
  readonly endpoint: Endpoint;
  readonly onRotate: () => void;
  readonly onDelete: () => void;
  readonly onChanged: (said: string) => void;
  readonly onTested: () => void;
}

function Row({ endpoint, onRotate, onDelete, onChanged, onTested }: RowProps): JSX.Element {
  const { id, url } = endpoint;
  const isOn = endpoint.disabledAt === null;
  const isNew = endpoint.state === 'unverified';
  const test = useAction(async () => {
    await request('POST', `/alerts/endpoints/${id}/test`);
    onTested();
  });
  const toggle = useAction(async () => {
    await request('POST', `/alerts/endpoints/${id}/${isOn ? 'pause' : 'resume'}`);
    onChanged(isOn ? 'Paused.' : 'Switched on.');
  });
  const name = <span class="visually-hidden"> {url}</span>;
  return (
    <li class="folio">
      <div>
        <h2 class="break">
          <a href={`/account/alerts/endpoints/${id}`}>{url}</a>
          <StateTag endpoint={endpoint} />
        </h2>
        {endpoint.description && <p class="break">{endpoint.description}</p>}
        <StateNote endpoint={endpoint} />
        <Failure error={test.error ?? toggle.error} />
      </div>
      <div class="buttons">
        <a class="button small" href={`/account/alerts/endpoints/${id}`}>
          Log<span class="visually-hidden"> of {url}</span>
        </a>
        {isOn && (
          <button
            type="button"
            class={isNew ? 'button small primary' : 'button small'}
            aria-disabled={test.busy}
            onClick={test.run}
          >
            Send a test<span class="visually-hidden"> to {url}</span>
          </button>
        )}
        <button type="button" class="button small" aria-disabled={toggle.busy} onClick={toggle.run}>
          {isOn ? 'Pause' : 'Resume'}
          {name}
        </button>
        <button type="button" class="button small" onClick={onRotate}>
          Rotate secret<span class="visually-hidden"> of {url}</span>
        </button>
        <button type="button" class="button small danger-text" onClick={onDelete}>
          Delete
          {name}
        </button>
      </div>
    </li>
  );
}

const RECEIVER = `import { verify } from '@brickmarket/client';

const event = await verify(secret, headers, body);`;

function NoEndpoints({ onAdd }: { onAdd: () => void }): JSX.Element {
  return (
    <div class="empty">
      <div>
        <h2>Let your own program know</h2>
        <p>
          A rule can send its alerts immediately to your server, signed as the Standard Webhooks specification says. It
          answers a test first; what it does not accept later is sent again for a day.
        </p>
        <button type="button" class="button primary" onClick={onAdd}>
          Add an endpoint
        </button>
      </div>
      <pre class="terminal">
        <code>{RECEIVER}</code>
      </pre>
    </div>
  );
}

type Open = { kind: 'add' } | { kind: 'rotate' | 'delete'; endpoint: Endpoint } | null;

export default function EndpointsPage(): JSX.Element {
  const loaded = useLoaded<EndpointList>('/alerts/endpoints');
  const [open, setOpen] = useState<Open>(null);
  const [said, setSaid] = useState('');
  const { data } = loaded;
  const close = (): void => {
    setOpen(null);
    void loaded.reload();
  };
  const add = afterProof(() => setOpen({ kind: 'add' }));
  const changed = (text: string): void => {
    setSaid(text);
    void loaded.reload();
  };
  const [looksLeft, setLooksLeft] = useState(0);
  const tested = (): void => {
    changed('A test is on its way; the log shows the answer.');
    setLooksLeft(LOOKS_AFTER_TEST);
  };
  // An endpoint becomes verified by its answer, a moment after the test was sent.
  const isWaiting = looksLeft > 0 && data?.endpoints.some(({ state }) => state === 'unverified') === true;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => {
      setLooksLeft(looksLeft - 1);
      void loaded.reload();
    }, LOOK_MS);
    return () => clearTimeout(timer);
  }, [looksLeft, isWaiting]);
  return (
    <Page
      title="Webhooks"
      lead="Addresses of your own programs. Alerts are signed, retried until accepted, and every attempt is logged."
      action={
        data?.endpoints.length !== 0 && (
          <button type="button" class="button primary" onClick={add}>
            Add an endpoint
          </button>
        )
      }
    >
      <Success>{said && <p>{said}</p>}</Success>
      {data === null ? (
        <Pending loaded={loaded} rows={3} />
      ) : data.endpoints.length === 0 ? (
        <NoEndpoints onAdd={add} />
      ) : (
        <ul class="rows">
          {data.endpoints.map((endpoint) => (
            <Row
              key={endpoint.id}
              endpoint={endpoint}
              onRotate={afterProof(() => setOpen({ kind: 'rotate', endpoint }))}
              onDelete={() => setOpen({ kind: 'delete', endpoint })}
              onChanged={changed}
              onTested={tested}
            />
          ))}
        </ul>
      )}
      {open?.kind === 'add' && <AddEndpoint allowsLoopback={data?.allowsLoopback ?? false} onClose={close} />}
      {open?.kind === 'rotate' && <RotateSecret endpoint={open.endpoint} onClose={close} />}
      {open?.kind === 'delete' && (
        <Confirm
          title="Delete the endpoint?"
          verb="Delete endpoint"
          action={() => request('DELETE', `/alerts/endpoints/${open.endpoint.id}`)}
          onClose={close}
        >
          <span class="break">{open.endpoint.url}</span> gets nothing any more. Its log and what waits for it are
          deleted too; your inbox keeps the alerts.
        </Confirm>
      )}
    </Page>
  );
}
