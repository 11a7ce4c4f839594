import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiKey, KeyList } from '../contract.ts';
import { count, curlLine, date } from '../format.ts';
import { KeyIcon } from '../icons.tsx';
import { lateDialogs } from '../late-dialog.tsx';
import { Ago, Meter, Page, Pending, Section, useLoaded } from '../page.tsx';
import { afterProof, useAccount } from '../session.ts';
import { NoApi } from './no-api.tsx';

const keyDialog = lateDialogs(() => import('./key-dialogs.tsx'));
const CreateKey = keyDialog((dialogs) => dialogs.CreateKey);
const RotateKey = keyDialog((dialogs) => dialogs.RotateKey);
const RevokeKey = keyDialog((dialogs) => dialogs.RevokeKey);

function end(key: ApiKey): JSX.Element {
  if (key.revokedAt !== null)
    return (
      <div>
        <dt>Revoked</dt>
        <dd>
          <Ago at={key.revokedAt} />
        </dd>
      </div>
    );
  return (
    <div>
      <dt>{key.state === 'expired' ? 'Expired' : 'Expires'}</dt>
      <dd>{key.expiresAt === null ? 'Never' : <Ago at={key.expiresAt} />}</dd>
    </div>
  );
}

interface RowProps {
  readonly record: ApiKey;
  readonly onRotate?: () => void;
  readonly onRevoke?: () => void;
}

function KeyRow({ record, onRotate, onRevoke }: RowProps): JSX.Element {
  // Includes usage of the keys it replaced.
  const used = record.usedToday + record.carriedToday;
  return (
    <li class={`key ${record.state}`}>
      <div class="key-name">
        <h3>{record.name}</h3>
        <code>
          bmk_…{record.last4}
          <span class="visually-hidden">, the last four characters</span>
        </code>
      </div>
      <dl class="facts">
        {record.state === 'active' && (
          <div class="fact-used">
            <dt>Used today</dt>
            <dd>
              {count(used)} <small>of {count(record.dailyLimit)}</small>
              <Meter used={used} limit={record.dailyLimit} />
            </dd>
          </div>
        )}
        <div>
          <dt>Last used</dt>
          <dd>{record.lastUsedAt === null ? 'Not yet' : <Ago at={record.lastUsedAt} />}</dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <time dateTime={record.createdAt}>{date(record.createdAt)}</time>
          </dd>
        </div>
        {end(record)}
      </dl>
      {record.state === 'active' && (
        <div class="key-actions">
          <button type="button" class="button small" onClick={onRotate}>
            Rotate<span class="visually-hidden"> {record.name}</span>
          </button>
          <button type="button" class="button small danger-text" onClick={onRevoke}>
            Revoke<span class="visually-hidden"> {record.name}</span>
          </button>
        </div>
      )}
    </li>
  );
}

function FirstKey({ onCreate, apiUrl }: { onCreate: () => void; apiUrl: string }): JSX.Element {
  return (
    <div class="empty">
      <div>
        <h2>Make your first key</h2>
        <p>
          A key lets a script or a tool of yours read Brickmarket’s values. Give each its own, so that one can be
          stopped without the others.
        </p>
        <button type="button" class="button primary" onClick={onCreate}>
          <KeyIcon />
          Create a key
        </button>
      </div>
      <pre class="terminal">
        <code>{curlLine(apiUrl, 'bmk_…').replace('" ', '" \\\n  ')}</code>
      </pre>
    </div>
  );
}

type Open = { kind: 'create' } | { kind: 'rotate' | 'revoke'; record: ApiKey } | null;

export default function KeysPage(): JSX.Element {
  const state = useAccount();
  const loaded = useLoaded<KeyList>('/keys');
  const [open, setOpen] = useState<Open>(null);
  const { data } = loaded;
  const active = data?.keys.filter((key) => key.state === 'active') ?? [];
  const past = data?.keys.filter((key) => key.state !== 'active') ?? [];
  const close = (): void => {
    setOpen(null);
    void loaded.reload();
  };
  const create = afterProof(() => setOpen({ kind: 'create' }));
  const { account } = state;
  const isWeak = account.passkeyCount === 0 && !account.hasTotp;
  return (
    <Page
      title="Keys"
      lead={
        <>
          For your scripts and tools. <a href={state.docsUrl}>API reference</a>
        </>
      }
      action={
        active.length > 0 && (
          <button type="button" class="button primary" onClick={create}>
            <KeyIcon />
            Create a key
          </button>
        )
      }
    >
      <NoApi />
      {data === null ? (
        <Pending loaded={loaded} rows={3} />
      ) : (
        <>
          {active.length === 0 ? (
            <FirstKey onCreate={create} apiUrl={state.apiUrl} />
          ) : (
            <>
              <h2 class="tally">
                <b>{data.active}</b> of {data.maxActive} active keys
              </h2>
              <ul class="keys">
                {active.map((record) => (
                  <KeyRow
                    key={record.id}
                    record={record}
                    onRotate={afterProof(() => setOpen({ kind: 'rotate', record }))}
                    onRevoke={() => setOpen({ kind: 'revoke', record })}
                  />
                ))}
              </ul>
            </>
          )}
          {past.length > 0 && (
            <details class="past">
              <summary>Past keys ({past.length})</summary>
              <ul class="keys">
                {past.map((record) => (
                  <KeyRow key={record.id} record={record} />
                ))}
              </ul>
            </details>
          )}
          {isWeak && (
            <Section
              title="Protect your account"
              text={
                'Anyone who has your password can create keys in your name. ' +
                'A passkey on this device takes a few seconds to add.'
              }
              action={
                <a class="button" href="/account/security">
                  Go to security
                </a>
              }
            />
          )}
        </>
      )}
      {open?.kind === 'create' && data && (
        <CreateKey
          isFull={data.active >= data.maxActive}
          active={active}
          onRotate={(record) => setOpen({ kind: 'rotate', record })}
          onClose={close}
        />
      )}
      {open?.kind === 'rotate' && data && (
        <RotateKey record={open.record} isFull={data.active >= data.maxActive} onClose={close} />
      )}
      {open?.kind === 'revoke' && <RevokeKey record={open.record} onClose={close} />}
    </Page>
  );
}
