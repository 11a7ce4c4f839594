import { DomainError } from '@brickmarket/domain';
import { CommanderError } from 'commander';

const FAILED = 1;
const WRONG_USAGE = 2;

/** 1 when something failed, 2 when the command line itself is wrong; 0 for `--help`. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  return error instanceof DomainError && error.kind === 'invalid' ? WRONG_USAGE : FAILED;
}

/** What went wrong, in a line or two for people: no stack, no password. */
export function explain(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return explain(error.errors[0]);
  const message = error instanceof Error ? error.message : String(error);
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (syscall === 'connect' || syscall === 'getaddrinfo' || /^(28|3D|08)/.test(code ?? ''))
    return `the database cannot be reached: ${message}`;
  return message.trim() === '' ? 'failed without saying why' : message;
}
