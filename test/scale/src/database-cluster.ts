import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { request, type RequestOptions } from 'node:https';
import { join, resolve } from 'node:path';
import { withClient } from '../../bench/src/measure/bench-server.ts';
import { eventually } from '../../support/eventually.ts';
import { DrillNetwork } from './drill-network.ts';
import { freePorts, NodeProcesses, type Programs } from './node-processes.ts';

const NODES = [1, 2, 3];
const LOOPBACK = '127.0.0.1';
const START_MS = 300_000;
const LOG_LINES = 25;
/** Before it, a leader that was cut off and comes back overwrites the lock of the one that took over. */
const PATRONI_KEEPS_LOCKS = '3.0.3';
const CONFIGURATION = resolve('docker/patroni.yaml');
const PROXY_CONFIGURATION = resolve('docker/haproxy.cfg');
const MAKE_CERTIFICATES = resolve('docker/make-certificates.sh');
const BACKUP_CONFIGURATION = resolve('docker/pgbackrest.conf');
const RESTORE_TO = resolve('docker/restore-to.sh');
const STANZA = '--stanza=brickmarket';

/** An etcd, with the ports for clients, for other members and for metrics. */
interface EtcdMember {
  readonly name: string;
  readonly client: number;
  readonly peer: number;
  readonly metrics: number;
}

interface DatabaseNode {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly restPort: number;
}

/**
 * The database of docker/compose.scale.yaml without containers: three etcd, three PostgreSQL nodes under Patroni and
 * HAProxy, with the same configuration files. Each node has a network of its own where that can be made; everything
 * else is on this machine's.
 */
export class DatabaseCluster {
  private constructor(
    private readonly processes: NodeProcesses,
    private readonly programs: Programs,
    /** Null where networks cannot be made. */
    private readonly network: DrillNetwork | null,
    private readonly nodes: readonly DatabaseNode[],
    private readonly etcds: readonly EtcdMember[],
    private readonly passwords: { readonly owner: string; readonly replication: string; readonly patroni: string },
    private readonly ports: { readonly leader: number; readonly replicas: number },
    /** The program that archives changes; null: they are not archived. */
    private readonly pgbackrest: string | null,
  ) {}

  static async start(
    programs: Programs,
    say: (line: string) => void,
    { pgbackrest = null }: { readonly pgbackrest?: string | null } = {},
  ): Promise<DatabaseCluster> {
    const processes = await NodeProcesses.create();
    process.once('exit', () => processes.removeNow());
    const names = NODES.map((n) => `node-${n}`);
    const network = DrillNetwork.create(names, say);
    try {
      say('starting etcd, three PostgreSQL nodes under Patroni, and HAProxy');
      const hosts = names.map((name) => network?.hostOf(name) ?? LOOPBACK);
      const addresses = [network?.host ?? LOOPBACK, ...hosts].map((host) => `IP:${host}`);
      execFileSync(MAKE_CERTIFICATES, [processes.folder, ...addresses]);
      const ports = (await freePorts(17)).values();
      const port = (): number => ports.next().value!;
      const etcds = NODES.map((n) => ({ name: `etcd-${n}`, client: port(), peer: port(), metrics: port() }));
      const nodes = names.map((name, index) => ({ name, host: hosts[index]!, port: port(), restPort: port() }));
      const secret = (): string => randomBytes(16).toString('hex');
      const cluster = new DatabaseCluster(
        processes,
        programs,
        network,
        nodes,
        etcds,
        { owner: secret(), replication: secret(), patroni: secret() },
        { leader: port(), replicas: port() },
        pgbackrest,
      );
      await processes.write('node-key', readFileSync(certificateFiles(processes.folder).key, 'utf8'));
      await processes.write('patroni.yaml', cluster.configuration());
      for (const { name } of etcds) cluster.startEtcd(name);
      for (const node of nodes) cluster.startNode(node.name);
      cluster.startProxy();
      await cluster.untilWhole();
      await eventually('HAProxy leads to the leader', () => cluster.takesConnections(), { everyMs: 200 });
      if (!cluster.letsLeadersComeBack)
        say(`Patroni ${programs.patroniVersion} loses commits when a leader comes back: it is stopped before it does`);
      return cluster;
    } catch (error) {
      await processes.remove();
      network?.remove();
      throw error;
    }
  }

  /** Whether a node can be cut off from the others. */
  get canBeCut(): boolean {
    return this.network !== null;
  }

  /** Whether a leader that was cut off may simply come back; otherwise its node has to be stopped before it does. */
  get letsLeadersComeBack(): boolean {
    return this.programs.patroniVersion.localeCompare(PATRONI_KEEPS_LOCKS, 'en', { numeric: true }) >= 0;
  }

  /** Where Prometheus finds metrics of the nodes and of etcd, as docker/monitoring/database-nodes.yml says. */
  get metricsTargets(): readonly { readonly targets: readonly string[]; readonly labels: object }[] {
    return [
      { targets: this.nodes.map(({ host, restPort }) => `${host}:${restPort}`), labels: { __scheme__: 'https' } },
      { targets: this.etcds.map(({ metrics }) => `${this.host}:${metrics}`), labels: { __scheme__: 'http' } },
    ];
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
    this.processes.start(name, [this.programs.patroni, 'patroni.yaml'], this.environmentOf(name), this.network);
  }

  /** Backs up the node that leads, as docker/back-up.sh does. */
  async backUp(): Promise<void> {
    const leading = await this.findLeader();
    const leader = this.nodes.find(({ name }) => name === leading)!;
    const login = { PGHOST: leader.host, PGPASSWORD: this.passwords.owner };
    const environment = { ...this.environmentOf(leader.name), ...login };
    await this.processes.run(this.pgbackrest!, [STANZA, 'stanza-create'], environment);
    await this.processes.run(this.pgbackrest!, [STANZA, '--type=full', 'backup'], environment);
  }

  /** Takes all nodes back to a moment, by the steps of restore-to-a-point-in-time.md. */
  async restoreTo(moment: string): Promise<void> {
    const [first, ...others] = this.nodes.map(({ name }) => name) as [string, ...string[]];
    await Promise.all([first, ...others].map((name) => this.processes.stop(name)));
    await this.processes.run(RESTORE_TO, [moment], this.environmentOf(first));
    this.startNode(first);
    await eventually('the restored node leads', async () => (await this.findLeader()) === first, {
      withinMs: START_MS,
      everyMs: 200,
    });
    for (const name of others) {
      await rm(this.folderOf(name), { recursive: true });
      this.startNode(name);
    }
    await this.untilWhole();
  }

  /** Starts a member of etcd, also one that was killed. */
  startEtcd(name: string): void {
    const at = (port: number): string => `https://${this.host}:${port}`;
    const { client, peer, metrics } = this.etcds.find((member) => member.name === name)!;
    const { authority, certificate, key } = certificateFiles(this.processes.folder);
    this.processes.start(name, [this.programs.etcd], {
      ETCD_NAME: name,
      ETCD_DATA_DIR: `${this.processes.folder}/${name}`,
      ETCD_LISTEN_CLIENT_URLS: at(client),
      ETCD_ADVERTISE_CLIENT_URLS: at(client),
      ETCD_LISTEN_PEER_URLS: at(peer),
      ETCD_INITIAL_ADVERTISE_PEER_URLS: at(peer),
      ETCD_LISTEN_METRICS_URLS: `http://${this.host}:${metrics}`,
      ETCD_INITIAL_CLUSTER: this.etcds.map((member) => `${member.name}=${at(member.peer)}`).join(','),
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
  }

  /** HAProxy, also after it was killed. */
  startProxy(): void {
    const nodes = this.nodes.map(({ host, port, restPort }, index) => [
      [`NODE_${index + 1}`, `${host}:${port}`],
      [`NODE_${index + 1}_REST_PORT`, String(restPort)],
    ]);
    this.processes.start('haproxy', [this.programs.haproxy, '-db', '-f', PROXY_CONFIGURATION], {
      AUTHORITY: certificateFiles(this.processes.folder).authority,
      LEADER_BIND: `${LOOPBACK}:${this.ports.leader}`,
      REPLICAS_BIND: `${LOOPBACK}:${this.ports.replicas}`,
      ...Object.fromEntries(nodes.flat()),
    });
  }

  /** The node that leads now, by Patroni's own word; null while there is none. */
  findLeader(): Promise<string | null> {
    return this.findNode('primary');
  }

  /** The node that has every commit that the leader acknowledges; null while there is none. */
  findSynchronous(): Promise<string | null> {
    return this.findNode('synchronous');
  }

  /** The member of etcd that leads the others, by its metrics; null while there is none. */
  async findEtcdLeader(): Promise<string | null> {
    for (const { name, metrics } of this.etcds) {
      const answer = await fetch(`http://${this.host}:${metrics}/metrics`).catch(() => null);
      if ((await answer?.text())?.includes('\netcd_server_is_leader 1\n')) return name;
    }
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

  /** What a user in the network who has neither certificate nor password could do; nothing is as it must be. */
  async opennessToStrangers(): Promise<readonly string[]> {
    const { host, restPort } = this.nodes[0]!;
    const stranger = { rejectUnauthorized: false, method: 'POST' };
    const restart = await statusOf(`https://${host}:${restPort}/restart`, stranger);
    const key = Buffer.from('/service/brickmarket/leader').toString('base64');
    const read = await statusOf(
      `https://${this.host}:${this.etcds[0]!.client}/v3/kv/range`,
      stranger,
      JSON.stringify({ key }),
    );
    return [
      ...(restart === 401 ? [] : [`Patroni answered ${restart} to a restart without a password`]),
      ...(read === null ? [] : [`etcd answered ${read} without a certificate`]),
    ];
  }

  /** A node, a member of etcd, or `haproxy`. */
  kill(name: string): Promise<void> {
    return this.processes.kill(name);
  }

  /** From now on nothing reaches a node, and it reaches nothing. */
  cut(name: string): void {
    this.network!.cut(name);
  }

  join(name: string): void {
    this.network!.join(name);
  }

  async remove(): Promise<void> {
    await this.processes.remove();
    this.network?.remove();
  }

  /** What each node printed last, for a drill that failed. */
  async lastLogLines(): Promise<string> {
    const logs = this.nodes.map(async ({ name }) => {
      const text = await readFile(this.processes.logOf(name), 'utf8').catch(() => '');
      return `--- ${name}\n${text.trimEnd().split('\n').slice(-LOG_LINES).join('\n')}`;
    });
    return (await Promise.all(logs)).join('\n');
  }

  private folderOf(node: string): string {
    return join(this.processes.folder, node);
  }

  private environmentOf(name: string): NodeJS.ProcessEnv {
    const { host, port, restPort } = this.nodes.find((node) => node.name === name)!;
    const file = certificateFiles(this.processes.folder);
    return {
      PATH: `${this.programs.postgres}:${process.env['PATH']}`,
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: this.etcds.map(({ client }) => `${this.host}:${client}`).join(','),
      PATRONI_ETCD3_PROTOCOL: 'https',
      PATRONI_ETCD3_CACERT: file.authority,
      PATRONI_ETCD3_CERT: file.certificate,
      PATRONI_ETCD3_KEY: file.key,
      PATRONI_RESTAPI_CERTFILE: file.certificate,
      PATRONI_RESTAPI_KEYFILE: file.key,
      PATRONI_RESTAPI_CAFILE: file.authority,
      PATRONI_RESTAPI_USERNAME: 'patroni',
      PATRONI_RESTAPI_PASSWORD: this.passwords.patroni,
      PATRONI_RESTAPI_LISTEN: `${host}:${restPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${host}:${restPort}`,
      PATRONI_POSTGRESQL_LISTEN: `${host}:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${host}:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: this.folderOf(name),
      PATRONI_POSTGRESQL_BIN_DIR: this.programs.postgres,
      PATRONI_POSTGRESQL_PGPASS: `${this.processes.folder}/${name}.pgpass`,
      PATRONI_SUPERUSER_USERNAME: 'brickmarket',
      PATRONI_SUPERUSER_PASSWORD: this.passwords.owner,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: this.passwords.replication,
      ...(this.pgbackrest !== null && {
        PGBACKREST_CONFIG: BACKUP_CONFIGURATION,
        PGBACKREST_REPO1_PATH: join(this.processes.folder, 'repository'),
        PGBACKREST_LOCK_PATH: join(this.processes.folder, `${name}-locks`),
        PGBACKREST_SPOOL_PATH: join(this.processes.folder, `${name}-spool`),
        PGBACKREST_PG1_PATH: this.folderOf(name),
        PGBACKREST_PG1_PORT: String(port),
        PGBACKREST_PG1_USER: 'brickmarket',
      }),
    };
  }

  /** The file of the deployment, with the files of this drill. */
  private configuration(): string {
    const { folder } = this.processes;
    const archive = this.pgbackrest === null ? `'true'` : `${this.pgbackrest} ${STANZA} archive-push %p`;
    return readFileSync(CONFIGURATION, 'utf8')
      .replace('/run/secrets/cluster-certificate', certificateFiles(folder).certificate)
      .replace('/tmp/cluster-key', `${folder}/node-key`)
      .replace(/(archive_command: ).*/, `$1${archive}`);
  }

  private takesConnections(): Promise<boolean> {
    return withClient(this.leaderUrl, (client) => client.query('SELECT')).then(
      () => true,
      () => false,
    );
  }

  private get host(): string {
    return this.network?.host ?? LOOPBACK;
  }

  private async findNode(role: string): Promise<string | null> {
    for (const node of this.nodes) if (await this.answers(node, role)) return node.name;
    return null;
  }

  private async answers(node: DatabaseNode, role: string): Promise<boolean> {
    if (!this.processes.isRunning(node.name)) return false;
    const ca = readFileSync(certificateFiles(this.processes.folder).authority);
    const options = { ca };
    return (await statusOf(`https://${node.host}:${node.restPort}/${role}`, options)) === 200;
  }

  private urlOf(port: number): string {
    const proof = `sslmode=verify-full&sslrootcert=${certificateFiles(this.processes.folder).authority}`;
    return `postgres://brickmarket:${this.passwords.owner}@${LOOPBACK}:${port}/brickmarket?${proof}`;
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
