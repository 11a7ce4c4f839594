import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { messageOf } from './eventually.ts';

/** A separate PostgreSQL server for one spec, with durable writes, which the spec can crash and restart. */
export class RestartablePostgres {
  private constructor(
    private readonly child: ChildProcess,
    private readonly server: number,
    /** For a superuser, on the database `postgres`. */
    readonly url: string,
  ) {}

  static async start(): Promise<RestartablePostgres> {
    return (await RestartablePostgres.open('single'))[0]!;
  }

  /** A server and a streaming replica of it; `remove` of either removes both. */
  static startReplicated(): Promise<readonly RestartablePostgres[]> {
    return RestartablePostgres.open('replicated');
  }

  private static async open(kind: 'single' | 'replicated'): Promise<readonly RestartablePostgres[]> {
    const child = fork(resolve('test/support/restartable-postgres.process.mjs'), [kind], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const { urls } = await messageOf<{ urls: string[] }>(child);
    return urls.map((url, server) => new RestartablePostgres(child, server, url));
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
    return this.tell('removeAll');
  }

  private async tell(command: string, argument?: string): Promise<void> {
    const done = messageOf(this.child);
    this.child.send({ server: this.server, command, argument });
    await done;
  }
}
