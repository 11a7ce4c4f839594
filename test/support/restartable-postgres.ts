import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { messageOf } from './eventually.ts';

/** A PostgreSQL server of its own for one spec: durable, and made to be killed. */
export class RestartablePostgres {
  private constructor(
    private readonly child: ChildProcess,
    /** For a superuser, on the database `postgres`. */
    readonly url: string,
  ) {}

  static async start(): Promise<RestartablePostgres> {
    const child = fork(resolve('test/support/restartable-postgres.process.mjs'), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const { url } = await messageOf<{ url: string }>(child);
    return new RestartablePostgres(child, url);
  }

  /** Disconnects everybody and writes everything out. */
  stopFast(): Promise<void> {
    return this.tell('stop', 'fast');
  }

  /** A crash. */
  stopImmediately(): Promise<void> {
    return this.tell('stop', 'immediate');
  }

  startAgain(): Promise<void> {
    return this.tell('start');
  }

  remove(): Promise<void> {
    return this.tell('remove');
  }

  private async tell(command: string, argument?: string): Promise<void> {
    const done = messageOf(this.child);
    this.child.send({ command, argument });
    await done;
  }
}
