import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

describe('the bundled programs', () => {
  it.each(['api', 'account', 'cli', 'mcp'])(
    'name no function of %s anew each time it is made: that took a third of the time of a request',
    (program) => {
      const folder = join('apps', program, 'dist/bundle');
      const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) expect(readFileSync(join(folder, file), 'utf8').includes('__name(')).toBe(false);
    },
  );
});
