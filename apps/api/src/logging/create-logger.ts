import { type Logger, pino } from 'pino';
import type { ApiConfig } from '../config/config.ts';

/** Structured lines for machines, or readable ones for a person at a terminal. Neither ever sees a header or a URL. */
export function createLogger(config: Pick<ApiConfig, 'logLevel' | 'logFormat'>): Logger {
  const serializers = { err: pino.stdSerializers.err };
  if (config.logFormat === 'json') return pino({ level: config.logLevel, serializers, timestamp: pino.stdTimeFunctions.isoTime });
  return pino({
    level: config.logLevel,
    serializers,
    transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss.l', ignore: 'pid,hostname', messageFormat: '{method} {route} {status} {ms}ms {msg}' } },
  });
}
