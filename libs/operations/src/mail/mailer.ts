/** A message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Of the message, the same when it is sent again; without one it gets a new one each time. */
  readonly id?: string;
}

/** Sends mail, where the operator has set it up. */
export abstract class Mailer {
  abstract readonly isAvailable: boolean;
  abstract send(mail: Mail): Promise<void>;
}
