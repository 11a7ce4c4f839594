/** What is left of the key's daily allowance, as an answer said. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** When it is whole again. */
  readonly reset: Date;
}

/** What came with the `data` of an answer. */
export interface Answer<Data> {
  readonly data: Data;
  /** Quote it when you report a problem. */
  readonly requestId: string | null;
  /** What was left of the allowance after this request. */
  readonly rateLimit: RateLimit | null;
}

/** A request that was sent. Awaited it is the `data` of its answer; `withAnswer()` also has what came with it. */
export class Call<Data> implements Promise<Data> {
  readonly #answer: Promise<Answer<Data>>;

  constructor(answer: Promise<Answer<Data>>) {
    this.#answer = answer;
  }

  get [Symbol.toStringTag](): string {
    return 'Call';
  }

  /** The data with the id of the request and the allowance that is left. */
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

  /** The same call with other data, made of its own. */
  map<Other>(change: (data: Data) => Other): Call<Other> {
    return new Call(this.#answer.then((answer) => ({ ...answer, data: change(answer.data) })));
  }
}

/** Null when the answer does not say: the key was not let in. */
export function rateLimitOf(headers: Headers): RateLimit | null {
  const [limit, remaining, reset] = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) =>
    headers.get(name),
  );
  return limit && remaining && reset
    ? { limit: Number(limit), remaining: Number(remaining), reset: new Date(reset) }
    : null;
}

/** The Retry-After header in milliseconds; null when it is missing or no number of seconds. */
export function retryAfterMs(headers: Headers): number | null {
  const seconds = headers.get('retry-after');
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1_000 : null;
}
