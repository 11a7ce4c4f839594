import { setTimeout as sleep } from 'node:timers/promises';
import { runSource, SOURCES, type SourceContext, type SourceRun } from '@brickmarket/sources';

/** Shorter than a minute, so that other jobs have their turn. */
const JOB_MS = 30_000;
const LEASED_ELSEWHERE_MS = 1_000;

export interface NamedRun extends SourceRun {
  readonly name: string;
}

/** Every active source at the same time. Faults are in the status of their source. */
export async function runSources(
  context: SourceContext,
  names: readonly string[] | null,
): Promise<readonly NamedRun[]> {
  const until = new Date(Date.now() + JOB_MS);
  const stored = await context.stores.sources.list();
  const active = SOURCES.filter(({ name }) =>
    stored.some((one) => one.name === name && one.state === 'active' && (names?.includes(name) ?? true)),
  );
  const runs = await Promise.allSettled(
    active.map(async (source) => ({ name: source.name, ...(await runSource(source, context, until)) })),
  );
  const failed = runs.find((run) => run.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return runs.flatMap((run) => (run.status === 'fulfilled' ? [run.value] : []));
}

/** Also waits for items that another process has, or had when it died. */
export async function runUntilDone(name: string, context: SourceContext): Promise<NamedRun> {
  const source = SOURCES.find((one) => one.name === name)!;
  let asked = 0;
  for (;;) {
    const run = await runSource(source, context);
    asked += run.asked;
    const stored = run.ended === 'done' ? await context.stores.sources.find(name) : null;
    if (stored === null || stored.itemsDue === 0) return { ...run, name, asked };
    await sleep(LEASED_ELSEWHERE_MS);
  }
}

export function runText({ name, asked, ended, fault }: NamedRun): string {
  const why = {
    done: 'nothing more is due',
    deadline: 'more is due',
    fault: fault ?? 'it failed',
    budget: "today's calls are used up",
    blocked: 'it pauses after a fault',
    paused: 'it is paused',
    stopped: 'it is stopped: its key was refused',
    removed: 'it was removed',
  }[ended];
  return `${name}: asked for ${asked} items; ${why}`;
}
