// Run by node itself, since jest cannot load the library that knows where PostgreSQL's programs are.
import { startRestartablePostgres } from '@brickmarket/local-postgres';

const server = await startRestartablePostgres();
process.on('message', async ({ command, argument }) => {
  await server[command](argument);
  process.send({ command });
  if (command === 'remove') process.disconnect();
});
process.once('disconnect', () => server.remove());
process.send({ url: server.url });
