import { execFileSync } from 'node:child_process';

/** Addresses that are reserved for tests of networks (RFC 2544): they lead nowhere else. */
const prefixOf = (pid: number): string => `198.18.${pid % 256}`;
const HOST = 254;

/**
 * A network of its own for each database node, joined by a bridge to this machine, so that a node can be cut off while
 * everything on it continues running. Linux namespaces: made by root alone.
 */
export class DrillNetwork {
  private readonly bridge = `bmk${process.pid}`;

  private constructor(private readonly nodes: readonly string[]) {}

  /** Null, with the reason said, where namespaces cannot be made: then everything is on loopback. */
  static create(nodes: readonly string[], say: (line: string) => void): DrillNetwork | null {
    const network = new DrillNetwork(nodes);
    process.once('exit', () => network.remove());
    try {
      network.build();
      return network;
    } catch (error) {
      network.remove();
      const reason = String((error as { stderr?: Buffer }).stderr ?? (error as Error).message).trim();
      say(`networks cannot be cut here, so that part is SKIPPED: it needs root and the package iproute2 (${reason})`);
      return null;
    }
  }

  /** The address of this machine, as nodes see it. */
  get host(): string {
    return `${prefixOf(process.pid)}.${HOST}`;
  }

  hostOf(node: string): string {
    return `${prefixOf(process.pid)}.${this.nodes.indexOf(node) + 1}`;
  }

  /** The command in front of one that is to run in the network of a node, as another user. */
  enter(node: string, user: number): readonly string[] {
    const become = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
    return ['ip', 'netns', 'exec', this.spaceOf(node), ...become];
  }

  /** No packet gets to the node, or from it; what runs there notices nothing else. */
  cut(node: string): void {
    ip('link', 'set', this.cableOf(node), 'down');
  }

  join(node: string): void {
    ip('link', 'set', this.cableOf(node), 'up');
  }

  /** Also after a part of it was made. */
  remove(): void {
    for (const node of this.nodes) attempt(() => ip('netns', 'delete', this.spaceOf(node)));
    for (const node of this.nodes) attempt(() => ip('link', 'delete', this.cableOf(node)));
    attempt(() => ip('link', 'delete', this.bridge));
  }

  private build(): void {
    ip('link', 'add', this.bridge, 'type', 'bridge');
    ip('address', 'add', `${this.host}/24`, 'dev', this.bridge);
    ip('link', 'set', this.bridge, 'up');
    for (const node of this.nodes) {
      const [space, cable] = [this.spaceOf(node), this.cableOf(node)];
      ip('netns', 'add', space);
      ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
      ip('link', 'set', cable, 'master', this.bridge, 'up');
      ip('-n', space, 'address', 'add', `${this.hostOf(node)}/24`, 'dev', 'eth0');
      ip('-n', space, 'link', 'set', 'eth0', 'up');
      ip('-n', space, 'link', 'set', 'lo', 'up');
    }
  }

  private spaceOf(node: string): string {
    return `${this.bridge}-${node}`;
  }

  /** Names of network devices have 15 characters at most. */
  private cableOf(node: string): string {
    return `${this.bridge}n${this.nodes.indexOf(node) + 1}`;
  }
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // It was not made, or is gone.
  }
}
