import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps a stopping server from closing connections whose first request is on its way. Since Node 26 `close` and
 * `closeIdleConnections` take them for idle, and the client gets a reset instead of an answer. While there are any,
 * none is closed as idle: call `closeIdleConnections` again, and cut off what stays silent. Call this before `listen`.
 */
export function spareNewConnections(server: Server): void {
  const silent = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    for (const socket of silent) if (socket.bytesRead > 0) silent.delete(socket);
    if (silent.size === 0) closeIdle();
  };
}
