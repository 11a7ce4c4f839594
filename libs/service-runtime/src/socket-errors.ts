import type { Socket } from 'node:net';

const REFUSALS: Readonly<Record<string, readonly [status: number, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'the request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'the request did not arrive in time'],
};
const MALFORMED = [400, 'Bad Request', 'the request is not valid HTTP'] as const;

/** Headers and body in the shape of a service's errors. */
type RefusalOf = (
  status: number,
  message: string,
) => { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** Responds to parser errors, which reach no route. Announces the close: a client would reuse the connection. */
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
