// Run by node itself, since jest cannot load the library that knows where PostgreSQL's programs are.
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { giveTo } from '../../libs/local-postgres/dist/server-folder.js';
import { dataDirectoryOf, freePort, readPostmasterFile } from '../../libs/local-postgres/dist/server-process.js';
import { removeSupervisorFiles, startServer } from '../../libs/local-postgres/dist/supervisor.js';
import { createTemporaryCluster, temporaryFolder } from '../../libs/local-postgres/dist/throwaway-postgres.js';

const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: '64MB',
};

const servers = process.argv[2] === 'replicated' ? await startReplicatedPostgres() : [await startRestartablePostgres()];
const removeAll = () => Promise.all(servers.map((server) => server.remove()));
process.on('message', async ({ server, command, argument }) => {
  if (command === 'removeAll') await removeAll();
  else await servers[server][command](argument);
  process.send({ command });
  if (command === 'removeAll') process.disconnect();
});
process.once('disconnect', removeAll);
process.send({ urls: servers.map(({ url }) => url) });

/** Tests can stop, crash and restart it, on the same port. Its folder stays until `remove`. */
async function startRestartablePostgres() {
  return runRestartable(await createTemporaryCluster(), DURABLE);
}

/** Primary and streaming replica, which both can be stopped, crashed and restarted. */
async function startReplicatedPostgres() {
  const cluster = await createTemporaryCluster();
  const { folder, user, postgres } = cluster.options;
  const copy = await temporaryFolder(user);
  const [port, { username, password, port: primaryPort }] = [await freePort(), new URL(cluster.url)];
  // No server runs on these files yet, so a copy is a complete backup.
  await promisify(execFile)('cp', ['-a', dataDirectoryOf(folder), dataDirectoryOf(copy)]);
  const signal = join(dataDirectoryOf(copy), 'standby.signal');
  await writeFile(signal, '');
  await giveTo(user, signal);
  const primary = await runRestartable(cluster, DURABLE);
  const url = cluster.url.replace(`:${primaryPort}/`, `:${port}/`);
  const replica = await runRestartable(
    { url, options: { folder: copy, user, postgres, port } },
    {
      ...DURABLE,
      primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=${username} password=${password}`,
      // A disconnected replica retries immediately instead of after five seconds.
      wal_retrieve_retry_interval: '100ms',
    },
  );
  return [primary, replica];
}

async function runRestartable({ url, options }, settings) {
  const { folder } = options;
  const open = () => startServer({ ...options, settings, stopSignal: 'INT', afterwards: 'keep' });
  let lease = await open();
  const server = {
    url,
    /** `fast` ends sessions with a checkpoint, `immediate` simulates a crash. */
    async stop(how) {
      const running = await readPostmasterFile(folder);
      if (running !== null) process.kill(running.pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await lease?.release();
      lease = null;
    },
    async start() {
      await removeSupervisorFiles(folder);
      lease = await open();
    },
    async remove() {
      await server.stop('immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}
