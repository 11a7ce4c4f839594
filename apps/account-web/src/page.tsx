import type { ComponentChildren, JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { ApiError } from './api.ts';
import { useHeading } from './focus.ts';
import { count, dateTime, relative } from './format.ts';
import { asApiError, Failure, useAction } from './forms.tsx';
import { request, useSession } from './session.ts';
import { SetThumb } from './set-picture.tsx';

interface PageProps {
  readonly title: string;
  readonly lead: ComponentChildren;
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}

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

/** Keeps the old response while reloading; drops responses for an earlier path. */
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
  readonly loaded: Loaded<Page>;
  readonly items: readonly Item[];
  readonly hasEarlier: boolean;
  /** True while only the first page is shown, which can be reloaded without a gap. */
  readonly isWhole: boolean;
  readonly more: ReturnType<typeof useAction>;
  /** Drops later pages. */
  readonly reload: () => Promise<void>;
}

/** Loads earlier parts on request. */
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

/** Placeholder, or the reason for missing content. */
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

/** Updated every half minute, so that relative times stay true. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The exact instant is in the title and the attribute. */
export function Ago({ at }: { at: string }): JSX.Element {
  const now = useNow();
  return (
    <time dateTime={at} title={`${dateTime(at, 'UTC')} UTC`}>
      {relative(at, now)}
    </time>
  );
}

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

export function SetLink({ number, title }: { number: string; title: string }): JSX.Element {
  return (
    <a class="set-link" href={`/account/sets/${number}`}>
      <SetThumb number={number} />
      <b>{number}</b> {title}
    </a>
  );
}

/** Links set numbers within the text. */
export function Sentence({ text, sets }: { text: string; sets: readonly (string | null)[] }): JSX.Element {
  const named = new RegExp(`\\b(${sets.join('|')})(?![\\w-])`);
  const parts = text.split(named);
  return <>{parts.map((part) => (sets.includes(part) ? <a href={`/account/sets/${part}`}>{part}</a> : part))}</>;
}

/** Time for the browser to start saving. */
const SAVE_WITHIN_MS = 60_000;

interface FileLinkProps {
  readonly path: string;
  readonly name: string;
  readonly class: string;
  readonly children: ComponentChildren;
}

/** Shows the reason when the download is refused, such as during other exports. */
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

/** Contact for what only the operator can do. */
export function Operator(): JSX.Element {
  const contact = useSession().state?.operatorContact ?? null;
  if (contact === null) return <>the operator of this installation</>;
  return contact.includes('@') ? <a href={`mailto:${contact}`}>{contact}</a> : <>{contact}</>;
}

/** Bar of the used quota, next to its numbers. */
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

/** List state in the URL, for Back, reload and links. Omits defaults. Typing replaces the URL, so Back skips it. */
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

/** Omits empty filters. */
export function queryOf(facts: Readonly<Record<string, string | number>>): string {
  const given = Object.entries(facts).filter(([, value]) => value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
