import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { chmod, chown } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ApiProcess } from '../support/api-process.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { runCli } from '../support/run-cli.ts';
import { newestPostgres, NodeProcesses } from '../scale/src/node-processes.ts';

const postgres = newestPostgres();
if (postgres === undefined)
  process.stderr.write('test/docker/database-tls is SKIPPED: there is no PostgreSQL with TLS here (postgresql-15).\n');

/** The server of compose.yaml, which takes nobody without TLS, with the same certificates and rules of access. */
(postgres === undefined ? describe.skip : describe)('a database that is reached by TLS alone', () => {
  let processes: NodeProcesses;
  let address: string;
  let authority: string;

  beforeAll(async () => {
    processes = await NodeProcesses.create();
    const { folder } = processes;
    await chmod(folder, 0o755);
    const certificates = join(folder, 'certificates');
    mkdirSync(certificates);
    execFileSync('docker/make-certificates.sh', [certificates]);
    authority = join(certificates, 'cluster-authority');
    // PostgreSQL refuses a key that others can read.
    const key = join(folder, 'key');
    cpSync(join(certificates, 'cluster-key'), key);
    await chmod(key, 0o600);
    if (process.getuid?.() === 0) await chown(key, 65_534, 65_534);
    writeFileSync(join(folder, 'password'), 'secret');
    const data = join(folder, 'node-server');
    const login = ['--username', 'postgres', '--pwfile', join(folder, 'password'), '--auth', 'scram-sha-256'];
    await processes.run(join(postgres!, 'initdb'), ['--pgdata', data, ...login], {});
    const port = await freePort();
    const settings = {
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      hba_file: resolve('docker/pg_hba.conf'),
      ssl: 'on',
      ssl_cert_file: join(certificates, 'cluster-certificate'),
      ssl_key_file: key,
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    processes.start('node-server', [join(postgres!, 'postgres'), '-D', data, ...options], {});
    address = `postgres://postgres:secret@localhost:${port}/postgres`;
  });
  afterAll(() => processes.remove());

  it('migrates and serves with an address that names the authority', async () => {
    const DATABASE_URL = `${address}?sslmode=verify-full&sslrootcert=${authority}`;
    await eventually('it is migrated', async () => (await runCli(['db', 'migrate'], { DATABASE_URL })).code === 0);
    const api = await ApiProcess.start(DATABASE_URL);
    await eventually('the API is ready', async () => (await fetch(`${api.url}/readyz`)).ok);
    await api.stop();
  });

  it.each([
    ['without TLS', '', 'no encryption'],
    ['when its certificate is of an authority that nobody knows', '?sslmode=verify-full', 'certificate'],
  ])('is not used %s', async (_, query, reason) => {
    const refused = await runCli(['db', 'migrate'], { DATABASE_URL: address + query });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(reason)]);
  });
});
