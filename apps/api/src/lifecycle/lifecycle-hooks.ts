import type { FastifyInstance } from 'fastify';
import { answerError } from '../http/answer-error.ts';
import { overloaded } from '../http/api-error.ts';
import { V1 } from '../http/api-version.ts';
import type { InFlightRequests } from './in-flight-requests.ts';
import type { ServiceState } from './service-state.ts';

/** Refuses what there is no room for, watches over the rest, and lets go of connections when the process is to end. */
export function useLifecycleHooks(fastify: FastifyInstance, state: ServiceState, inFlight: InFlightRequests): void {
  fastify.decorateReply('place', null).decorateReply('isAnswered', false);
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (state.isDraining) reply.header('connection', 'close');
    done();
  });
  // Once the request is complete: one whose body trickles in takes nobody's room, and is not late by our fault.
  fastify.addHook('preHandler', (request, reply, done) => {
    if (request.url.startsWith(`/${V1}/`) && !inFlight.hasRoomFor(request.raw.socket)) {
      void answerError(reply, overloaded());
      return;
    }
    // Who has hung up already waits for nothing.
    if (!request.raw.socket.destroyed) inFlight.begin(reply);
    done();
  });
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    inFlight.answer(reply);
    done();
  });
  fastify.addHook('onResponse', (_request, reply, done) => {
    inFlight.end(reply);
    done();
  });
}
