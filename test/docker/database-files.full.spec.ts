import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { once } from 'node:events';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { parse } from 'yaml';
import { ANOTHER_USER } from '../support/another-user.ts';
import { withProgram } from '../support/programs.ts';

interface ComposeFile {
  readonly services: Record<string, { readonly environment: Record<string, string> }>;
}

/** What the programs themselves say about the files that they are started with in compose.scale.yaml. */
describe('the files of the scaled-out database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'database-files-'));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true }));
  const { services } = parse(readFileSync('docker/compose.scale.yaml', 'utf8'), { merge: true }) as ComposeFile;

  withProgram(
    'openssl',
    'openssl',
    'version',
  )('have certificates that nodes accept of each other, made once', () => {
    execFileSync('docker/make-certificates.sh', [folder]);
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    const before = read('cluster-certificate');
    execFileSync('docker/make-certificates.sh', [folder]);
    expect(read('cluster-certificate')).toBe(before);
    const certificate = new X509Certificate(before);
    expect(certificate.verify(new X509Certificate(read('cluster-authority')).publicKey)).toBe(true);
    const nodes = Object.keys(services).filter((name) => /^(postgres|etcd|database)/.test(name));
    expect(nodes).toHaveLength(7);
    for (const node of nodes) expect([node, certificate.checkHost(node)]).toEqual([node, node]);
    // As Python does since 3.13.
    const [authority, own] = ['cluster-authority', 'cluster-certificate'].map((name) => join(folder, name));
    execFileSync('openssl', ['verify', '-x509_strict', '-CAfile', authority!, own!], { stdio: 'pipe' });
  });

  withProgram(
    'haproxy',
    'haproxy',
    '-v',
  )('are accepted by HAProxy, with the addresses of the compose file', () => {
    execFileSync('docker/make-certificates.sh', [folder]);
    const { environment } = services['database']!;
    const env = { PATH: process.env['PATH'], ...environment, AUTHORITY: join(folder, 'cluster-authority') };
    const checked = spawnSync('haproxy', ['-c', '-f', 'docker/haproxy.cfg'], { env, encoding: 'utf8' });
    // Names of containers mean nothing here.
    const warnings = checked.stderr.split('\n').filter((line) => /WARNING|ALERT/.test(line) && !/resolve/.test(line));
    expect([checked.status, warnings]).toEqual([0, []]);
  });

  withProgram('patroni', 'patroni')('are accepted by Patroni, but for what it cannot see here', async () => {
    const etcd = createServer().listen(0, '127.0.0.1');
    await once(etcd, 'listening');
    const postgres = execFileSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | tail -1'], { encoding: 'utf8' });
    const env = {
      PATH: process.env['PATH'],
      ...services['postgres-2']!.environment,
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${(etcd.address() as { port: number }).port}`,
      PATRONI_POSTGRESQL_BIN_DIR: postgres.trim(),
      PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'not-there-yet'),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${hostname()}:5432`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${hostname()}:8008`,
      PATRONI_SUPERUSER_PASSWORD: 'a',
      PATRONI_REPLICATION_PASSWORD: 'b',
    };
    const options = { env, encoding: 'utf8', ...ANOTHER_USER } as const;
    const checked = spawnSync('patroni', ['--validate-config', 'docker/patroni.yaml'], options);
    etcd.close();
    const faults = `${checked.stdout}${checked.stderr}`.split('\n').filter((line) => line !== '');
    // It wants each of these and works without: rules of access are in the other place that it reads, the superuser
    // rewinds, and there are no sockets.
    expect(faults.filter((fault) => !/^(bootstrap\.pg_hba|postgresql\.authentication\.rewind) /.test(fault))).toEqual([
      "postgresql.parameters.unix_socket_directories  didn't pass validation: Wrong value",
    ]);
  });
});
