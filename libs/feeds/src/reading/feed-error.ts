import { InvalidInputError } from '@brickmarket/domain';

/** A file that cannot be read as a whole: nothing of it may be taken as imported. The message names the file and what to do. */
export class FeedError extends InvalidInputError {
  readonly file: string;

  constructor(file: string, problem: string) {
    super(`${file}: ${problem}`);
    this.file = file;
  }
}
