import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Feed, NewFeed } from '../contract.ts';
import { Dialog } from '../dialog.tsx';
import { Failure, useAction } from '../forms.tsx';
import { Ago, Pending, useLoaded } from '../page.tsx';
import { Secret, SecretDialog, SecretText } from '../secrets.tsx';
import { request } from '../session.ts';

/** Creates, renews and removes the feed address. */
export function FeedDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const feed = useLoaded<Feed>('/alerts/feed');
  const [made, setMade] = useState<Secret | null>(null);
  const renew = useAction(async () => setMade(new Secret((await request<NewFeed>('POST', '/alerts/feed')).url)));
  const end = useAction(async () => {
    await request('DELETE', '/alerts/feed');
    onClose();
  });
  if (made !== null)
    return (
      <SecretDialog secret={made} what="address" gone="make a new address: the old one then stops." onClose={onClose}>
        <p class="lead">Add it to your feed reader. Anyone who knows it can read your alerts. It is shown only once.</p>
        <SecretText secret={made} label="Address of your feed" />
      </SecretDialog>
    );
  const since = feed.data?.createdAt ?? null;
  const isBusy = renew.busy || end.busy;
  return (
    <Dialog title="Alerts in a feed reader" onClose={onClose}>
      <p>
        Your 50 newest alerts as an RSS feed, at an address that only you know. Each says what you paid and what selling
        would leave you.
      </p>
      {feed.data === null ? (
        <Pending loaded={feed} rows={1} />
      ) : since === null ? (
        <p class="quiet">You have no feed yet.</p>
      ) : (
        <p class="quiet">
          Your address was created <Ago at={since} />. A new one replaces it: the old one stops immediately.
        </p>
      )}
      <Failure error={renew.error ?? end.error} />
      <div class="dialog-actions">
        {since !== null && (
          <button type="button" class="button danger" aria-disabled={isBusy} onClick={end.run}>
            End the feed
          </button>
        )}
        <button
          type="button"
          class="button primary"
          aria-disabled={isBusy || feed.data === null}
          onClick={() => feed.data !== null && renew.run()}
        >
          {since === null ? 'Make an address' : 'Make a new address'}
        </button>
      </div>
    </Dialog>
  );
}
