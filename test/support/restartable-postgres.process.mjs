// Run by node itself, since jest cannot load the library that knows where PostgreSQL's programs are.
import { startReplicatedPostgres, startRestartablePostgres } from '@brickmarket/local-postgres';

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
