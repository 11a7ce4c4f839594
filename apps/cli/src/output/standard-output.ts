import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

const REASONS: Readonly<Record<string, string>> = {
  EPIPE: 'its reader has ended',
  ENOSPC: 'its disk is full. Free space, and run the command again',
};

/** Names the output in write errors; others pass. */
export async function orCutShort<T>(output: string, written: Promise<T>): Promise<T> {
  return written.catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === 'write' ? new Error(cutShort(output, error), { cause: error }) : error;
  });
}

function cutShort(output: string, { code = '', message }: NodeJS.ErrnoException): string {
  return `${output} is cut short: ${REASONS[code] ?? message}`;
}

const NAME = 'standard output';

/** Ends the process when standard output fails. A closed reader (`| head`) is no failure. */
export function watchStandardOutput(): void {
  const { stdout } = process;
  stdout.on('error', endProcess);
  // After `fstat` of a pipe, Node 20 resolves no symbolic links, and packages are not found.
  if ((stdout as Writable) instanceof Socket) return;
  // Node writes a chunk by one call: on a full disk the rest is lost without an error.
  const writeAll: Writable['_write'] = (chunk: Uint8Array, _encoding, done) => {
    try {
      writeFileSync(stdout.fd, chunk);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
  Object.assign(stdout, { _write: writeAll });
}

function endProcess(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`brickmarket: ${cutShort(NAME, error)}\n`);
  process.exit(1);
}

/** Throws when standard output fails, also when its reader ends. */
export function streamToOutput<T>(write: (output: Writable) => Promise<T>): Promise<T> {
  const { stdout } = process;
  stdout.off('error', endProcess);
  stdout.on('error', () => undefined);
  return orCutShort(NAME, write(stdout));
}
