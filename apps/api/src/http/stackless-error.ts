/**
 * An error that is expected and leads to an answer, not a fault of ours: nobody reads where it was made. To note the
 * stack took twenty times as long as the rest, and a flood of refusals would pay for it.
 */
export class StacklessError extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
