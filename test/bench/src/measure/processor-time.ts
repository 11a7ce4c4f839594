import { readdirSync, readFileSync } from 'node:fs';

/** Length of a clock tick in /proc, in microseconds: USER_HZ is 100 on every Linux. */
const TICK_US = 10_000;

/** Processor time of the machine so far, in ticks of all cores. */
export interface MachineTime {
  readonly total: number;
  /** Taken away by the host for other guests. */
  readonly stolen: number;
}

export function machineTime(): MachineTime {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!;
  // user nice system idle iowait irq softirq steal; the guest times after them are part of user and nice.
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { total: ticks.reduce((sum, count) => sum + count, 0), stolen: ticks[7]! };
}

/** The share of the machine's time that the host took away between two moments. */
export function stolenShare(before: MachineTime, after: MachineTime): number {
  return after.total === before.total ? 0 : (after.stolen - before.stolen) / (after.total - before.total);
}

interface ProcessTime {
  readonly parent: number;
  readonly ticks: number;
}

/** Processor time that a process and all processes below it have used so far, in microseconds. */
export function processorMicroseconds(root: number): number {
  const processes = new Map<number, ProcessTime>();
  for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) addProcess(processes, Number(name));
  const isBelow = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = processes.get(at)?.parent)
      if (at === root) return true;
    return false;
  };
  let ticks = 0;
  for (const [pid, process] of processes) if (isBelow(pid)) ticks += process.ticks;
  return ticks * TICK_US;
}

function addProcess(processes: Map<number, ProcessTime>, pid: number): void {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // User and system time, its own and that of children that have ended.
    processes.set(pid, {
      parent: Number(fields[1]),
      ticks: [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0),
    });
  } catch {
    // It has ended.
  }
}
