import type { Socket } from 'node:net';

const REFUSALS: Readonly<Record<string, readonly [status: number, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'the request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'the request did not arrive in time'],
};
const MALFORMED = [400, 'Bad Request', 'the request is not valid HTTP'] as const;

/** The headers and the body of a refusal, in the shape of a service's errors. */
type RefusalOf = (
  status: number,
  message: string,
) => { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/**
 * Answers what the HTTP parser rejects, which never reaches a route. A client would use the connection again unless the
 * answer says that it is closed, and its next request would fail.
 */
export function socketErrorHandler(refusalOf: RefusalOf): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, reason, message] = REFUSALS[error.code ?? ''] ?? MALFORMED;
    const { headers, body } = refusalOf(status, message);
    const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join('')}\r\n${body}`);
  };
}
