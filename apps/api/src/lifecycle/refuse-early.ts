import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, overloaded } from '../http/api-error.ts';
import { V1 } from '../http/api-version.ts';
import { ownHeaders } from '../http/below-the-framework.ts';
import type { InFlightRequests } from './in-flight-requests.ts';

const REFUSAL = overloaded();
const BODY = errorBody(REFUSAL.code, REFUSAL.message);
const HEADERS = { 'content-length': String(Buffer.byteLength(BODY)), 'retry-after': String(REFUSAL.retryAfterSeconds) };
const PAUSE_MS = 500;

/**
 * Refuses what there is no room for before the framework sees it. To refuse costs a third of an answer, so clients that come
 * back at once would still take up all there is: who is refused is told so at once, but who then does not wait as told is
 * told the next time a little later. What was begun goes on as fast as ever, however many insist.
 */
export function refuseEarly(server: Server, inFlight: InFlightRequests): void {
  const [answer] = server.listeners('request') as [RequestListener];
  const refusedAt = new WeakMap<Socket, number>();
  const waiting = new WeakSet<Socket>();

  const refuse = (request: IncomingMessage, response: ServerResponse): void => {
    inFlight.countShed();
    refusedAt.set(request.socket, performance.now());
    response.writeHead(REFUSAL.status, { ...ownHeaders(), ...HEADERS }).end(BODY);
  };
  const refuseLater = (request: IncomingMessage, response: ServerResponse): void => {
    waiting.add(request.socket);
    // Spread out: those who were refused together must not come back together.
    setTimeout(
      () => {
        waiting.delete(request.socket);
        if (!request.socket.destroyed) refuse(request, response);
      },
      PAUSE_MS * (0.5 + Math.random()),
    );
  };
  server.off('request', answer);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!inFlight.isFull || !request.url!.startsWith(`/${V1}/`)) answer(request, response);
    // One at a time: requests sent without waiting for answers are not to be collected here.
    else if (
      performance.now() - (refusedAt.get(request.socket) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS &&
      !waiting.has(request.socket)
    )
      refuseLater(request, response);
    else refuse(request, response);
  });
}
