import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request, type RequestOptions } from 'node:https';
import { resolve } from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { freePorts, NodeProcesses, type Programs } from './node-processes.ts';

const NODES = [1, 2, 3];
const START_MS = 90_000;
const LOG_LINES = 25;
const CONFIGURATION = resolve('docker/patroni.yaml');
const PROXY_CONFIGURATION = resolve('docker/haproxy.cfg');
const MAKE_CERTIFICATES = resolve('docker/make-certificates.sh');

interface DatabaseNode {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
}

/**
 * The database of docker/compose.scale.yaml without containers: three etcd, three PostgreSQL nodes under Patroni and
 * HAProxy, with the same configuration files, on loopback.
 */
export class DatabaseCluster {
  private constructor(
    private readonly processes: NodeProcesses,
    private readonly programs: Programs,
    private readonly nodes: readonly DatabaseNode[],
    private readonly etcdHosts: string,
    private readonly passwords: { readonly owner: string; readonly replication: string; readonly patroni: string },
    private readonly ports: { readonly leader: number; readonly replicas: number },
  ) {}

  static async start(programs: Programs, say: (line: string) => void): Promise<DatabaseCluster> {
    const processes = await NodeProcesses.create();
    process.once('exit', () => processes.removeNow());
    try {
      say('starting etcd, three PostgreSQL nodes under Patroni, and HAProxy');
      execFileSync(MAKE_CERTIFICATES, [processes.folder]);
      const ports = await freePorts(14);
      const etcdHosts = startEtcd(processes, programs, ports.slice(0, 6));
      const nodes = NODES.map((n) => ({ name: `node-${n}`, port: ports[4 + 2 * n]!, restPort: ports[5 + 2 * n]! }));
      const secret = (): string => randomBytes(16).toString('hex');
      const cluster = new DatabaseCluster(
        processes,
        programs,
        nodes,
        etcdHosts,
        { owner: secret(), replication: secret(), patroni: secret() },
        { leader: ports[12]!, replicas: ports[13]! },
      );
      for (const node of nodes) cluster.startNode(node.name);
      cluster.startProxy();
      await cluster.untilWhole();
      return cluster;
    } catch (error) {
      await processes.remove();
      throw error;
    }
  }

  /** The address of whichever node leads. */
  get leaderUrl(): string {
    return this.urlOf(this.ports.leader);
  }

  /** The address of the other nodes. */
  get replicasUrl(): string {
    return this.urlOf(this.ports.replicas);
  }

  /** Starts a node, also one that was killed. */
  startNode(name: string): void {
    const { port, restPort } = this.nodes.find((node) => node.name === name)!;
    const file = certificateFiles(this.processes.folder);
    this.processes.start(name, this.programs.patroni, [CONFIGURATION], {
      PATH: `${this.programs.postgres}:${process.env['PATH']}`,
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: this.etcdHosts,
      PATRONI_ETCD3_PROTOCOL: 'https',
      PATRONI_ETCD3_CACERT: file.authority,
      PATRONI_ETCD3_CERT: file.certificate,
      PATRONI_ETCD3_KEY: file.key,
      PATRONI_RESTAPI_CERTFILE: file.certificate,
      PATRONI_RESTAPI_KEYFILE: file.key,
      PATRONI_RESTAPI_CAFILE: file.authority,
      PATRONI_RESTAPI_USERNAME: 'patroni',
      PATRONI_RESTAPI_PASSWORD: this.passwords.patroni,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: `${this.processes.folder}/${name}`,
      PATRONI_POSTGRESQL_BIN_DIR: this.programs.postgres,
      PATRONI_POSTGRESQL_PGPASS: `${this.processes.folder}/${name}.pgpass`,
      PATRONI_SUPERUSER_USERNAME: 'brickmarket',
      PATRONI_SUPERUSER_PASSWORD: this.passwords.owner,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: this.passwords.replication,
    });
  }

  /** The node that leads now, by Patroni's own word; null while there is none. */
  async findLeader(): Promise<string | null> {
    for (const node of this.nodes) if (await this.answers(node, 'primary')) return node.name;
    return null;
  }

  /** Resolves when one node leads, the others follow, and one of them confirms every commit. */
  async untilWhole(withinMs = START_MS): Promise<void> {
    const isWhole = async (): Promise<boolean> => {
      const count = async (role: string): Promise<number> =>
        (await Promise.all(this.nodes.map((node) => this.answers(node, role)))).filter(Boolean).length;
      return (await count('primary')) === 1 && (await count('replica')) === 2 && (await count('synchronous')) >= 1;
    };
    await eventually('one node leads, two follow, one of them synchronously', isWhole, { withinMs, everyMs: 200 });
  }

  /** What somebody in the network who has neither certificate nor password could do; nothing is as it must be. */
  async opennessToStrangers(): Promise<readonly string[]> {
    const { restPort } = this.nodes[0]!;
    const stranger = { rejectUnauthorized: false, method: 'POST' };
    const restart = await statusOf(`https://127.0.0.1:${restPort}/restart`, stranger);
    const key = Buffer.from('/service/brickmarket/leader').toString('base64');
    const etcd = this.etcdHosts.split(',')[0]!;
    const read = await statusOf(`https://${etcd}/v3/kv/range`, stranger, JSON.stringify({ key }));
    return [
      ...(restart === 401 ? [] : [`Patroni answered ${restart} to a restart without a password`]),
      ...(read === null ? [] : [`etcd answered ${read} without a certificate`]),
    ];
  }

  kill(name: string): Promise<void> {
    return this.processes.kill(name);
  }

  remove(): Promise<void> {
    return this.processes.remove();
  }

  /** What each node printed last, for a drill that failed. */
  async lastLogLines(): Promise<string> {
    const logs = this.nodes.map(async ({ name }) => {
      const text = await readFile(this.processes.logOf(name), 'utf8').catch(() => '');
      return `--- ${name}\n${text.trimEnd().split('\n').slice(-LOG_LINES).join('\n')}`;
    });
    return (await Promise.all(logs)).join('\n');
  }

  private startProxy(): void {
    const nodes = this.nodes.map(({ port, restPort }, index) => [
      [`NODE_${index + 1}`, `127.0.0.1:${port}`],
      [`NODE_${index + 1}_REST_PORT`, String(restPort)],
    ]);
    this.processes.start('haproxy', this.programs.haproxy, ['-db', '-f', PROXY_CONFIGURATION], {
      AUTHORITY: certificateFiles(this.processes.folder).authority,
      LEADER_BIND: `127.0.0.1:${this.ports.leader}`,
      REPLICAS_BIND: `127.0.0.1:${this.ports.replicas}`,
      ...Object.fromEntries(nodes.flat()),
    });
  }

  private async answers(node: DatabaseNode, role: string): Promise<boolean> {
    if (!this.processes.isRunning(node.name)) return false;
    const ca = readFileSync(certificateFiles(this.processes.folder).authority);
    const options = { ca };
    return (await statusOf(`https://127.0.0.1:${node.restPort}/${role}`, options)) === 200;
  }

  private urlOf(port: number): string {
    return `postgres://brickmarket:${this.passwords.owner}@127.0.0.1:${port}/brickmarket`;
  }
}

/** Null: there was no answer. */
function statusOf(url: string, options: RequestOptions, body = ''): Promise<number | null> {
  return new Promise((answered) => {
    const asking = request(url, { agent: false, timeout: 2_000, ...options }, (answer) => {
      answer.resume();
      answered(answer.statusCode!);
    });
    asking.once('timeout', () => asking.destroy());
    asking.once('error', () => answered(null));
    asking.end(body);
  });
}

/** As docker/make-certificates.sh makes them. */
function certificateFiles(folder: string): Readonly<Record<'authority' | 'certificate' | 'key', string>> {
  return {
    authority: `${folder}/cluster-authority`,
    certificate: `${folder}/cluster-certificate`,
    key: `${folder}/cluster-key`,
  };
}

/** Returns the addresses for clients. */
function startEtcd(processes: NodeProcesses, { etcd }: Programs, ports: readonly number[]): string {
  const members = NODES.map((n) => ({ name: `etcd-${n}`, client: ports[2 * n - 2]!, peer: ports[2 * n - 1]! }));
  const at = (port: number): string => `https://127.0.0.1:${port}`;
  const { authority, certificate, key } = certificateFiles(processes.folder);
  for (const { name, client, peer } of members)
    processes.start(name, etcd, [], {
      ETCD_NAME: name,
      ETCD_DATA_DIR: `${processes.folder}/${name}`,
      ETCD_LISTEN_CLIENT_URLS: at(client),
      ETCD_ADVERTISE_CLIENT_URLS: at(client),
      ETCD_LISTEN_PEER_URLS: at(peer),
      ETCD_INITIAL_ADVERTISE_PEER_URLS: at(peer),
      ETCD_INITIAL_CLUSTER: members.map((member) => `${member.name}=${at(member.peer)}`).join(','),
      ETCD_INITIAL_CLUSTER_STATE: 'new',
      ETCD_CLIENT_CERT_AUTH: 'true',
      ETCD_TRUSTED_CA_FILE: authority,
      ETCD_CERT_FILE: certificate,
      ETCD_KEY_FILE: key,
      ETCD_PEER_CLIENT_CERT_AUTH: 'true',
      ETCD_PEER_TRUSTED_CA_FILE: authority,
      ETCD_PEER_CERT_FILE: certificate,
      ETCD_PEER_KEY_FILE: key,
      // A busy machine must not look like a dead one.
      ETCD_HEARTBEAT_INTERVAL: '300',
      ETCD_ELECTION_TIMEOUT: '3000',
    });
  return members.map(({ client }) => `127.0.0.1:${client}`).join(',');
}
