import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Since Node 26 a stopping server resets connections whose first request is on its way. Call before `listen`. */
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
