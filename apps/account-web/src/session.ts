import { useEffect, useState } from 'preact/hooks';
import { ApiError, type Method, send } from './api.ts';
import type { SessionState } from './contract.ts';

/** Needed before a waiting request is sent again. */
export type Question = 'sign-in' | 'step-up';

export interface Snapshot {
  /** Null until loaded. */
  readonly state: SessionState | null;
  /** Null: no response yet. */
  readonly failure: ApiError | null;
  /** Current question above the page. */
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

/** For pages that require a session. */
export function useAccount(): SessionState & { account: NonNullable<SessionState['account']> } {
  const { state } = useSession();
  return state as ReturnType<typeof useAccount>;
}

/** Runs when the page is left or hidden, or the session ends. */
export function onWipe(wipe: () => void): () => void {
  wipers.add(wipe);
  return () => void wipers.delete(wipe);
}

export function wipeSecrets(): void {
  for (const wipe of wipers) wipe();
}

let waiting: { promise: Promise<void>; answer: (error: ApiError | null) => void } | null = null;

/** Requests that fail during a question wait for its answer. */
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

/** Resumes waiting requests, or rejects them with the error. */
export function answerQuestion(error: ApiError | null): void {
  const { answer } = waiting ?? {};
  waiting = null;
  set({ question: null });
  answer?.(error);
}

/** Signs in or re-authenticates above the page if needed and repeats the request: no input is lost. */
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

/** Time to fill in a form that needs re-authentication. */
const FORM_MS = 2 * 60_000;

/** Re-authenticates before the form opens, so that no input is wasted. */
export function afterProof(open: () => void): () => void {
  return () => {
    const { session, stepUpMethods: methods } = snapshot.state ?? {};
    const left = Date.parse(session?.freshUntil ?? '') - Date.now();
    // Accounts without any method use the remaining time.
    if (left > (methods?.length === 0 ? 0 : FORM_MS)) open();
    else ask('step-up').then(open, () => undefined);
  };
}

/** Hides the page until the same user signs in. */
function lock(): Promise<void> {
  wipeSecrets();
  return ask('sign-in');
}

function lockQuietly(): void {
  lock().catch(() => undefined);
}

/** Reloads for another account, so that nothing of the first stays. */
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

/** Notifies other tabs of this browser. */
export function acceptSignIn(state: SessionState): void {
  accept(state);
  tabs.postMessage('signed-in');
}

/** False: no response. */
export async function refresh(): Promise<boolean> {
  try {
    accept(await send<SessionState>('GET', '/session'));
    return true;
  } catch (error) {
    if (error instanceof ApiError && snapshot.state === null) set({ failure: error });
    return false;
  }
}

/** Clears the user's data, so that Back shows nothing. */
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

/** Hides a page stored for Back, as the session may have ended when it is shown. */
function conceal(isConcealed: boolean): void {
  document.documentElement.toggleAttribute('data-concealed', isConcealed);
}

/** Shows the page if the session is the same; reloads without a response. */
async function reveal(): Promise<void> {
  if (await refresh()) conceal(false);
  else location.reload();
}

/** Watches changes of the session outside of own requests. */
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
