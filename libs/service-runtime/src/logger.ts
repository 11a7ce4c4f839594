import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogConfig } from './environment.ts';
import { routedPath } from './request-target.ts';

// Lines are buffered: a system call for each line costs as much as composing it.
const WRITE_BYTES = 4_096;
const WRITE_WITHIN_MS = 100;

/** The processes of the service, as their log calls them. */
export type ProcessName = 'api' | 'account' | 'work' | 'deliver';

/**
 * Structured lines for machines, or readable ones for a person at a terminal. Neither ever sees a header or a URL.
 * Structured lines go to standard output, unless another destination is given. They are alike in all processes: `time`,
 * `level`, `process`, `msg`, and the ids of what the line is about: `reqId`, `jobId`, `eventId`, `deliveryId`.
 */
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
      // By its place: the programs that load this library do not all have the package.
      target: createRequire(import.meta.url).resolve('pino-pretty'),
      options: {
        translateTime: 'HH:MM:ss.l',
        // What the message says already is not said again; the rest follows on the same line.
        ignore: 'process,pid,hostname,reqId,method,route,status,ms,job,jobId,context',
        messageFormat:
          '{if method}{method} {route} {status} {ms} ms {end}' +
          '{if job}{job}: {end}{if msg}{msg} {end}{if reqId}{reqId}{end}',
        singleLine: true,
      },
    },
  });
}

/** The buffer is flushed before the process exits, unless nobody reads it any more. */
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

/** Whether a request asks how the process is; whoever runs the process may, by any name. */
export function isHealthCheck(url: string): boolean {
  return HEALTH_CHECKS.includes(routedPath(url));
}

/**
 * Whether a request gets a line in the log. Health checks come every few seconds and would bury the other lines; one
 * that fails is why the log is read.
 */
export function isLogged(url: string, status: number): boolean {
  return status >= 400 || !isHealthCheck(url);
}

/** Sends the framework's own messages into the process's log. Its start-up chatter is kept for debugging. */
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
