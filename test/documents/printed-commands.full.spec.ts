import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CheckoutCopy } from '../support/checkout-copy.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { onLinux } from '../support/on-linux.ts';
import { printedCommands } from '../support/printed-commands.ts';
import { SERVICE_TIMEOUTS } from '../support/service-environment.ts';
import { BRICKLINK_KEYS, BrickLinkStandIn } from '../support/sources/bricklink.ts';
import { FeedStandIn } from '../support/sources/feed.ts';
import { RebrickableStandIn } from '../support/sources/rebrickable.ts';

const OPERATORS = 'apps/docs/how-to/operators';
/** Each needs what those before it have left behind. All others follow. */
const FIRST = [
  'README.md',
  'apps/docs/tutorials/your-first-request.md',
  'apps/docs/tutorials/your-first-import.md',
  'apps/docs/how-to/clients/mirror-the-catalog.md',
  `${OPERATORS}/manage-accounts-and-keys.md`,
  `${OPERATORS}/import-a-collection.md`,
  `${OPERATORS}/import-market-data.md`,
  `${OPERATORS}/exclude-a-sale.md`,
  `${OPERATORS}/undo-an-import.md`,
  `${OPERATORS}/send-alerts.md`,
];
/** They end what the others need. */
const LAST = /demo remove|accounts delete/;

/** Why a command is not run: what it needs. */
const NOT_RUN: Readonly<Record<string, RegExp>> = {
  'a container engine': /^(?:docker compose|c) |; do c /,
  'a cluster': /^patronictl /,
  'a machine of its own, with packages of Debian': /^apt-get |^npm run drill |^systemctl /,
  'a public site or registry': /^npm publish | sources run /,
  'the program age and a key of it': /\bage -/,
  'minutes to hours of a quiet machine': /^npm run (?:bench -- http|ablation)$/,
  'answers to questions, and a library that has changed': /^npx changeset$/,
};

/** Commands of contributors that another file runs, with the words by which it does. */
const ELSEWHERE: readonly (readonly [command: RegExp, file: string, words: string])[] = [
  [/^npm test$/, '.ci/run', 'npm test'],
  [/^npm run test:full$/, '.ci/run', 'npm run test:full'],
  [/^npm run check$/, 'test/run.mjs', "'check'"],
  [/^npm run lint$/, 'package.json', '&& npm run lint'],
  [/^npm run jest -- PATH$/, 'test/run.mjs', 'jest'],
  [/^npm run test:mutants$/, 'test/run.mjs', 'test/mutants/main.mjs'],
  [/^npm run test:fuzz$/, 'test/fuzz/api.full.spec.ts', 'FUZZ'],
  [/^npm run docs:reference$/, 'test/support/stored-page.ts', 'WRITE_REFERENCE'],
  [/^npm run openapi:examples$/, 'test/openapi/examples.full.spec.ts', 'WRITE_EXAMPLES'],
  [/^npm run schema:document$/, 'libs/persistence-postgres/src/schema/schema-document.spec.ts', 'WRITE_SCHEMA'],
  [/^npm run api:report$/, 'test/outsiders/api-report.spec.ts', 'WRITE_API_REPORTS'],
  [/^npm run release:version$/, 'test/outsiders/versions.spec.ts', "'version'"],
  [/^npm run bootstrap && npm run build$/, 'test/machines/generators.full.spec.ts', "npm('bootstrap')"],
  [/ new feature$/, 'test/machines/generators.full.spec.ts', 'new'],
  [/^npm run pack:libs /, 'test/machines/first-start.full.spec.ts', "'pack:libs'"],
  [/^npm install /, 'test/outsiders/install-packed.ts', 'npm'],
  [/^docker\/(?:build\.sh|assemble\.sh(?: \S+)?)$/, 'test/docker/image.full.spec.ts', 'docker/assemble.sh'],
  [/^docker\/systemd\/install\.sh$/, 'test/docker/systemd.spec.ts', 'install.sh'],
  [/^DATABASE_URL=postgres:\S+ node apps\/api\//, 'test/support/api-process.ts', 'apps/api/dist/bundle/main.js'],
  [/^DATABASE_URL=postgres:\S+ npm start$/, 'test/faults/killed-restore.spec.ts', 'DATABASE_URL'],
  [/^(?:npm run )?brickmarket (?:-- )?start$/, 'test/cli/started-here.ts', "'start'"],
  [/ jobs cancel ID$/, 'test/faults/hung-worker.full.spec.ts', "'cancel'"],
  [/ backtest$/, 'test/e2e/methodology.sized.spec.ts', "'backtest'"],
  [/^git checkout 017cc907$/, 'test/support/released-build.ts', '017cc907'],
  [/words\.mjs$/, 'test/architecture/words.spec.ts', 'test/architecture/words.mjs'],
];

/** Commands that run until Ctrl-C, and what they print once they do. */
const ENDLESS: readonly (readonly [command: RegExp, prints: RegExp])[] = [
  [/ work$/, /\S/],
  [/ mcp$/, /\S/],
  [/ events listen /, /\S/],
];
/** Lines that prepare the shell for the following ones of their document. */
const PREPARES = /^(?:export )?[A-Z_]+=(?:\$\([^)]*\)|\S+)(?:; [A-Z]+=\S+)?$|^set -o |^c\(\) /;

const printed = printedCommands(FIRST);
const needOf = (command: string): string | undefined =>
  Object.entries(NOT_RUN).find(([, pattern]) => pattern.test(command) && !PREPARES.test(command))?.[0];
const isElsewhere = (command: string): boolean => ELSEWHERE.some(([pattern]) => pattern.test(command));
const all = printed.filter(({ command }, index) => printed.findIndex((other) => other.command === command) === index);
const run = all.filter(({ command }) => !needOf(command) && !isElsewhere(command) && !PREPARES.test(command));
const inOrder = [
  ...run.filter(({ command }) => !LAST.test(command)),
  ...run.filter(({ command }) => LAST.test(command)),
];

describe('the commands that documents print', () => {
  it('are run but for 15 %, which need what a test does not have', () => {
    const left = all.flatMap(({ command }) => (needOf(command) === undefined ? [] : [command]));
    for (const [need, pattern] of Object.entries(NOT_RUN)) {
      const commands = left.filter((command) => needOf(command) === need);
      expect([pattern, commands]).not.toEqual([pattern, []]);
      process.stderr.write(`Not run, needs ${need}:\n  ${commands.join('\n  ')}\n`);
    }
    process.stderr.write(`${all.length} commands, ${run.length} run here, ${left.length} not run.\n`);
    expect(all.length).toBeGreaterThan(130);
    expect(left.length).toBeLessThanOrEqual(0.15 * all.length);
  });

  it.each(ELSEWHERE)('%s is printed, and run by %s', (pattern, file, words) => {
    expect(all.filter(({ command }) => pattern.test(command))).not.toEqual([]);
    expect(readFileSync(file, 'utf8')).toContain(words);
  });
});

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  const free = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return free;
};

onLinux('script').describe('a copy of the checkout', () => {
  const started: ChildProcess[] = [];
  const rebrickable = new RebrickableStandIn(new Date());
  const bricklink = new BrickLinkStandIn(new Date());
  const feed = new FeedStandIn(new Date());
  let copy: CheckoutCopy;
  let environment: NodeJS.ProcessEnv;
  let port = 3000;
  let accountPort = 3001;

  beforeAll(async () => {
    copy = new CheckoutCopy();
    feed.products.push({ id: 'falcon', brand: 'LEGO', mpn: '75192', price: '849.99 USD' });
    await Promise.all([rebrickable.start(), bricklink.start(), feed.start()]);
    if (!(await isFree(3000)) || !(await isFree(3001))) {
      [port, accountPort] = [await freePort(), await freePort()];
      process.stderr.write(
        `Port 3000 or 3001 is in use: the documents' commands are run on ${port} and ${accountPort}.\n`,
      );
    }
    environment = {
      PATH: process.env['PATH'],
      HOME: dirname(copy.folder),
      LOG_LEVEL: 'silent',
      ...(port !== 3000 && { PORT: String(port), ACCOUNT_PORT: String(accountPort) }),
      ...SERVICE_TIMEOUTS,
    };
    for (const [name, content] of Object.entries(FILES)) writeFileSync(join(copy.folder, name), content);
  });

  afterAll(async () => {
    for (const child of started.toReversed()) await stop(child);
    await Promise.all([rebrickable.stop(), bricklink.stop(), feed.stop()]);
    copy.remove();
  });

  function shell(script: string, added: NodeJS.ProcessEnv = {}): { child: ChildProcess; output: () => string } {
    // A group of its own, so that Ctrl-C gets to all of them, as from a terminal.
    const child = spawn('bash', ['-c', script], {
      cwd: copy.folder,
      env: { ...environment, ...added },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return { child, output: () => output };
  }

  async function stop(child: ChildProcess): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGINT');
    await exitOf(child, { withinMs: 120_000 });
  }

  /** Runs it until it prints the text; `afterAll` or the caller ends it. */
  async function runUntil(script: string, text: RegExp, added: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
    const { child, output } = shell(script, added);
    started.push(child);
    await eventually(
      `${script} prints ${text}`,
      () => {
        if (child.exitCode !== null) throw new Error(`${script} ended: ${output()}`);
        return text.test(output());
      },
      { withinMs: 900_000 },
    );
    return child;
  }

  async function runToEnd(script: string, added: NodeJS.ProcessEnv = {}): Promise<string> {
    const { child, output } = shell(script, added);
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${script}\nended with ${code}: ${output()}`);
    return output();
  }

  const json = async <Answer>(command: string): Promise<Answer> =>
    JSON.parse(await runToEnd(`npm run -s brickmarket -- ${command} --json`)) as Answer;
  const newestBackup = (): string =>
    join(
      copy.folder,
      '.brickmarket/backups',
      readdirSync(join(copy.folder, '.brickmarket/backups')).toSorted().at(-1)!,
    );
  const restored = (): string => join(dirname(copy.folder), 'restored');

  /** Words in capitals stand for what a reader has. */
  async function filledIn(command: string): Promise<string> {
    const idOf = async (): Promise<number> => {
      if (command.includes('imports undo')) {
        const imports = await json<{ id: number; kind: string; files: string[] }[]>('imports list');
        return imports.find(({ files }) => files[0]!.endsWith('sales-2026-11.csv.gz'))!.id;
      }
      return (await json<{ id: number }[]>('keys list --account you@example.com'))[0]!.id;
    };
    const lastMonth = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7);
    let text = command
      .replace('DUMP_FOLDER', 'test/import/catalog-excerpt')
      .replace('2026-10', lastMonth)
      .replace('EMAIL', 'you@example.com');
    if (/\bID\b/.test(text)) text = text.replace('ID', String(await idOf()));
    if (/import sales FILE/.test(text)) text = text.replace('FILE', 'sales-2026-11.csv.gz');
    if (text.includes('FILE')) text = text.replace(/\S*FILE/, `'${newestBackup()}'`);
    if (text.includes('CURSOR')) {
      const key = readFileSync(join(copy.folder, '.brickmarket/demo-key'), 'utf8').trim();
      const changes = await fetch(`http://127.0.0.1:${port}/api/v1/catalog/changes`, {
        headers: { authorization: `Bearer ${key}` },
      });
      text = text.replace('CURSOR', ((await changes.json()) as { data: { cursor: string } }).data.cursor);
    }
    const standIn = text.includes('add bricklink') ? bricklink : rebrickable;
    if (text.includes('sources add feed')) {
      text = text.replace(/https:\S+/, feed.googleAddress('rss'));
    } else if (text.includes('sources add')) {
      // Signed calls are refused by a clock that stands still.
      standIn.now = new Date();
      text += ` --address ${standIn.address}`;
    }
    return text.replaceAll(':3000', `:${port}`).replaceAll(':3001', `:${accountPort}`);
  }

  /** The lines of a document above a command that prepare the shell. */
  function preparedBy(document: string, command: string): string {
    const lines = printed.filter((each) => each.document === document).map((each) => each.command);
    return [
      'brickmarket() { npm run -s brickmarket -- "$@"; }',
      ...lines.slice(0, lines.indexOf(command)).filter((line) => PREPARES.test(line)),
    ]
      .join('\n')
      .replaceAll(':3000', `:${port}`)
      .replaceAll('/new/folder', `'${restored()}'`);
  }

  it.each(inOrder)('$document: $command', async ({ document, command }) => {
    const script = `${preparedBy(document, command)}\n${await filledIn(command)}`;
    const prints = ENDLESS.find(([pattern]) => pattern.test(command))?.[1];
    if (command === 'npm start') {
      await runUntil(script, /Sign in as the demo account.*\n/);
    } else if (command === 'PROCESSES=4 npm start') {
      // On another port, on the folder of the restored backup.
      const [other, otherAccount] = [await freePort(), await freePort()];
      const moved = { PORT: String(other), ACCOUNT_PORT: String(otherAccount), BRICKMARKET_DATA_DIR: restored() };
      await runUntil(script, /Sign in as the demo account.*\n/, moved);
      const tour = printed.filter((each) => each.document === 'README.md' && /^KEY=|^curl /.test(each.command));
      const lines = tour.map((each) => each.command.replace('.brickmarket/', '"$BRICKMARKET_DATA_DIR"/'));
      const answer = await runToEnd(lines.join('\n').replaceAll(':3000', ':$PORT'), moved);
      expect(answer).toContain('"set_number":"75192-1"');
    } else if (prints !== undefined) {
      await stop(await runUntil(script, prints, { LOG_LEVEL: 'info' }));
    } else if (command.includes('accounts delete')) {
      const typed = `printf 'you@example.com\\n' | script --quiet --return --command '${command}' /dev/null`;
      await runToEnd(typed);
    } else {
      const output = await runToEnd(script);
      if (command.includes('/set/0-0')) expect(output).toContain('"code":"NotFound"');
      else if (command.includes('/api/v1/') || command.includes('$API/')) expect(output).not.toContain('"error"');
    }
  });
});

/** What the reader of a document has. */
const FILES: Readonly<Record<string, string | Buffer>> = {
  'orders.csv':
    'set_number,platform,sale_date,quantity,gross_proceeds_usd,platform_fees_usd,payment_fees_usd,' +
    'shipping_cost_usd,cost_basis_usd,notes\n75192-1,eBay,2026-10-01,1,900.00,90.00,27.00,20.00,649.99,\n',
  'brickset.csv': 'Number,Theme,SetName,USPrice,QtyOwned\n75192-1,Star Wars,Millennium Falcon,849.99,1\n',
  'pairs.csv': 'fig_num,marketplace_number\nfig-000001,sw9999x\n',
  'renames.csv': 'old_number,new_number\n10228-1,10228-9\n',
  'sales-2026-11.csv.gz': gzipSync(
    'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref\n' +
      'set,2250-1,used,2026-11-01T00:00:00Z,22.50,1,ebay,2250-key-chain\n',
  ),
  'prices-2026-11.ndjson':
    '{"retailer":"retailer_a","set_number":"75192-1","observed_at":"2026-11-18T00:00:00Z","price_usd":"799.99"}\n',
  key: BRICKLINK_KEYS.consumerKey,
  secret: BRICKLINK_KEYS.consumerSecret,
  token: BRICKLINK_KEYS.token,
  'token-secret': BRICKLINK_KEYS.tokenSecret,
};
