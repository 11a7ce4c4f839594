import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EventKinds } from '@brickmarket/alerts';
import { InvalidInputError, type RetailerNames } from '@brickmarket/domain';
import { type Extension, EXTENSION_VERSION } from '@brickmarket/extension';
import { EnvironmentReader, readRetailerNames } from './environment.ts';
import { routesFault } from './extension-routes.ts';

export { runAs, surviveRejectionsOfExtensions, UNHANDLED_REJECTION } from './extension-faults.ts';

/** Loaded extensions, isolated from the service and each other. */
export class Extensions {
  readonly kinds: EventKinds;

  /** InvalidInputError: invalid extension. */
  constructor(
    readonly all: readonly Extension[] = [],
    retailerNames?: RetailerNames,
  ) {
    const names = new Set<string>();
    for (const extension of all) {
      const fault = names.has(extension.name) ? 'there is another of this name' : extensionFault(extension);
      if (fault !== null) throw new InvalidInputError(`extension ${extension.name}: ${fault}`);
      names.add(extension.name);
    }
    try {
      this.kinds = new EventKinds(
        all.flatMap(({ eventKinds = [] }) => eventKinds),
        retailerNames,
      );
    } catch (error) {
      throw new InvalidInputError((error as Error).message);
    }
  }
}

/** EXTENSIONS lists package names or paths. InvalidInputError: invalid extension. */
export async function loadExtensions(
  environment: NodeJS.ProcessEnv,
  load: (address: string) => Promise<unknown> = (address) => import(address),
): Promise<Extensions> {
  const entries = (environment['EXTENSIONS'] ?? '').split(',').map((text) => text.trim());
  const loaded: Extension[] = [];
  for (const entry of entries.filter((text) => text !== '')) loaded.push(await loadExtension(entry, load));
  return new Extensions(loaded, readRetailerNames(new EnvironmentReader(environment)));
}

async function loadExtension(entry: string, load: (address: string) => Promise<unknown>): Promise<Extension> {
  const file = findEntryFile(entry);
  if (file === null)
    throw new InvalidInputError(
      `EXTENSIONS names ${entry}, which is neither a package installed at ${process.cwd()} nor a folder with one`,
    );
  let module: unknown;
  try {
    module = await load(pathToFileURL(file).href);
  } catch (error) {
    throw new InvalidInputError(`EXTENSIONS names ${entry}, which could not be loaded: ${(error as Error).message}`);
  }
  const extension = (module as { readonly default?: unknown }).default;
  const fault = formFault(extension);
  if (fault !== null) throw new InvalidInputError(`EXTENSIONS names ${entry}, which does not fit: ${fault}`);
  return extension as Extension;
}

interface Manifest {
  readonly main?: string;
  readonly exports?: string | Readonly<Record<string, unknown>>;
}

function findEntryFile(entry: string): string | null {
  const isPath = /^\.{0,2}\//.test(entry);
  const places = isPath
    ? [resolve(entry)]
    : (createRequire(join(process.cwd(), 'here')).resolve.paths(entry) ?? []).map((folder) => join(folder, entry));
  const found = places.find((place) => existsSync(place));
  if (found === undefined || statSync(found).isFile()) return found ?? null;
  const manifest = join(found, 'package.json');
  if (!existsSync(manifest)) return null;
  const file = join(found, mainOf(JSON.parse(readFileSync(manifest, 'utf8')) as Manifest));
  return existsSync(file) ? file : null;
}

/** Node finds entries by package name only, not in other folders. */
function mainOf({ exports, main = 'index.js' }: Manifest): string {
  let target: unknown = exports;
  if (typeof target === 'object' && target !== null) target = (target as Record<string, unknown>)['.'] ?? target;
  while (typeof target === 'object' && target !== null) {
    const conditions = target as Record<string, unknown>;
    target = conditions['node'] ?? conditions['import'] ?? conditions['default'];
  }
  return typeof target === 'string' ? target : main;
}

const PARTS: readonly string[] = [
  'extensionVersion',
  'name',
  'migrations',
  'api',
  'account',
  'page',
  'eventKinds',
  'jobs',
  'tools',
] satisfies readonly (keyof Extension)[];
const NAME = /^[a-z][a-z_]{0,28}[a-z]$/;

/** Checks the form at runtime, as not every author compiles; null: valid. */
function formFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return 'its entry has no default export that is an extension';
  const { extensionVersion, name } = value as Partial<Record<keyof Extension, unknown>>;
  if (extensionVersion !== EXTENSION_VERSION)
    return (
      `it is made for version ${String(extensionVersion)} of extensions, ` +
      `and this service knows ${EXTENSION_VERSION}`
    );
  if (typeof name !== 'string' || !NAME.test(name))
    return 'its name must have 2 to 30 lower-case letters and underscores';
  const unknown = Object.keys(value).find((part) => !PARTS.includes(part));
  return unknown === undefined ? null : `it has a part "${unknown}"; known are ${PARTS.join(', ')}`;
}

function extensionFault(extension: Extension): string | null {
  const { name, eventKinds = [], page } = extension;
  const stray = eventKinds.find((kind) => typeof kind.name !== 'string' || !kind.name.startsWith(`${name}.`));
  if (stray !== undefined) return `the names of its event kinds begin with "${name}.", not so ${stray.name}`;
  if (page !== undefined && (typeof page.title !== 'string' || !(page.script instanceof URL)))
    return 'its page needs a title and the URL of a script';
  if (page !== undefined && !existsSync(page.script)) return `the script of its page is not there: ${page.script.href}`;
  return (
    formFault(extension) ??
    migrationsFault(extension) ??
    jobsFault(extension) ??
    toolsFault(extension) ??
    routesFault(extension)
  );
}

function migrationsFault({ migrations = [] }: Extension): string | null {
  const names = new Set(migrations.map((migration) => migration.name));
  if (names.size < migrations.length) return 'two of its migrations have the same name';
  const bad = migrations.find(({ name, sql }) => typeof name !== 'string' || name === '' || typeof sql !== 'string');
  return bad === undefined ? null : 'each of its migrations needs a name and sql';
}

const CRON = /^(?:[\d*,/-]+ ){4}[\d*,/-]+$/;
const JOB_NAME = /^[a-z][a-z_-]*$/;

function jobsFault({ jobs = [] }: Extension): string | null {
  if (new Set(jobs.map((job) => job.name)).size < jobs.length) return 'two of its jobs have the same name';
  for (const { name, schedule, run } of jobs) {
    if (!JOB_NAME.test(name)) return `the name of a job has lower-case letters, _ and -, not so ${name}`;
    if (!CRON.test(schedule)) return `the schedule of its job ${name} must be five fields of cron`;
    if (typeof run !== 'function') return `its job ${name} cannot be run`;
  }
  return null;
}

function toolsFault({ name: extension, tools = [] }: Extension): string | null {
  if (new Set(tools.map((tool) => tool.name)).size < tools.length) return 'two of its tools have the same name';
  for (const { name, description, arguments: args, call } of tools) {
    if (!/^[a-z_]{3,60}$/.test(name) || !name.startsWith(`${extension}_`))
      return `the names of its tools begin with "${extension}_", not so ${name}`;
    if (typeof description !== 'string' || typeof args !== 'object' || typeof call !== 'function')
      return `its tool ${name} needs a description, arguments and a function to call`;
  }
  return null;
}
