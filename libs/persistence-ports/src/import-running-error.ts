import { ConflictError } from '@brickmarket/domain';

/** Another import of the same data is under way; this one has not begun. */
export class ImportRunningError extends ConflictError {
  constructor(subject: string) {
    super(`Another import of ${subject} data is running on this database: wait until it is done, then import again`);
  }
}
