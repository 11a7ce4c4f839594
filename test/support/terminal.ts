import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { eventually, inTime } from './eventually.ts';

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/**
 * The built command line in a pseudo terminal, as a person runs it: `script` of util-linux makes one and passes keys
 * on.
 */
export class Terminal {
  /** Everything shown so far, escape sequences included. */
  shown = '';
  /** When all that it showed has arrived, which may be after its end. */
  private readonly closed: Promise<unknown>;

  private constructor(private readonly script: ChildProcess) {
    this.closed = once(script, 'close');
    script.stdout!.on('data', (chunk: Buffer) => (this.shown += chunk.toString()));
  }

  static run(args: readonly string[], environment: NodeJS.ProcessEnv): Terminal {
    const command = [process.execPath, 'apps/cli/dist/bundle/main.js', ...args].map(quoted).join(' ');
    const script = spawn('script', ['--quiet', '--return', '--command', `exec ${command}`, '/dev/null'], {
      env: { PATH: process.env['PATH'], TERM: 'xterm', SHELL: '/bin/sh', ...environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    return new Terminal(script);
  }

  /** Resolves once the text is on the screen. */
  async shows(text: string | RegExp): Promise<void> {
    await eventually(`${text} on the screen`, () => {
      const isThere = typeof text === 'string' ? this.shown.includes(text) : text.test(this.shown);
      if (!isThere && this.script.exitCode !== null) throw new Error(`ended without showing ${text}: ${this.shown}`);
      return isThere;
    });
  }

  type(keys: string): void {
    this.script.stdin!.write(keys);
  }

  /** The exit code of the command; above 128 the number of the signal that ended it. */
  async end(): Promise<number | null> {
    await inTime('the end of the command', this.closed);
    return this.script.exitCode;
  }

  /** Sends a signal to the command alone, as `kill` does from another terminal. */
  kill(signal: NodeJS.Signals): void {
    const { pid } = this.script;
    process.kill(Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()), signal);
  }

  /** Ends all its processes, for a test that failed half-way. */
  close(): void {
    if (this.script.exitCode === null) this.script.kill('SIGTERM');
  }
}
