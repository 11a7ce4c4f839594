/** Daily quota of the key, from the response headers. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** When the quota resets. */
  readonly reset: Date;
}

/** The `data` of a response with its headers. */
export interface Answer<Data> {
  readonly data: Data;
  /** Quote it when you report a problem. */
  readonly requestId: string | null;
  /** Quota after this request. */
  readonly rateLimit: RateLimit | null;
}

/** A sent request. Awaiting it gives `data`; `withAnswer()` adds the request id and quota. */
export class Call<Data> implements Promise<Data> {
  readonly #answer: Promise<Answer<Data>>;

  constructor(answer: Promise<Answer<Data>>) {
    this.#answer = answer;
  }

  get [Symbol.toStringTag](): string {
    return 'Call';
  }

  /** The data with the request id and the remaining quota. */
  withAnswer(): Promise<Answer<Data>> {
    return this.#answer;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a call is awaited like any promise.
  then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Data | Rejected> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.#answer.then(({ data }) => data).finally(onFinally);
  }

  /** The same call with its data converted. */
  map<Other>(change: (data: Data) => Other): Call<Other> {
    return new Call(this.#answer.then((answer) => ({ ...answer, data: change(answer.data) })));
  }
}

/** Null: the key was not accepted. */
export function rateLimitOf(headers: Headers): RateLimit | null {
  const [limit, remaining, reset] = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) =>
    headers.get(name),
  );
  return limit && remaining && reset
    ? { limit: Number(limit), remaining: Number(remaining), reset: new Date(reset) }
    : null;
}

/** Null: missing, or not a number of seconds. */
export function retryAfterMs(headers: Headers): number | null {
  const seconds = headers.get('retry-after');
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1_000 : null;
}
