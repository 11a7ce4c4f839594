/** Something that lasts until a test lets it end. */
export interface Held {
  readonly until: Promise<void>;
  letGo(): void;
  fail(reason: Error): void;
}

/** Begins it. */
export function held(): Held {
  let [letGo, fail]: [() => void, (reason: Error) => void] = [() => undefined, () => undefined];
  const until = new Promise<void>((resolve, reject) => ([letGo, fail] = [resolve, reject]));
  return { until, letGo: () => letGo(), fail: (reason) => fail(reason) };
}
