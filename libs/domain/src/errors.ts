const DOMAIN_ERROR = Symbol.for('brickmarket:domain-error');

/** Caused by the request. Apps map `kind` to a status or exit code. */
export abstract class DomainError extends Error {
  abstract readonly kind: 'not-found' | 'invalid' | 'conflict';

  /** Recognizes errors of other copies of the library too. */
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

/** Also for things whose existence the caller must not learn. */
export class NotFoundError extends DomainError {
  readonly kind = 'not-found';
}

/** Invalid input: the same request can never succeed. */
export class InvalidInputError extends DomainError {
  readonly kind = 'invalid';

  constructor(
    message: string,
    /** Field at fault, if only one is. */
    readonly field?: string,
  ) {
    super(message);
  }
}

/** The current state does not allow the request. */
export class ConflictError extends DomainError {
  readonly kind = 'conflict';
}

/** The same request can succeed later. */
export class LimitedError extends ConflictError {
  constructor(
    message: string,
    readonly retryAt: Date,
  ) {
    super(message);
  }
}
