import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { messageOf } from './eventually.ts';

/** A separate PostgreSQL server for one spec, with durable writes, which the spec can crash and restart. */
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

  /** Closes all connections and writes a checkpoint. */
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
