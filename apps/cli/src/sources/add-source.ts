import { ConflictError, InvalidInputError, type Retailer, RETAILERS } from '@brickmarket/domain';
import type { SourceSettings } from '@brickmarket/persistence-ports';
import { CallRefused, makeDesk, masked, readSecretFile, type Source, type SourceContext } from '@brickmarket/sources';
import { cliConfig } from '../config.ts';

export interface AddFlags {
  readonly address?: string;
  readonly callsADay?: number;
  readonly callsASecond?: number;
  readonly iHaveReadTheTerms?: boolean;
  readonly feedUrl?: string;
  readonly retailer?: string;
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
  if (flags.address !== undefined) checkedAddress('--address', flags.address);
  const secrets = await readSecrets(source, flags);
  const feedUrl = secrets['feed-url'];
  const settings: SourceSettings = {
    address:
      feedUrl === undefined
        ? checkedAddress('--address', flags.address ?? source.address)
        : new URL(checkedAddress('--feed-url', feedUrl)).origin,
    callsADay: flags.callsADay ?? source.callsADay,
    callsASecond: flags.callsASecond ?? source.callsASecond,
    options: feedUrl === undefined ? {} : { retailer: retailerOf(flags.retailer ?? 'retailer_b') },
  };
  if (settings.callsADay < 1) throw new InvalidInputError('--calls-a-day must be at least 1');
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

function checkedAddress(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw new InvalidInputError(`${option} must be a URL like https://api.example.com/v1, without a user name`);
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new InvalidInputError(`${option} must begin with https: keys are not sent unencrypted to another machine`);
  return text;
}

export function fileFlagOf(secret: string): `${string}File` {
  return `${secret.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}File`;
}

/** By option, or by `SOURCE_SECRET_FILE` of the environment. */
async function readSecrets(source: Source, flags: AddFlags): Promise<Readonly<Record<string, string>>> {
  const fileOf = (name: string): string | undefined => flags[fileFlagOf(name)] ?? process.env[variableOf(source, name)];
  const isGiven = (name: string): boolean =>
    fileOf(name) !== undefined || (name === 'feed-url' && flags.feedUrl !== undefined);
  const missing = source.secrets.filter((name) => !isGiven(name));
  if (missing.length > 0) {
    const options = missing.map((name) => (name === 'feed-url' ? '--feed-url' : `--${name}-file`)).join(', ');
    throw new InvalidInputError(
      `${source.title} needs ${options}: --NAME-file names a file with the secret, ` +
        `and so does ${variableOf(source, missing[0]!)}`,
    );
  }
  const read = source.secrets.map(async (name) => {
    const file = fileOf(name);
    return [name, file === undefined ? flags.feedUrl! : await readSecretFile(`--${name}-file`, file)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

function variableOf({ name }: Source, secret: string): string {
  return `${name}_${secret}_file`.replaceAll('-', '_').toUpperCase();
}

function retailerOf(name: string): Retailer {
  const { retailerNames } = cliConfig();
  const found = RETAILERS.find((id) => [id, retailerNames[id]?.toLowerCase()].includes(name.toLowerCase()));
  if (found === undefined) throw new InvalidInputError(`--retailer must be ${RETAILERS.join(' or ')}, or its name`);
  return found;
}
