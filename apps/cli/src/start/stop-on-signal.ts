/** What to do when a signal asks to end: in order and in peace first, at once when it is asked again. */
export interface Stopping {
  stop(): Promise<void>;
  insist(): void;
}

/** Ends the process in order on SIGINT, SIGTERM or SIGHUP. The returned signal tells that this has begun. */
export function stopOnSignal(stopping: Stopping): AbortSignal {
  const begun = new AbortController();
  const onSignal = (): void => {
    if (begun.signal.aborted) {
      stopping.insist();
      return;
    }
    begun.abort();
    void stopping.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return begun.signal;
}
