import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';

const ROOT = '/sys/fs/cgroup';
/** The system hands out processor time in periods of this many microseconds. */
const PERIOD_US = 100_000;

/**
 * A share of a core for a process and its threads, by a control group of the kernel: what runs in it is as slow as on a
 * machine with so much less. Needs root.
 */
export class CoreShare {
  private constructor(
    private readonly folder: string,
    private readonly isFirstVersion: boolean,
  ) {}

  /** A whole machine until it is limited. */
  static named(name: string): CoreShare {
    const isFirstVersion = existsSync(`${ROOT}/cpu/cpu.cfs_quota_us`);
    const folder = `${ROOT}${isFirstVersion ? '/cpu' : ''}/brickmarket-bench-${process.pid}-${name}`;
    try {
      mkdirSync(folder);
    } catch (error) {
      throw new Error(`a share of a core cannot be given out here: ${String(error)}`, { cause: error });
    }
    return new CoreShare(folder, isFirstVersion);
  }

  /** From now on what runs in it has only so much of a core. */
  limit(cores: number): void {
    const quota = Math.round(cores * PERIOD_US);
    if (this.isFirstVersion) {
      writeFileSync(`${this.folder}/cpu.cfs_period_us`, String(PERIOD_US));
      writeFileSync(`${this.folder}/cpu.cfs_quota_us`, String(quota));
    } else writeFileSync(`${this.folder}/cpu.max`, `${quota} ${PERIOD_US}`);
  }

  /** A command line that runs this one within the share. */
  wrap(command: readonly string[]): readonly string[] {
    return ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', this.folder, ...command];
  }

  /** After the last process in it has ended. */
  remove(): void {
    rmdirSync(this.folder);
  }
}
