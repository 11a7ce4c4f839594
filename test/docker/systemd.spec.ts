import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withProgram } from '../support/programs.ts';
import { commandOf, settingsOf, UNITS, UNITS_FOLDER } from './systemd-units.ts';

/** Tenths, as `--threshold` takes them. */
const MOST_EXPOSED = '15';
/** What the units name as being on the machine. */
const ELSEWHERE = ['multi-user.target', 'network-online.target', 'sysinit.target', 'basic.target', 'shutdown.target'];

describe('the units of systemd', () => {
  const root = mkdtempSync(join(tmpdir(), 'systemd-'));
  const folder = join(root, 'etc/systemd/system');

  beforeAll(() => {
    execFileSync(join(UNITS_FOLDER, 'install.sh'), [root]);
    for (const target of ELSEWHERE) writeFileSync(join(folder, target), '[Unit]\nDescription=of the machine\n');
    mkdirSync(join(root, 'usr/bin'), { recursive: true });
    writeFileSync(join(root, 'usr/bin/node'), '', { mode: 0o755 });
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const analyze = (...args: string[]): { status: number | null; printed: string } => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [`--root=${root}`, ...args], { encoding: 'utf8' });
    return { status, printed: stdout + stderr };
  };
  const onSystemd = withProgram('systemd-analyze', 'systemd');

  onSystemd.each(UNITS)('%s has no unknown setting, and is exposed by 1.5 of 10 at most', (unit) => {
    expect(analyze('verify', '--man=no', unit)).toEqual({ status: 0, printed: '' });
    const judged = analyze('security', '--offline=yes', `--threshold=${MOST_EXPOSED}`, unit);
    expect([unit, judged.status, judged.printed]).toEqual([unit, 0, expect.stringContaining('Overall exposure level')]);
  });

  onSystemd('are refused with a setting that does not exist', () => {
    const misspelt = readFileSync(join(UNITS_FOLDER, UNITS[0]!), 'utf8').replace('Restart=', 'Restrt=');
    writeFileSync(join(folder, 'brickmarket-misspelt.service'), misspelt);
    expect(analyze('verify', '--man=no', 'brickmarket-misspelt.service').printed).toContain('Restrt');
  });

  it('are installed a second time without a change of the settings, which only root may read', () => {
    const settings = join(root, 'etc/brickmarket/brickmarket.env');
    writeFileSync(settings, 'PORT=4000\n');
    execFileSync(join(UNITS_FOLDER, 'install.sh'), [root]);
    expect([readFileSync(settings, 'utf8'), statSync(settings).mode & 0o777]).toEqual(['PORT=4000\n', 0o600]);
  });

  it.each(UNITS)('%s starts a file that the build makes', (unit) => {
    const [program, ...args] = commandOf(unit);
    expect(program).toBe('/usr/bin/node');
    expect(
      readFileSync(
        args.find((arg) => arg.endsWith('.js'))!,
        'utf8',
      ).length,
    ).toBeGreaterThan(0);
  });

  it('set only variables that the reference of configuration has', () => {
    const reference = readFileSync('apps/docs/reference/configuration.md', 'utf8');
    const unknown = Object.keys(settingsOf()).filter((name) => !reference.includes(`\`${name}\``));
    expect(unknown).toEqual(['NODE_ENV']);
  });

  withProgram(
    'caddy',
    'caddy',
    'version',
  )('stand behind a configuration that Caddy takes', () => {
    const file = join(UNITS_FOLDER, 'Caddyfile');
    const args = ['validate', '--adapter', 'caddyfile', '--config', file];
    const { status, stdout } = spawnSync('caddy', args, { encoding: 'utf8', env: { ...process.env, HOME: root } });
    expect([status, stdout]).toEqual([0, expect.stringContaining('Valid configuration')]);
  });
});
