import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidInputError } from '@brickmarket/domain';
import { SourceFault } from './source-fault.ts';

const FILE = 'secrets.json';
const OTHERS = 0o077;

/** Folders of the sources. Their secrets are in files that only this user can read. */
export class SourceFolders {
  constructor(private readonly root: string) {}

  of(source: string): string {
    return join(this.root, source);
  }

  async make(source: string): Promise<string> {
    const folder = this.of(source);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  async saveSecrets(source: string, secrets: Readonly<Record<string, string>>): Promise<void> {
    const file = join(await this.make(source), FILE);
    await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
    // The mode of a file that existed stays otherwise.
    await chmod(file, 0o600);
  }

  /** Throws SourceFault for a lacking or open file. */
  async readSecrets(source: string, names: readonly string[]): Promise<Readonly<Record<string, string>>> {
    if (names.length === 0) return {};
    const file = join(this.of(source), FILE);
    const advice = `Run "brickmarket sources add ${source}" again on this machine`;
    try {
      const { mode } = await stat(file);
      if ((mode & OTHERS) !== 0)
        throw new SourceFault('secrets', `${file} can be read by other users: run chmod 600 ${file}`);
      const secrets = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
      const missing = names.filter((name) => !secrets[name]);
      if (missing.length > 0) throw new SourceFault('secrets', `${file} lacks ${missing.join(', ')}. ${advice}`);
      return secrets;
    } catch (error) {
      if (error instanceof SourceFault) throw error;
      throw new SourceFault('secrets', `${file} cannot be read. ${advice}`);
    }
  }

  async remove(source: string): Promise<void> {
    await rm(this.of(source), { recursive: true, force: true });
  }
}

/** The secret in a file of the operator. */
export async function readSecretFile(option: string, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new InvalidInputError(`${option}: the file cannot be read: ${error.message}`);
  });
  const secret = text.trim();
  if (secret === '' || /\s/.test(secret)) throw new InvalidInputError(`${option}: ${file} must hold one word`);
  return secret;
}
