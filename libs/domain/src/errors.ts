/** Something a caller asked for is not so. Knows no HTTP and no exit codes; the edges translate it by its kind. */
export abstract class DomainError extends Error {
  abstract readonly kind: 'not-found' | 'invalid' | 'conflict';

  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** Asked for something that does not exist, or that the caller may not know of. */
export class NotFoundError extends DomainError {
  readonly kind = 'not-found';
}

/** Asked in a way that can never succeed. */
export class InvalidInputError extends DomainError {
  readonly kind = 'invalid';
}

/** Asked for something that the present state forbids. */
export class ConflictError extends DomainError {
  readonly kind = 'conflict';
}
