import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { send } from './api.ts';
import type { Unread } from './contract.ts';

const POLL_MS = 30_000;
let unread: Unread = { unread: 0, isMore: false };
const listeners = new Set<(now: Unread) => void>();

export function acceptUnread(now: Unread): void {
  unread = now;
  for (const listener of listeners) listener(now);
}

/** Shared by all parts of the page. */
export function useUnread(): Unread {
  const [seen, setSeen] = useState(unread);
  useEffect(() => {
    setSeen(unread);
    listeners.add(setSeen);
    return () => void listeners.delete(setSeen);
  }, []);
  return seen;
}

/** Polls every half minute while visible. A failure is repeated with the next poll. */
export function useUnreadPoll(path: string): void {
  useEffect(() => {
    const stop = new AbortController();
    const poll = (): void => {
      if (document.visibilityState === 'hidden') return;
      send<Unread>('GET', '/alerts/unread', undefined, stop.signal).then(acceptUnread, () => undefined);
    };
    poll();
    const timer = setInterval(poll, POLL_MS);
    document.addEventListener('visibilitychange', poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
      stop.abort();
    };
  }, [path]);
}

/** Overlays the text, so that nothing moves when it appears. */
export function UnreadCount(): JSX.Element | null {
  const { unread: count, isMore } = useUnread();
  if (count === 0) return null;
  return (
    <span class="unread-count">
      <span aria-hidden="true">{isMore ? `${count}+` : count}</span>
      <span class="visually-hidden">, {isMore ? `more than ${count}` : count} unread</span>
    </span>
  );
}
