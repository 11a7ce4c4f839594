import { ConflictError, InvalidInputError } from '@brickmarket/domain';
import type { SourceSettings } from '@brickmarket/persistence-ports';
import { CallRefused, makeDesk, masked, readSecretFile, type Source, type SourceContext } from '@brickmarket/sources';

export interface AddFlags {
  readonly address?: string;
  readonly callsADay?: number;
  readonly callsASecond?: number;
  readonly iHaveReadTheTerms?: boolean;
  /** `consumerKeyFile`, by option. */
  readonly [file: `${string}File`]: string | undefined;
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Tries one call before anything is kept. A source that was there stays as it was if the call fails. */
export async function addSource(source: Source, flags: AddFlags, context: SourceContext): Promise<void> {
  if (flags.iHaveReadTheTerms !== true)
    throw new InvalidInputError(
      `Read the terms of ${source.title} at ${source.termsUrl}. Then run this again with --i-have-read-the-terms`,
    );
  const settings: SourceSettings = {
    address: checkedAddress(flags.address ?? source.address),
    callsADay: flags.callsADay ?? source.callsADay,
    callsASecond: flags.callsASecond ?? source.callsASecond,
    options: {},
  };
  if (settings.callsADay < 1) throw new InvalidInputError('--calls-a-day must be at least 1');
  const secrets = await readSecrets(source, flags);
  const { sources } = context.stores;
  const before = await sources.find(source.name);
  await sources.put(source.name, settings);
  try {
    await source.probe(await makeDesk(source, (await sources.find(source.name))!, secrets, context));
  } catch (error) {
    if (before === null) await sources.remove(source.name);
    else {
      await sources.put(source.name, before);
      await sources.setState(source.name, before.state);
    }
    if (error instanceof CallRefused)
      throw new ConflictError(`${source.title} was not tried: today's calls are used up. Add it tomorrow`);
    throw new Error(`${masked((error as Error).message, Object.values(secrets))}. Nothing was stored`, {
      cause: error,
    });
  }
  if (source.secrets.length > 0) await context.folders.saveSecrets(source.name, secrets);
}

function checkedAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw new InvalidInputError('--address must be a URL like https://api.example.com/v1, without a user name');
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new InvalidInputError('--address must begin with https: keys are not sent unencrypted to another machine');
  return text;
}

export function fileFlagOf(secret: string): `${string}File` {
  return `${secret.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}File`;
}

async function readSecrets(source: Source, flags: AddFlags): Promise<Readonly<Record<string, string>>> {
  const missing = source.secrets.filter((name) => flags[fileFlagOf(name)] === undefined);
  if (missing.length > 0)
    throw new InvalidInputError(
      `${source.title} needs ${missing.map((name) => `--${name}-file`).join(', ')}: each names a file with the secret`,
    );
  const read = source.secrets.map(
    async (name) => [name, await readSecretFile(`--${name}-file`, flags[fileFlagOf(name)]!)] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}
