// A mirror in a process of its own, so that it can be killed: node mirror.process.mjs BASE_URL KEY FOLDER
import { Brickmarket } from '@brickmarket/client';
import { FolderStore, mirror } from '@brickmarket/client/mirror';

const [, , baseUrl, apiKey, folder] = process.argv;
process.send('begins');
await mirror(new Brickmarket({ baseUrl, apiKey, timeoutMs: 600_000 }), new FolderStore(folder));
process.disconnect();
