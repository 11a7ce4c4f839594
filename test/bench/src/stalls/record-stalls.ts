import { channel } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import {
  constants,
  monitorEventLoopDelay,
  performance,
  type PerformanceEntry,
  PerformanceObserver,
} from 'node:perf_hooks';
import { Client } from 'pg';
import type { Recording, Span } from './recording.ts';

// Loaded into a measured service with --import: when it ends, it has written down how long each request, statement and
// garbage collection took, and when its event loop stood still. Times are milliseconds since the epoch, so that they
// can be laid beside those of other processes.

/** A timer that is late by more than this has found the event loop at work. */
const TICK_MS = 5;
const LATE_MS = 10;

const requests: Span[] = [];
const statements: Span[] = [];
const collections: Span[] = [];
const lateTicks: Span[] = [];
const delay = monitorEventLoopDelay({ resolution: TICK_MS });

const now = (): number => performance.timeOrigin + performance.now();

function recordRequests(): void {
  const begun = new WeakMap<object, number>();
  channel('http.server.request.start').subscribe((message) => {
    begun.set((message as { response: object }).response, now());
  });
  channel('http.server.response.finish').subscribe((message) => {
    const start = begun.get((message as { response: object }).response);
    if (start !== undefined) requests.push({ start, end: now(), what: 'request' });
  });
}

function recordStatements(): void {
  type Query = (this: Client, config: unknown, ...rest: unknown[]) => unknown;
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (config, ...rest) {
    const start = now();
    const what = nameOf(config);
    const record = (): void => void statements.push({ start, end: now(), what });
    const callback = rest.at(-1);
    if (typeof callback === 'function') {
      rest[rest.length - 1] = (...answer: unknown[]) => {
        record();
        (callback as (...answer: unknown[]) => void)(...answer);
      };
      return query.call(this, config, ...rest);
    }
    const result = query.call(this, config, ...rest);
    if (result instanceof Promise) result.then(record, record);
    return result;
  };
}

function nameOf(config: unknown): string {
  if (typeof config === 'string') return config.trim().split(/\s/, 1)[0]!;
  const { name, text } = config as { name?: string; text?: string };
  return name ?? text?.trim().split(/\s/, 1)[0] ?? 'statement';
}

function recordCollections(): void {
  const kinds = new Map<number, string>([
    [constants.NODE_PERFORMANCE_GC_MINOR, 'young'],
    [constants.NODE_PERFORMANCE_GC_MAJOR, 'full'],
    [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
    [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weak'],
  ]);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const start = performance.timeOrigin + entry.startTime;
      const { kind } = (entry as PerformanceEntry & { detail: { kind: number } }).detail;
      collections.push({ start, end: start + entry.duration, what: kinds.get(kind)! });
    }
  }).observe({ entryTypes: ['gc'] });
}

function recordLateTicks(): void {
  let due = now() + TICK_MS;
  setInterval(() => {
    const at = now();
    if (at - due > LATE_MS) lateTicks.push({ start: due, end: at, what: 'event loop' });
    due = at + TICK_MS;
  }, TICK_MS).unref();
}

recordRequests();
recordStatements();
recordCollections();
recordLateTicks();
delay.enable();

// The measured time begins and ends with a signal, so that the start of the service is no part of it.
process.on('SIGUSR2', () => {
  for (const list of [requests, statements, collections, lateTicks]) list.length = 0;
  delay.reset();
});
process.on('exit', () => {
  const recording: Recording = {
    requests,
    statements,
    collections,
    lateTicks,
    eventLoopDelayMs: { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 },
  };
  writeFileSync(process.env['RECORDING_FILE']!, JSON.stringify(recording));
});
