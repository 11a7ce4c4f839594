export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Message id, constant when resent; absent: a new one each time. */
  readonly id?: string;
}

export abstract class Mailer {
  abstract readonly isAvailable: boolean;
  abstract send(mail: Mail): Promise<void>;
}
