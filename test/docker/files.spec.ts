import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';

interface Service {
  image?: string;
  build?: { context: string; dockerfile: string };
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  read_only?: boolean;
  environment?: Record<string, string>;
  profiles?: string[];
  healthcheck?: { disable?: boolean; test?: string[] };
  secrets?: string[];
  command?: string[];
  mem_limit?: string;
  pids_limit?: number;
  logging?: object;
  deploy?: { replicas: number };
}

interface ComposeFile {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
}

const RESET = { tag: '!reset', collection: 'seq' as const, resolve: () => [] };
// Compose replaces what the other file says; the value itself is an ordinary mapping.
const OVERRIDE = { tag: '!override', collection: 'map' as const, resolve: (value: unknown) => value };
const OVERRIDE_LIST = { ...OVERRIDE, collection: 'seq' as const };
const compose = (name: string): ComposeFile =>
  parse(readFileSync(join('docker', name), 'utf8'), {
    merge: true,
    customTags: [RESET, OVERRIDE, OVERRIDE_LIST],
  }) as ComposeFile;

describe('docker/', () => {
  it('has a Dockerfile that passes a linter, pins an LTS Node as its base, and does not run as root', () => {
    const text = readFileSync('docker/Dockerfile', 'utf8');
    expect(validate(text).map((fault) => fault.message)).toEqual([]);
    const dockerfile = DockerfileParser.parse(text);
    for (const from of dockerfile.getFROMs()) expect(from.getImage()).toMatch(/^node:24\.\d+-/);
    const words = dockerfile.getInstructions().map((one) => one.getKeyword());
    expect(words.indexOf('USER')).toBeGreaterThan(words.lastIndexOf('FROM'));
    expect(words.lastIndexOf('RUN')).toBeLessThan(words.indexOf('USER'));
    expect(dockerfile.getHEALTHCHECKs()).toHaveLength(1);
    for (const run of text.matchAll(/docker\/[\w.-]+\.(?:sh|mjs)/g)) expect(existsSync(run[0])).toBe(true);
  });

  it('has scripts that are executable and valid shell', () => {
    for (const script of readdirSync('docker').filter((name) => name.endsWith('.sh'))) {
      accessSync(join('docker', script), constants.X_OK);
      execFileSync('sh', ['-n', join('docker', script)]);
    }
  });

  it('has compose files in which every service, volume and file that is named exists', () => {
    const [one, scaled] = [compose('compose.yaml'), compose('compose.scale.yaml')];
    const services = { ...one.services, ...scaled.services };
    const volumes = new Set([...Object.keys(one.volumes), ...Object.keys(scaled.volumes)]);
    expect(Object.keys(one.services)).toEqual([
      ...['postgres', 'migrate', 'api', 'account', 'jobs', 'deliver', 'mcp'],
      ...['prometheus', 'grafana', 'machine'],
    ]);
    expect(Object.keys(services)).toEqual(expect.arrayContaining(['proxy', 'database', 'postgres-2', 'postgres-3']));
    const byTls = compose('compose.tls.yaml');
    for (const [name, service] of [one, scaled, byTls].flatMap((file) => Object.entries(file.services))) {
      for (const needed of Object.keys(service.depends_on ?? {}))
        expect([name, needed in services]).toEqual([name, true]);
      for (const volume of service.volumes ?? []) {
        const source = volume.split(':')[0]!;
        if (source === '/') continue;
        expect([volume, source.startsWith('./') ? existsSync(join('docker', source)) : volumes.has(source)]).toEqual([
          volume,
          true,
        ]);
      }
      if (service.build) expect(existsSync(join('docker', service.build.context, service.build.dockerfile))).toBe(true);
      if (service.image && service.image !== 'brickmarket:latest') expect(service.image).toMatch(/:v?\d/);
    }
    for (const name of ['migrate', 'api', 'account', 'jobs', 'deliver', 'mcp'])
      expect([name, one.services[name]!.read_only]).toEqual([name, true]);
    // Only started on request.
    const onRequest: Record<string, string[]> = {
      mcp: ['mcp'],
      prometheus: ['monitoring'],
      grafana: ['monitoring'],
      machine: ['monitoring'],
    };
    for (const [name, { profiles }] of Object.entries(one.services))
      expect([name, profiles]).toEqual([name, onRequest[name]]);
    expect(one.services['api']!.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
  });

  it('scales out on a database that fails over: the API writes to whoever leads and reads from replicas', () => {
    const { services } = compose('compose.scale.yaml');
    expect(services['api']!.environment!['DATABASE_REPLICA_URLS_FILE']).toBe('/run/secrets/api-replica-url');
    const proxied = services['database']!.environment!;
    expect([proxied['LEADER_BIND'], proxied['REPLICAS_BIND']]).toEqual(['0.0.0.0:5432', '0.0.0.0:5433']);
    const members = Object.keys(services).filter((name) => name.startsWith('etcd-'));
    const hosts = members.map((name) => `${name}:2379`).join(',');
    for (const [n, node] of ['postgres', 'postgres-2', 'postgres-3'].entries()) {
      expect(proxied[`NODE_${n + 1}`]).toBe(`${node}:5432`);
      const environment = services[node]!.environment!;
      expect([environment['PATRONI_ETCD3_HOSTS'], environment['PATRONI_POSTGRESQL_CONNECT_ADDRESS']]).toEqual([
        hosts,
        `${node}:5432`,
      ]);
    }
    const patroni = parse(readFileSync('docker/patroni.yaml', 'utf8')) as {
      bootstrap: {
        dcs: {
          ttl: number;
          loop_wait: number;
          retry_timeout: number;
          synchronous_mode: boolean;
          postgresql: { parameters: Record<string, unknown> };
        };
      };
      postgresql: { remove_data_directory_on_rewind_failure: boolean };
    };
    const { ttl, loop_wait, retry_timeout, synchronous_mode } = patroni.bootstrap.dcs;
    expect(synchronous_mode).toBe(true);
    // Patroni's own rule: a leader must be able to try twice before its lease ends.
    expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout);
    // A former leader is rewound to the last checkpoint that it has in common with its successor.
    const { max_wal_size, wal_keep_size } = patroni.bootstrap.dcs.postgresql.parameters;
    expect([wal_keep_size, patroni.postgresql.remove_data_directory_on_rewind_failure]).toEqual([max_wal_size, true]);
    const dockerfile = readFileSync('docker/database.Dockerfile', 'utf8');
    expect(validate(dockerfile).map((fault) => fault.message)).toEqual([]);
  });

  it('gives each process its own login alone, from a file, and asks each whether it works', () => {
    const { services, secrets } = compose('compose.yaml');
    const logins: Record<string, string[]> = {
      migrate: ['owner-url', 'api-url', 'account-url', 'deliver-url'],
      api: ['api-url'],
      account: ['account-url'],
      jobs: ['owner-url'],
      deliver: ['deliver-url'],
    };
    for (const [name, files] of Object.entries(logins)) {
      const { environment, secrets: given, healthcheck } = services[name]!;
      expect([name, given]).toEqual([name, [...files, 'cluster-authority']]);
      const named = Object.entries(environment!).filter(([variable]) => /^DATABASE_.*URL/.test(variable));
      expect(named.map(([, path]) => path)).toEqual(files.map((file) => `/run/secrets/${file}`));
      for (const [variable] of named) expect(variable).toMatch(/_FILE$/);
      expect([name, healthcheck?.disable === true]).toEqual([name, name === 'migrate']);
    }
    expect(services['api']!.environment).toMatchObject({ METRICS_PORT: '9100' });
    const scraped = readFileSync('docker/monitoring/prometheus.yml', 'utf8');
    for (const [service, variable] of [
      ['api', 'METRICS_PORT'],
      ['account', 'ACCOUNT_METRICS_PORT'],
      ['jobs', 'WORK_METRICS_PORT'],
      ['deliver', 'DELIVER_METRICS_PORT'],
    ] as const)
      expect(scraped).toContain(`names: [${service}], type: A, port: ${services[service]!.environment![variable]}`);
    // Every secret that is named is one that the script makes.
    const script = readFileSync('docker/make-secrets.sh', 'utf8');
    const certificates = readFileSync('docker/make-certificates.sh', 'utf8');
    const all = { ...secrets, ...compose('compose.scale.yaml').secrets };
    for (const [name, { file }] of Object.entries(all)) {
      expect(file).toBe(`./secrets/${name}`);
      expect(script + certificates).toContain(name);
    }
  });

  it('keeps files of the whole catalogue where the jobs write and the API reads them', () => {
    const { api, jobs } = compose('compose.yaml').services;
    for (const service of [api!, jobs!]) expect(service.environment!['SNAPSHOT_FOLDER']).toBe('/snapshots');
    expect(jobs!.volumes).toContain('snapshots:/snapshots');
    expect(api!.volumes).toContain('snapshots:/snapshots:ro');
    // A volume takes its owner from the image.
    expect(readFileSync('docker/Dockerfile', 'utf8')).toContain('chown node:node /drop /snapshots');
  });

  it('lets nobody reach the database without TLS, and believes it with the certificate of its authority alone', () => {
    const rules = [
      readFileSync('docker/pg_hba.conf', 'utf8'),
      ...(parse(readFileSync('docker/patroni.yaml', 'utf8')) as { postgresql: { pg_hba: string[] } }).postgresql.pg_hba,
    ].join('\n');
    expect(rules.match(/^host(?!ssl)/m)).toBeNull();
    expect(readFileSync('docker/make-secrets.sh', 'utf8')).toContain(
      'sslmode=verify-full&sslrootcert=/run/secrets/cluster-authority',
    );
  });

  it('limits the memory, the processes and the logs of every container', () => {
    const [one, scaled] = [compose('compose.yaml'), compose('compose.scale.yaml')];
    const limited: Record<string, Service> = {};
    for (const [name, service] of [...Object.entries(one.services), ...Object.entries(scaled.services)])
      limited[name] = { ...limited[name], ...service };
    for (const [name, { mem_limit, pids_limit, logging }] of Object.entries(limited))
      expect([name, mem_limit, pids_limit, logging]).toEqual([
        name,
        expect.stringMatching(/^(\$\{\w+:-)?\d+[gm]\}?$/),
        expect.any(Number),
        { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
      ]);
  });

  it('has pools that add up to fewer connections than the database takes', () => {
    const [one, scaled] = [compose('compose.yaml'), compose('compose.scale.yaml')];
    // A process has at most: reads and writes, and TypeORM.
    const API = 10;
    const connections: Record<string, number> = { api: API, account: 10 + 10, jobs: 8 + 2, deliver: 8 + 2 };
    const sum = (replicasOf: (name: string) => number): number =>
      Object.entries(connections).reduce((total, [name, each]) => total + each * replicasOf(name), 0);
    // For `migrate`, an operator's commands, and what PostgreSQL keeps for superusers.
    const OTHERS = 20;
    const single = Number(/max_connections=(\d+)/.exec(one.services['postgres']!.command!.join(' '))![1]);
    expect(sum(() => 1) + OTHERS).toBeLessThanOrEqual(single);
    const patroni = readFileSync('docker/patroni.yaml', 'utf8');
    const node = Number(/max_connections: (\d+)/.exec(patroni)![1]);
    const proxied = Number(/defaults[^]*?maxconn (\d+)/.exec(readFileSync('docker/haproxy.cfg', 'utf8'))![1]);
    expect(proxied).toBeLessThan(node);
    expect(sum((name) => scaled.services[name]!.deploy!.replicas) + OTHERS).toBeLessThanOrEqual(proxied);
  });

  const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;
  if (!hasCompose)
    process.stderr.write('docker compose is not installed here: its own check of the compose files is SKIPPED.\n');
  (hasCompose ? it : it.skip)('has compose files that docker compose accepts', () => {
    const files = ['compose.yaml', 'compose.scale.yaml', 'compose.tls.yaml'].flatMap((name) => [
      '-f',
      `docker/${name}`,
    ]);
    const named = { ACCOUNT_URL: 'https://bricks.example/account', API_URL: 'https://bricks.example/api/v1' };
    const env = { ...process.env, ...named };
    for (const some of [files.slice(0, 2), files.slice(0, 4), files])
      execFileSync('docker', ['compose', ...some, 'config', '--quiet'], { stdio: 'pipe', env });
  });
});
