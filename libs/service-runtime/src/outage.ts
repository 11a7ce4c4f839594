import { isDiskFull } from './disk.ts';

/** PostgreSQL refuses connections, starts, stops, has too many or only reads, or the network fails. */
const UNREACHABLE =
  /^(08...|25006|57P0[123]|53300|ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of the driver and its pool, which have no code. */
const CUT_OFF = /^(Connection terminated|timeout exceeded when trying to connect)/;

/** Why no request can be answered, for a retry later; null: a fault. */
export function outageOf(error: unknown): 'disk full' | 'database away' | null {
  if (isDiskFull(error)) return 'disk full';
  const { code, message = '' } = (error ?? {}) as { readonly code?: unknown; readonly message?: string };
  // The body of a client that went away.
  if (message === 'aborted') return null;
  return UNREACHABLE.test(String(code)) || CUT_OFF.test(message) ? 'database away' : null;
}
