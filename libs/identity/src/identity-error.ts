import { DomainError } from '@brickmarket/domain';

const KIND_OF_CODE = {
  WeakPassword: 'invalid',
  PasskeyRefused: 'invalid',
  NotSignedIn: 'conflict',
  WrongCredentials: 'conflict',
  WrongCode: 'conflict',
  StepUpRequired: 'conflict',
  SignUpClosed: 'conflict',
  LinkUnknown: 'not-found',
  LinkExpired: 'conflict',
  LinkUsed: 'conflict',
  LinkVoid: 'conflict',
  KeyLimit: 'conflict',
  KeyNotActive: 'conflict',
  AddressTaken: 'conflict',
  AlreadyRegistered: 'conflict',
  MailUnavailable: 'conflict',
  TooManyAttempts: 'conflict',
  Overloaded: 'conflict',
} as const satisfies Record<string, DomainError['kind']>;

/** Why something of the account area was refused. */
export type IdentityErrorCode = keyof typeof KIND_OF_CODE;

/** A refusal in the account area. The message is a sentence for the person who asked. */
export class IdentityError extends DomainError {
  readonly kind: DomainError['kind'];
  /** The input that is at fault, by its name on the wire, when it is one. */
  readonly field: string | undefined;
  /** When asking again may succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: IdentityErrorCode,
    message: string,
    { field, retryAfterSeconds }: { readonly field?: string; readonly retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.kind = KIND_OF_CODE[code];
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
