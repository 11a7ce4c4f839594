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

export type IdentityErrorCode = keyof typeof KIND_OF_CODE;

export class IdentityError extends DomainError {
  readonly kind: DomainError['kind'];
  /** Field at fault, by its wire name. */
  readonly field: string | undefined;
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
