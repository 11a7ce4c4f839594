import type { ComponentChildren, JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { ApiError } from './api.ts';
import { useHeading } from './focus.ts';
import { count, dateTime, relative } from './format.ts';
import { asApiError, Failure, useAction } from './forms.tsx';
import { request, useSession } from './session.ts';

interface PageProps {
  readonly title: string;
  readonly lead: ComponentChildren;
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page of somebody who is signed in. */
export function Page({ title, lead, action, children }: PageProps): JSX.Element {
  return (
    <>
      <div class="page-head">
        <div>
          <h1 {...useHeading(title)}>{title}</h1>
          <p class="lead">{lead}</p>
        </div>
        {action}
      </div>
      {children}
    </>
  );
}

export interface Loaded<T> {
  readonly data: T | null;
  readonly error: ApiError | null;
  readonly reload: () => Promise<void>;
}

/**
 * What a route of the server answers. While it is read again, what was there stays; an answer that comes after another
 * path was asked for is dropped.
 */
export function useLoaded<T>(path: string): Loaded<T> {
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const latest = useRef(path);
  latest.current = path;
  const reload = useCallback(async () => {
    try {
      const answer = await request<T>('GET', path);
      if (latest.current !== path) return;
      setData(answer);
      setError(null);
    } catch (failure) {
      const known = asApiError(failure);
      if (latest.current === path && known.code !== 'Cancelled') setError(known);
    }
  }, [path]);
  useEffect(() => void reload(), [reload]);
  return { data, error, reload };
}

export interface NewestFirst<Page, Item> {
  /** The first page. */
  readonly loaded: Loaded<Page>;
  /** All that was loaded so far. */
  readonly items: readonly Item[];
  readonly hasEarlier: boolean;
  /** Whether the first page is all that is shown: then it can be read again without a gap to what follows. */
  readonly isWhole: boolean;
  readonly more: ReturnType<typeof useAction>;
  /** Reads the first page again; what was loaded after it is dropped. */
  readonly reload: () => Promise<void>;
}

/** A list that is newest first, of which earlier parts are loaded when they are asked for. */
export function useNewestFirst<Page extends { readonly nextBefore: number | null }, Item>(
  path: string,
  itemsOf: (page: Page) => readonly Item[],
): NewestFirst<Page, Item> {
  const loaded = useLoaded<Page>(path);
  const [earlier, setEarlier] = useState<{ items: readonly Item[]; next: number | null } | null>(null);
  const next = earlier === null ? (loaded.data?.nextBefore ?? null) : earlier.next;
  const more = useAction(async () => {
    const page = await request<Page>('GET', `${path}&before=${next}`);
    setEarlier({ items: [...(earlier?.items ?? []), ...itemsOf(page)], next: page.nextBefore });
  });
  return {
    loaded,
    items: [...(loaded.data === null ? [] : itemsOf(loaded.data)), ...(earlier?.items ?? [])],
    hasEarlier: next !== null,
    isWhole: earlier === null,
    more,
    reload: async () => {
      await loaded.reload();
      setEarlier(null);
    },
  };
}

/** The way to what is earlier than the list shows. */
export function ShowEarlier({ list }: { list: NewestFirst<unknown, unknown> }): JSX.Element {
  return (
    <>
      <Failure error={list.more.error} />
      {list.hasEarlier && (
        <button type="button" class="button" aria-disabled={list.more.busy} onClick={list.more.run}>
          Show earlier
        </button>
      )}
    </>
  );
}

/** What is shown for as long as there is nothing to show: its place, or why there is nothing. */
export function Pending({ loaded, rows }: { loaded: Loaded<unknown>; rows: number }): JSX.Element {
  if (loaded.error !== null)
    return (
      <Failure error={loaded.error}>
        <button type="button" class="button" onClick={() => void loaded.reload()}>
          Try again
        </button>
      </Failure>
    );
  return (
    <div class="skeleton" aria-busy="true">
      <span class="visually-hidden">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} />
      ))}
    </div>
  );
}

/** The present, again every half minute, so that what is said relative to it stays true. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** An instant as people say it; the exact one shows on hover and is what machines read. */
export function Ago({ at }: { at: string }): JSX.Element {
  const now = useNow();
  return (
    <time dateTime={at} title={`${dateTime(at, 'UTC')} UTC`}>
      {relative(at, now)}
    </time>
  );
}

/** A section of a page, under its own heading. */
export function Section(props: {
  readonly title: string;
  readonly text?: ComponentChildren;
  readonly action?: ComponentChildren;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <section class="section">
      <div class="section-head">
        <div>
          <h2>{props.title}</h2>
          {props.text && <p>{props.text}</p>}
        </div>
        {props.action}
      </div>
      {props.children}
    </section>
  );
}

/** A set by number and title, leading to its page. */
export function SetLink({ number, title }: { number: string; title: string }): JSX.Element {
  return (
    <a class="set-link" href={`/account/sets/${number}`}>
      <b>{number}</b> {title}
    </a>
  );
}

/** A sentence in which the numbers of the sets that it is about lead to their pages. */
export function Sentence({ text, sets }: { text: string; sets: readonly (string | null)[] }): JSX.Element {
  const named = new RegExp(`\\b(${sets.join('|')})(?![\\w-])`);
  const parts = text.split(named);
  return <>{parts.map((part) => (sets.includes(part) ? <a href={`/account/sets/${part}`}>{part}</a> : part))}</>;
}

/** How long the browser may take to begin to save a file. */
const SAVE_WITHIN_MS = 60_000;

interface FileLinkProps {
  readonly path: string;
  readonly name: string;
  readonly class: string;
  readonly children: ComponentChildren;
}

/** A link to a file. When it is refused, as while others export, the reason is shown and not a download that failed. */
export function FileLink({ path, name, class: look, children }: FileLinkProps): JSX.Element {
  const save = useAction(async () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await request<Blob>('GET', path));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), SAVE_WITHIN_MS);
  });
  return (
    <>
      <a
        class={look}
        href={`/account/api${path}`}
        download={name}
        aria-busy={save.busy}
        onClick={(event) => {
          event.preventDefault();
          save.run();
        }}
      >
        {children}
      </a>
      {save.error !== null && <Failure error={save.error} />}
    </>
  );
}

interface PagerProps {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly onMove: (offset: number) => void;
}

/** Which part of a list is shown, and the way to the others. */
export function Pager({ total, limit, offset, onMove }: PagerProps): JSX.Element {
  const last = Math.min(total, offset + limit);
  return (
    <nav class="list-pages" aria-label="Pages">
      <p role="status">{total === 0 ? 'None' : `${count(offset + 1)} to ${count(last)} of ${count(total)}`}</p>
      <div class="buttons">
        {offset > 0 && (
          <button type="button" class="button small" onClick={() => onMove(Math.max(0, offset - limit))}>
            Previous
          </button>
        )}
        {last < total && (
          <button type="button" class="button small" onClick={() => onMove(offset + limit)}>
            Next
          </button>
        )}
      </div>
    </nav>
  );
}

/** Whom to ask for what only the operator can do. */
export function Operator(): JSX.Element {
  const contact = useSession().state?.operatorContact ?? null;
  if (contact === null) return <>the operator of this installation</>;
  return contact.includes('@') ? <a href={`mailto:${contact}`}>{contact}</a> : <>{contact}</>;
}

/** A bar of how much of the allowance is used; the numbers beside it say the same. */
export function Meter({ used, limit }: { used: number; limit: number }): JSX.Element {
  const share = limit > 0 ? Math.min(1, used / limit) : 0;
  return (
    <svg
      class={share >= 0.9 ? 'meter high' : 'meter'}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect class="meter-track" width="100" height="6" />
      <rect class="meter-fill" width={used > 0 ? Math.max(1.5, share * 100) : 0} height="6" />
    </svg>
  );
}

type ShownFacts = Readonly<Record<string, string>>;

/**
 * What a list shows, by its address: Back, reload and a link to it bring the same. What is as usual is left out of the
 * address. While something is typed the address is replaced, so that Back does not take it back letter by letter.
 */
export function useListAddress<Usual extends ShownFacts>(
  usual: Usual,
): readonly [Usual, (facts: Partial<Usual>, isTyped?: boolean) => void] {
  const { path, query, route } = useLocation();
  const shown = Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, query[name] ?? value])) as Usual;
  const show = (facts: Partial<Usual>, isTyped = false): void => {
    const next = Object.entries({ ...shown, ...facts }).filter(([name, value]) => value !== usual[name]);
    const search = new URLSearchParams(next).toString();
    route(search === '' ? path : `${path}?${search}`, isTyped);
  };
  return [shown, show];
}

/** A query for the server: what is empty filters nothing and is left out. */
export function queryOf(facts: Readonly<Record<string, string | number>>): string {
  const given = Object.entries(facts).filter(([, value]) => value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
