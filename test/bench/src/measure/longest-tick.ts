import type { ServerProcess } from './server-process.ts';

/** How long a service's event loop was blocked at most since this was last asked. */
export async function longestTickMs(service: ServerProcess): Promise<number> {
  const metrics = await (await fetch(service.metricsUrl!)).text();
  return 1_000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)![1]);
}
