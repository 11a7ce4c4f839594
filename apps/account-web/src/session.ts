import { useEffect, useState } from 'preact/hooks';
import { ApiError, type Method, send } from './api.ts';
import type { SessionState } from './contract.ts';

/** What the person has to prove before a waiting request is sent again. */
export type Question = 'sign-in' | 'step-up';

export interface Snapshot {
  /** Null until the server has told it. */
  readonly state: SessionState | null;
  /** Why the state is not known: no answer yet is null. */
  readonly failure: ApiError | null;
  /** What is asked at the moment, above the page. */
  readonly question: Question | null;
}

let snapshot: Snapshot = { state: null, failure: null, question: null };
const listeners = new Set<() => void>();
const wipers = new Set<() => void>();
const tabs = new BroadcastChannel('brickmarket-account');

function set(change: Partial<Snapshot>): void {
  snapshot = { ...snapshot, ...change };
  for (const listener of listeners) listener();
}

/** The session as the server last told it, and what is asked of the person. */
export function useSession(): Snapshot {
  const [seen, setSeen] = useState(snapshot);
  useEffect(() => {
    const listener = (): void => setSeen(snapshot);
    listener();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return seen;
}

/** The session on a page that is shown only to people who are signed in. */
export function useAccount(): SessionState & { account: NonNullable<SessionState['account']> } {
  const { state } = useSession();
  return state as ReturnType<typeof useAccount>;
}

/** Runs when secrets must leave the page: it is left or hidden in the history, or the session has ended. */
export function onWipe(wipe: () => void): () => void {
  wipers.add(wipe);
  return () => void wipers.delete(wipe);
}

export function wipeSecrets(): void {
  for (const wipe of wipers) wipe();
}

let waiting: { promise: Promise<void>; answer: (error: ApiError | null) => void } | null = null;

/** Asks the person; requests that fail while the question is open wait for the same answer. */
function ask(question: Question): Promise<void> {
  if (waiting === null || (question === 'sign-in' && snapshot.question === 'step-up')) {
    const earlier = waiting;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const answer = (error: ApiError | null): void => {
      earlier?.answer(error);
      if (error === null) resolve();
      else reject(error);
    };
    waiting = { promise, answer };
    set({ question });
  }
  return waiting.promise;
}

/** The person proved who they are, or gave up (an error). Waiting requests go on, or fail with it. */
export function answerQuestion(error: ApiError | null): void {
  const { answer } = waiting ?? {};
  waiting = null;
  set({ question: null });
  answer?.(error);
}

/**
 * One request of somebody who is signed in. When the session has ended, or they must prove again who they are, the page
 * asks on top of what is there and sends the same request again: nothing typed is lost.
 */
export async function request<T>(method: Method, path: string, body?: object): Promise<T> {
  for (;;) {
    try {
      return await send<T>(method, path, body);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'NotSignedIn') await lock();
      else if (error.code === 'StepUpRequired') await ask('step-up');
      else throw error;
    }
  }
}

/** A form that needs a proof is filled in within this time. */
const FORM_MS = 2 * 60_000;

/**
 * Opens a form for what needs a fresh proof once there is one. Asked for afterwards, whoever cannot give one would have
 * filled it in for nothing.
 */
export function afterProof(open: () => void): () => void {
  return () => {
    const { session, stepUpMethods: methods } = snapshot.state ?? {};
    const left = Date.parse(session?.freshUntil ?? '') - Date.now();
    // Who has nothing to prove it by uses what is left.
    if (left > (methods?.length === 0 ? 0 : FORM_MS)) open();
    else ask('step-up').then(open, () => undefined);
  };
}

/** The session has ended, here or elsewhere: what is on the page is hidden until the same person signs in. */
function lock(): Promise<void> {
  wipeSecrets();
  return ask('sign-in');
}

function lockQuietly(): void {
  lock().catch(() => undefined);
}

/**
 * Takes over a state that the server told. Another person's page is loaded anew, so that nothing of the first is left.
 */
export function accept(state: SessionState): void {
  const before = snapshot.state?.account ?? null;
  if (before !== null && state.account === null) {
    lockQuietly();
    return;
  }
  if (before !== null && state.account !== null && before.createdAt !== state.account.createdAt) {
    location.replace('/account');
    return;
  }
  set({ state, failure: null });
  if (state.signedIn && snapshot.question === 'sign-in') answerQuestion(null);
}

/** After a sign-in: other tabs of this browser learn of it. */
export function acceptSignIn(state: SessionState): void {
  accept(state);
  tabs.postMessage('signed-in');
}

/** Asks the server for the state. False when it did not tell. */
export async function refresh(): Promise<boolean> {
  try {
    accept(await send<SessionState>('GET', '/session'));
    return true;
  } catch (error) {
    if (error instanceof ApiError && snapshot.state === null) set({ failure: error });
    return false;
  }
}

/** Forgets the person in this tab: nothing of theirs stays in memory for Back to show. */
export function forget(): void {
  wipeSecrets();
  const { state } = snapshot;
  if (state !== null) set({ state: { ...state, signedIn: false, account: null, session: null, stepUpMethods: [] } });
  answerQuestion(new ApiError('Cancelled', 'Signed out.'));
}

export async function signOut(): Promise<void> {
  await send('POST', '/sign-out');
  tabs.postMessage('signed-out');
  forget();
}

/**
 * A page that is kept in memory for Back is put away concealed: the session may have ended by the time it is shown.
 */
function conceal(isConcealed: boolean): void {
  document.documentElement.toggleAttribute('data-concealed', isConcealed);
}

/** Shows what was concealed once the server has told whose session it is; loads the page anew when it does not tell. */
async function reveal(): Promise<void> {
  if (await refresh()) conceal(false);
  else location.reload();
}

/** Starts to watch what happens to the session outside of this page's own requests. */
export function watchSession(): void {
  tabs.addEventListener('message', ({ data }) => {
    if (data === 'signed-out' && snapshot.state?.account) lockQuietly();
    if (data === 'signed-in') void refresh();
  });
  addEventListener('pagehide', ({ persisted }) => {
    wipeSecrets();
    if (persisted) conceal(true);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void reveal();
  });
  let hiddenAt = 0;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > 60_000) void refresh();
  });
  void refresh();
}
