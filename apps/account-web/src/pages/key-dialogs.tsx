import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError, send } from '../api.ts';
import { OneOf } from '../choices.tsx';
import type { ApiKey, KeyCheck, KeyUse, NewKey, RotatedKey } from '../contract.ts';
import { Dialog, FormActions, FormDialog } from '../dialog.tsx';
import { curlLine, dateTime, relative, time } from '../format.ts';
import { Failure, Field, SubmitButton, Success, useSubmit } from '../forms.tsx';
import { CheckIcon } from '../icons.tsx';
import { Secret, SecretDialog, SecretText } from '../secrets.tsx';
import { onWipe, request, useAccount } from '../session.ts';

const POLL_MS = 2000;

/** Asks every two seconds whether a request with the key has arrived, until one has. */
function useFirstUse(id: number): string | null {
  const [arrivedAt, setArrivedAt] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const poll = async (): Promise<void> => {
      const use = await send<KeyUse>('GET', `/keys/${id}/use`, undefined, stop.signal).catch((error: unknown) => error);
      // Being signed out ends it; the network coming and going does not.
      if (stop.signal.aborted || (use instanceof ApiError && use.code === 'NotSignedIn')) return;
      if (!(use instanceof Error) && (use as KeyUse).firstUsedAt !== null) setArrivedAt((use as KeyUse).firstUsedAt);
      else setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
    return () => stop.abort();
  }, [id]);
  return arrivedAt;
}

interface Shown {
  readonly secret: Secret;
  readonly record: ApiKey;
  readonly previous: ApiKey | null;
}

const shown = ({ key, record }: NewKey, previous: ApiKey | null): Shown => ({
  secret: new Secret(key),
  record,
  previous,
});

function previousSentence({ last4, state, expiresAt }: ApiKey): string {
  if (state !== 'active' || expiresAt === null) return `The old key, …${last4}, is refused from now on.`;
  return `The old key, …${last4}, works until ${dateTime(expiresAt)}.`;
}

/** The only view of a key: text, a command to try it, and whether a request with it has arrived. */
function KeyShown({ made, onClose }: { made: Shown; onClose: () => void }): JSX.Element {
  const { apiUrl } = useAccount();
  const arrivedAt = useFirstUse(made.record.id);
  const arrival = (
    <p role="status" class={arrivedAt === null ? 'arrival' : 'arrival here'}>
      {arrivedAt === null ? (
        <>
          <span class="pulse" aria-hidden="true" />
          Waiting for the first request with this key
        </>
      ) : (
        <>
          <CheckIcon />
          First request arrived at {time(arrivedAt)}
        </>
      )}
    </p>
  );
  return (
    <SecretDialog
      secret={made.secret}
      what="key"
      gone="close this and rotate the key: that makes a new one."
      after={arrival}
      onClose={onClose}
    >
      <p class="lead">You won’t see this key again: Brickmarket keeps only a hash of “{made.record.name}”.</p>
      {made.previous && <p>{previousSentence(made.previous)}</p>}
      <SecretText secret={made.secret} label="Your key" />
      <SecretText secret={made.secret} label="Try it in a terminal" as={(key) => curlLine(apiUrl, key)} />
    </SecretDialog>
  );
}

const EXPIRIES = [
  ['', 'Never'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['date', 'On a date'],
] as const;

interface CreateProps {
  readonly isFull: boolean;
  readonly active: readonly ApiKey[];
  readonly onRotate: (record: ApiKey) => void;
  readonly onClose: () => void;
}

/** What stands in for the form when an account has all the keys it may have. */
function Full({ active, onRotate, onClose }: Omit<CreateProps, 'isFull'>): JSX.Element {
  const idle = active.toReversed().toSorted((a, b) => (a.lastUsedAt ?? '').localeCompare(b.lastUsedAt ?? ''))[0];
  return (
    <Dialog title={`All ${active.length} keys are in use`} onClose={onClose}>
      <p>
        An account has up to {active.length} active keys. Revoke one that is not needed, or rotate one: that replaces it
        without needing another.
      </p>
      {idle && (
        <p>
          Used least recently: <strong>{idle.name}</strong> (…{idle.last4}),{' '}
          {idle.lastUsedAt === null ? 'never used' : relative(idle.lastUsedAt, Date.now())}.
        </p>
      )}
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Back to the keys
        </button>
        {idle && (
          <button type="button" class="button primary" onClick={() => onRotate(idle)}>
            Rotate {idle.name}
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** The last instant of a day that was chosen in the reader's own zone. */
function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}

function tomorrow(): string {
  const day = new Date(Date.now() + 86_400_000);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

export function CreateKey({ isFull, active, onRotate, onClose }: CreateProps): JSX.Element {
  const [made, setMade] = useState<Shown | null>(null);
  const [expiry, setExpiry] = useState<(typeof EXPIRIES)[number][0]>('');
  const [full, setFull] = useState(isFull);
  const form = useSubmit(async (data) => {
    const until = {
      ...(expiry === 'date' && { expiresAt: endOfDay(data['date']!) }),
      ...(/^\d+$/.test(expiry) && { expiresInDays: Number(expiry) }),
    };
    try {
      setMade(shown(await request<NewKey>('POST', '/keys', { name: data['name']!.trim(), ...until }), null));
    } catch (error) {
      // Another tab made the last one meanwhile.
      if (!(error instanceof ApiError) || error.code !== 'KeyLimit') throw error;
      setFull(true);
      throw error;
    }
  });
  if (made !== null) return <KeyShown made={made} onClose={onClose} />;
  if (full && isFull) return <Full active={active} onRotate={onRotate} onClose={onClose} />;
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <form class="stack" noValidate onSubmit={form.onSubmit}>
        <Field
          label="Name"
          name="name"
          required
          maxLength={100}
          missing="Enter a name for this key."
          hint="What it is for: “price sheet”, “shop server”."
          autocomplete="off"
          error={form.error}
          autofocus
        />
        <OneOf legend="Expires" name="expiry" options={EXPIRIES} value={expiry} onChange={setExpiry} />
        {expiry === 'date' && (
          <Field
            label="Last day"
            name="date"
            type="date"
            required
            min={tomorrow()}
            missing="Choose a day after today."
            error={
              form.error?.field === 'expiresAt' ? new ApiError('BadRequest', form.error.message, 'date') : form.error
            }
          />
        )}
        <Failure error={form.error}>
          {full && (
            <button type="button" class="button small" onClick={onClose}>
              Show the keys
            </button>
          )}
        </Failure>
        <FormActions busy={form.busy} text="Create key" onClose={onClose} />
      </form>
    </Dialog>
  );
}

const OVERLAPS = [
  ['24h', '24 hours', 'Time to change it everywhere. The usual choice.'],
  ['1h', '1 hour', 'For one script that you change right now.'],
  ['now', 'Not at all', 'The old key is rejected immediately: use this after a leak.'],
] as const;

export function RotateKey(props: { record: ApiKey; isFull: boolean; onClose: () => void }): JSX.Element {
  const { record, isFull, onClose } = props;
  const [made, setMade] = useState<Shown | null>(null);
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number][0]>(isFull ? 'now' : '24h');
  const form = useSubmit(async () => {
    const rotated = await request<RotatedKey>('POST', `/keys/${record.id}/rotate`, { overlap });
    setMade(shown(rotated, rotated.previous));
  });
  if (made !== null) return <KeyShown made={made} onClose={onClose} />;
  return (
    <FormDialog title={`Rotate “${record.name}”`} form={form} text="Rotate key" onClose={onClose}>
      <p>
        You get a new key with the same name and limit. For how long should the old one, <code>…{record.last4}</code>,
        keep working?
      </p>
      <OneOf
        legend="The old key works for another"
        isLegendHidden
        tall
        name="overlap"
        options={OVERLAPS}
        value={overlap}
        onChange={setOverlap}
        isDisabled={(value) => isFull && value !== 'now'}
      />
      {isFull && (
        <p class="hint">
          An overlap needs a sixth key for its time, and five are active. Revoke one first, or replace this one now.
        </p>
      )}
    </FormDialog>
  );
}

/** Sends one request with a key that was revoked and shows what the API answers. */
function Proof({ record }: { record: ApiKey }): JSX.Element {
  const [check, setCheck] = useState<KeyCheck | null>(null);
  const form = useSubmit(async (data) => {
    const key = data['key']!.trim();
    if (!/^bmk_[0-9a-f]{48}$/.test(key))
      throw new ApiError('BadRequest', 'A key is “bmk_” and 48 letters and digits. Paste the whole of it.', 'key');
    if (!key.endsWith(record.last4))
      throw new ApiError('BadRequest', `This is another key: the one you revoked ends in ${record.last4}.`, 'key');
    setCheck(await request<KeyCheck>('POST', '/keys/check', { key }));
  });
  useEffect(
    () =>
      onWipe(() => {
        for (const input of document.querySelectorAll<HTMLInputElement>('input[name="key"]')) input.value = '';
      }),
    [],
  );
  return (
    <form class="stack" noValidate onSubmit={form.onSubmit}>
      <Field
        label="See it refused"
        name="key"
        required
        missing="Paste the key that you revoked."
        hint="Paste the revoked key: one request is sent with it, and you see what the API answers."
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        class="mono"
        error={form.error}
      />
      <Failure error={form.error} />
      <div role="status">
        {check && (
          <pre class={check.status === 401 ? 'terminal' : 'terminal warn'}>
            <code>
              <b>{check.status === null ? 'No answer' : `HTTP ${check.status}`}</b> {check.code ?? ''}
              {'\n'}
              {check.message}
            </code>
          </pre>
        )}
      </div>
      <SubmitButton busy={form.busy} kind="plain">
        Send one request
      </SubmitButton>
    </form>
  );
}

export function RevokeKey({ record, onClose }: { record: ApiKey; onClose: () => void }): JSX.Element {
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const form = useSubmit(async ({ confirmation }) => {
    if (confirmation!.trim() !== record.name)
      throw new ApiError('BadRequest', `Type the name exactly as it is: ${record.name}`, 'confirmation');
    setRevoked(await request<ApiKey>('POST', `/keys/${record.id}/revoke`));
  });
  if (revoked !== null)
    return (
      <Dialog title="Key revoked" onClose={onClose}>
        <Success>
          <p>
            “{record.name}” (…{record.last4}) is refused since {time(revoked.revokedAt ?? new Date().toISOString())}.
          </p>
        </Success>
        <Proof record={record} />
        <div class="dialog-actions">
          <button type="button" class="button primary" onClick={onClose}>
            Done
          </button>
        </div>
      </Dialog>
    );
  return (
    <FormDialog
      title={`Revoke “${record.name}”?`}
      form={form}
      text="Revoke key"
      leave="Keep the key"
      kind="danger"
      onClose={onClose}
    >
      <p>
        Every request with <code>…{record.last4}</code> is rejected from that moment. This cannot be undone.
        {record.lastUsedAt !== null && ` It was last used ${relative(record.lastUsedAt, Date.now())}.`}
      </p>
      <Field
        label={
          <>
            Type <b>{record.name}</b> to confirm
          </>
        }
        name="confirmation"
        required
        missing={`Type ${record.name} to confirm.`}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        error={form.error}
        autofocus
      />
    </FormDialog>
  );
}
