import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';

/**
 * Others who ask for something until they are stopped: a script that sends a message once it has begun, and what it was
 * answered, by answer, when it gets one.
 */
export class Crowd {
  private constructor(private readonly child: ChildProcess) {}

  static async start(script: URL, args: readonly string[]): Promise<Crowd> {
    const child = fork(script, args);
    // As if it ran on another machine: it must not take the processor from the service.
    setPriority(child.pid!, constants.priority.PRIORITY_LOW);
    await once(child, 'message');
    return new Crowd(child);
  }

  /** How often they got each answer. */
  async stop(): Promise<Readonly<Record<string, number>>> {
    const message = once(this.child, 'message');
    const ended = once(this.child, 'exit');
    this.child.send('stop');
    const [{ answers }] = (await message) as [{ answers: Record<string, number> }];
    await ended;
    return answers;
  }
}
