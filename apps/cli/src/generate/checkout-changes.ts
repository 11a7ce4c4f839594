import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { InvalidInputError } from '@brickmarket/domain';

/** Changes to a checkout, checked first, then written as a whole. */
export class CheckoutChanges {
  readonly #texts = new Map<string, string>();
  readonly #created: string[] = [];
  readonly #changed: string[] = [];

  constructor(private readonly folder: string) {
    if (!existsSync(join(folder, 'apps/api/src')))
      throw new InvalidInputError(`${folder} has no sources: generators work in a checkout, name it by --in FOLDER`);
  }

  get created(): readonly string[] {
    return this.#created;
  }

  get changed(): readonly string[] {
    return this.#changed;
  }

  create(file: string, text: string): void {
    if (existsSync(join(this.folder, file))) throw new InvalidInputError(`${file} exists already: choose another name`);
    this.#texts.set(file, text);
    this.#created.push(file);
  }

  async insert(file: string, line: string, place: Place): Promise<void> {
    const lines = (await this.#textOf(file)).split('\n');
    const at = 'afterLast' in place ? indexAfterLast(lines, place.afterLast) : indexOfEnd(lines, place);
    if (at <= 0) throw new Error(`${file} is not as expected: it has no place for ${line.trim()}`);
    this.#change(file, lines.toSpliced(at, 0, line).join('\n'));
  }

  /** Appends to an exported array, preceded by its definition. */
  async addToList(file: string, list: string, element: string, definition: string): Promise<void> {
    const text = await this.#textOf(file);
    const found = new RegExp(`(\\n/\\*\\*[^\\n]*\\*/)?\\nexport const ${list} = \\[[^\\]]*?(?=,?\\s*\\])`).exec(text);
    if (found === null) throw new Error(`${file} is not as expected: it has no list ${list}`);
    const end = found.index + found[0].length;
    this.#change(file, `${text.slice(0, found.index)}\n${definition}${found[0]}, ${element}${text.slice(end)}`);
  }

  async #textOf(file: string): Promise<string> {
    return this.#texts.get(file) ?? (await readFile(join(this.folder, file), 'utf8'));
  }

  #change(file: string, text: string): void {
    this.#texts.set(file, text);
    if (!this.#changed.includes(file)) this.#changed.push(file);
  }

  async write(): Promise<void> {
    const formatter = join(this.folder, 'node_modules/.bin/oxfmt');
    if (!existsSync(formatter)) throw new InvalidInputError(`${this.folder} has no packages: run "npm run bootstrap"`);
    for (const [file, text] of this.#texts) {
      await mkdir(dirname(join(this.folder, file)), { recursive: true });
      await writeFile(join(this.folder, file), text);
    }
    const files = [...this.#texts.keys()].filter((file) => !file.endsWith('.generated.ts'));
    await promisify(execFile)(formatter, ['--config', 'test/architecture/oxfmt.json', ...files], { cwd: this.folder });
  }
}

type Place = { readonly afterLast: RegExp } | { readonly begin: RegExp; readonly end: RegExp };

const indexAfterLast = (lines: readonly string[], wanted: RegExp): number =>
  lines.findLastIndex((line) => wanted.test(line)) + 1;

function indexOfEnd(
  lines: readonly string[],
  { begin, end }: { readonly begin: RegExp; readonly end: RegExp },
): number {
  const first = lines.findIndex((line) => begin.test(line));
  return first < 0 ? -1 : lines.findIndex((line, index) => index > first && end.test(line));
}
