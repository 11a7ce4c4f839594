import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepSecret, readSecret, removeSecret, storedPassword } from './stored-secret.ts';

describe('secrets of the data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stored-secret-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are the same for everybody who asks at once, readable by the owner only', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => storedPassword(folder, 'password')));
    expect(new Set(answers).size).toBe(1);
    expect(await readdir(folder)).toEqual(['password']);
    expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600);
  });

  it('are never overwritten', async () => {
    await keepSecret(folder, 'key', 'first');
    expect(await keepSecret(folder, 'key', 'second')).toBe('first');
    await removeSecret(folder, 'key');
    expect(await readSecret(folder, 'key')).toBeNull();
  });
});
