import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PACKAGE_MANAGER = (JSON.parse(readFileSync('package.json', 'utf8')) as { packageManager: string }).packageManager;
/** A registry that does not answer must not block the tests. */
const TIMEOUT_MS = 120_000;
const GRAVE: readonly string[] = ['high', 'critical'];

interface AuditReport {
  readonly error?: { readonly message: string };
  readonly advisories?: Readonly<
    Record<
      string,
      {
        readonly severity: string;
        readonly module_name: string;
        readonly title: string;
        readonly findings: readonly { readonly version: string }[];
      }
    >
  >;
}

/** The advisories of high severity against installed packages, or why the registry gave no answer. */
export async function auditDependencies(
  registry?: string,
): Promise<{ readonly findings: readonly string[] } | { readonly notDone: string }> {
  const { error, advisories } = await report(registry);
  if (error || !advisories) return { notDone: error?.message ?? 'the report has no advisories' };
  const grave = Object.values(advisories).filter(({ severity }) => GRAVE.includes(severity));
  return {
    findings: grave.map(
      ({ severity, module_name: name, title, findings }) =>
        `${severity}: ${name}@${findings.map(({ version }) => version).join()} ${title}`,
    ),
  };
}

function report(registry?: string): Promise<AuditReport> {
  const args = [
    '--yes',
    '--prefer-offline',
    PACKAGE_MANAGER,
    'audit',
    '--json',
    ...(registry ? ['--registry', registry] : []),
  ];
  return new Promise((resolve) => {
    execFile('npx', args, { timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 }, (failure, stdout) => {
      try {
        resolve(JSON.parse(stdout.slice(stdout.indexOf('{'))) as AuditReport);
      } catch {
        resolve({ error: { message: failure?.message ?? 'no report' } });
      }
    });
  });
}
