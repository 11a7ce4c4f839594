import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogConfig } from './environment.ts';
import { routedPath } from './request-target.ts';

// Buffered: a system call per line costs as much as composing it.
const WRITE_BYTES = 4_096;
const WRITE_WITHIN_MS = 100;

export type ProcessName = 'api' | 'account' | 'work' | 'deliver';

/** JSON lines to standard output, or readable ones on a terminal. Never contains headers or URLs. */
export function createLogger(
  config: Pick<LogConfig, 'logLevel' | 'logFormat'>,
  name: ProcessName,
  destination?: DestinationStream,
): Logger {
  const serializers = { err: pino.stdSerializers.err };
  const base = { process: name, pid: process.pid, hostname: hostname() };
  if (config.logFormat === 'json') {
    return pino(
      {
        level: config.logLevel,
        base,
        serializers,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
      },
      destination ?? standardOutput(),
    );
  }
  return pino({
    level: config.logLevel,
    base,
    serializers,
    transport: {
      // Resolved here, as not every program that loads this library has the package.
      target: createRequire(import.meta.url).resolve('pino-pretty'),
      options: {
        translateTime: 'HH:MM:ss.l',
        // Omits what the message contains already.
        ignore: 'process,pid,hostname,reqId,method,route,status,ms,job,jobId,context',
        messageFormat:
          '{if method}{method} {route} {status} {ms} ms {end}' +
          '{if job}{job}: {end}{if msg}{msg} {end}{if reqId}{reqId}{end}',
        singleLine: true,
      },
    },
  });
}

/** Flushes before exit, unless the reader is gone. */
function standardOutput(): DestinationStream {
  const output = pino.destination({
    fd: process.stdout.fd,
    sync: false,
    minLength: WRITE_BYTES,
    periodicFlush: WRITE_WITHIN_MS,
  });
  const flushSync = output.flushSync.bind(output);
  output.flushSync = () => {
    try {
      flushSync();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    }
  };
  return output;
}

const HEALTH_CHECKS: readonly string[] = ['/livez', '/readyz'];

/** Probes may use any host name. */
export function isHealthCheck(url: string): boolean {
  return HEALTH_CHECKS.includes(routedPath(url));
}

/** Omits successful health checks, which come every few seconds. */
export function isLogged(url: string, status: number): boolean {
  return status >= 400 || !isHealthCheck(url);
}

/** Nest's messages, with start-up chatter as debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, String(message));
  }
}
