import { tmpdir } from 'node:os';
import { judgeDatabaseDisk } from './judge-machine.ts';

describe("the disk of an operator's own database", () => {
  it('is looked at where the server is on this machine and tells its folder', async () => {
    const { check, found } = await judgeDatabaseDisk({ dataDirectory: tmpdir() }, '127.0.0.1');
    expect([check, found]).toEqual(['disk of the database', expect.stringMatching(/^[\d.]+ GB are free for /)]);
  });

  it.each([
    ['another machine', tmpdir(), 'db.example'],
    ['a login that may not know the folder', null, 'localhost'],
    ['a container whose folders are not ours', '/no/such/folder', 'localhost'],
  ])('cannot be seen of %s, and says so', async (_, dataDirectory, host) => {
    expect(await judgeDatabaseDisk({ dataDirectory }, host)).toMatchObject({
      state: 'ok',
      found: expect.stringContaining(`the disk of ${host} cannot be seen from here`),
    });
  });
});
