import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { messageOf } from './eventually.ts';

/** What became of the requests that were answered with one status. */
export interface FloodAnswers {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Connections that ask for one thing again and again as fast as they are answered, from a process of their own. */
export class Flood {
  private constructor(private readonly child: ChildProcess) {}

  static start(url: string, key: string, connections: number): Flood {
    const { port, pathname } = new URL(url);
    return new Flood(fork(resolve('test/support/flood.process.mjs'), [port, String(connections), pathname, key]));
  }

  /** Ends it; returns what it saw, by status. */
  async stop(): Promise<Readonly<Record<string, FloodAnswers>>> {
    const told = messageOf<Record<string, FloodAnswers>>(this.child);
    this.child.send('stop');
    return told;
  }
}
