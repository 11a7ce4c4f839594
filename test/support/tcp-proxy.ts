import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy between two processes whose traffic a test can block or cut. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  /** What waits while the proxy is blocked; null when it is not. */
  private blocked: (() => void)[] | null = null;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async to(targetPort: number): Promise<TcpProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new TcpProxy(server, (server.address() as AddressInfo).port);
    server.on('connection', (near) => {
      const far = connect(targetPort, '127.0.0.1');
      proxy.forward(near, far);
      proxy.forward(far, near);
    });
    return proxy;
  }

  /** Stops forwarding without closing connections, like a network that drops packets. */
  block(): void {
    this.blocked ??= [];
  }

  /** Forwards what was blocked, and continues. */
  unblock(): void {
    const blocked = this.blocked ?? [];
    this.blocked = null;
    for (const deliver of blocked) deliver();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(from: Socket, to: Socket): void {
    this.sockets.add(from);
    const deliver = (what: () => void): void => {
      if (this.blocked) this.blocked.push(what);
      else what();
    };
    from.on('data', (chunk: Buffer) => deliver(() => void to.write(chunk)));
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      deliver(() => to.destroy());
    });
  }
}
