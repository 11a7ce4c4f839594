const DOMAIN_ERROR = Symbol.for('brickmarket:domain-error');

/** A failure caused by what the caller asked. It knows no HTTP status or exit code; the apps translate its `kind`. */
export abstract class DomainError extends Error {
  abstract readonly kind: 'not-found' | 'invalid' | 'conflict';

  /** Whether something is such a failure, of this copy of the library or of another one. */
  static isOne(thrown: unknown): thrown is DomainError {
    return thrown instanceof Error && DOMAIN_ERROR in thrown;
  }

  constructor(message: string) {
    super(message);
    this.name = new.target.name;
    Object.defineProperty(this, DOMAIN_ERROR, { value: true });
  }
}

/** A message with one full stop last, unless it ends as a sentence already. */
export function withFullStop(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** A message as a sentence: with a capital letter first and one full stop last. */
export function asSentence(message: string): string {
  return withFullStop(`${message.charAt(0).toUpperCase()}${message.slice(1)}`);
}

/** The thing asked for does not exist, or the caller must not learn that it exists. */
export class NotFoundError extends DomainError {
  readonly kind = 'not-found';
}

/** The input is wrong, so the same request can never succeed. */
export class InvalidInputError extends DomainError {
  readonly kind = 'invalid';

  constructor(
    message: string,
    /** The part of the input that is at fault, where a single one is. */
    readonly field?: string,
  ) {
    super(message);
  }
}

/** The current state does not allow the request. */
export class ConflictError extends DomainError {
  readonly kind = 'conflict';
}

/** Too much was asked for in a short time: the same request can succeed later. */
export class LimitedError extends ConflictError {
  constructor(
    message: string,
    /** When it can. */
    readonly retryAt: Date,
  ) {
    super(message);
  }
}
