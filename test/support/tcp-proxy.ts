import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A cable between two processes that a test can hold still or cut. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private held: (() => void)[] | null = null;

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

  /** Nothing gets through any more, and nobody is told. */
  hold(): void {
    this.held ??= [];
  }

  /** What was held arrives. */
  letGo(): void {
    const held = this.held ?? [];
    this.held = null;
    for (const deliver of held) deliver();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(from: Socket, to: Socket): void {
    this.sockets.add(from);
    const deliver = (what: () => void): void => {
      if (this.held) this.held.push(what);
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
