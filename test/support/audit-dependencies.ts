import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PACKAGE_MANAGER = (JSON.parse(readFileSync('package.json', 'utf8')) as { packageManager: string }).packageManager;
/** A registry that does not answer must not block the tests. */
const LIMITS = { timeout: 120_000, maxBuffer: 64 * 1024 * 1024 };
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

type Audit = { readonly findings: readonly string[] } | { readonly notDone: string };

/** The advisories of high severity against installed packages, or why the registry gave no answer. */
export function auditDependenciesNow(): Audit {
  const { stdout, error } = spawnSync('npx', argumentsFor(), { ...LIMITS, encoding: 'utf8' });
  return auditOf(stdout, error);
}

/** The same of another registry, which this process may be. */
export function auditDependencies(registry: string): Promise<Audit> {
  return new Promise((resolve) => {
    execFile('npx', argumentsFor('--registry', registry), LIMITS, (failure, stdout) => {
      resolve(auditOf(stdout, failure));
    });
  });
}

function argumentsFor(...more: readonly string[]): string[] {
  return ['--yes', '--prefer-offline', PACKAGE_MANAGER, 'audit', '--json', ...more];
}

function auditOf(stdout: string, failure: Error | null | undefined): Audit {
  const { error, advisories } = reportIn(stdout, failure);
  if (error || !advisories) return { notDone: error?.message ?? 'the report has no advisories' };
  const grave = Object.values(advisories).filter(({ severity }) => GRAVE.includes(severity));
  return {
    findings: grave.map(
      ({ severity, module_name: name, title, findings }) =>
        `${severity}: ${name}@${findings.map(({ version }) => version).join()} ${title}`,
    ),
  };
}

function reportIn(stdout: string, failure: Error | null | undefined): AuditReport {
  try {
    return JSON.parse(stdout.slice(stdout.indexOf('{'))) as AuditReport;
  } catch {
    return { error: { message: failure?.message ?? 'no report' } };
  }
}
