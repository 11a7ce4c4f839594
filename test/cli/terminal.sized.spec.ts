import { SERVICE_TIMEOUTS } from '../support/service-environment.ts';
import { Terminal } from '../support/terminal.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { onLinux } from '../support/on-linux.ts';
import { itAtLength } from '../support/lane.ts';

/** What a program last said about a mode of the terminal; on when it said nothing. */
function isModeOn(shown: string, mode: number): boolean {
  // oxlint-disable-next-line no-control-regex
  const switches = [...shown.matchAll(/\u001b\[\?(\d+)([hl])/g)].filter(([, number]) => Number(number) === mode);
  return switches.at(-1)?.[2] !== 'l';
}

const CURSOR = 25;
const LINE_WRAP = 7;
const CTRL_C = '\u0003';

onLinux('script').describe('on a terminal', () => {
  let database: TestDatabase;
  const terminals: Terminal[] = [];
  const run = (args: readonly string[], environment: NodeJS.ProcessEnv = {}): Terminal => {
    const terminal = Terminal.run(args, { DATABASE_URL: database.url, ...SERVICE_TIMEOUTS, ...environment });
    terminals.push(terminal);
    return terminal;
  };

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const terminal of terminals.splice(0)) terminal.close();
    await database.drop();
  });

  it.each([
    ['Ctrl-C', (terminal: Terminal) => terminal.type(CTRL_C), 130],
    ['kill -9', (terminal: Terminal) => terminal.kill('SIGKILL'), 137],
  ])('leaves cursor and line wrap on when %s ends a command under its progress bar', async (_, stop, code) => {
    const terminal = run(['demo', 'load', '--sets', '2000']);
    await terminal.shows('░');
    stop(terminal);
    expect(await terminal.end()).toBe(code);
    expect({
      cursor: isModeOn(terminal.shown, CURSOR),
      lineWrap: isModeOn(terminal.shown, LINE_WRAP),
    }).toEqual({ cursor: true, lineWrap: true });
  });

  it('does background jobs and deliveries, whose log is in words', async () => {
    const terminal = run(['start'], { PORT: '0', LOG_LEVEL: 'debug' });
    await terminal.shows('nothing to do');
    terminal.kill('SIGINT');
    expect(await terminal.end()).toBe(0);
    expect(terminal.shown).not.toMatch(/ stopped \(|\{"/);
  });

  const ROUTE = '/api/v1/catalog/themes';

  async function askWhileRunning(terminal: Terminal): Promise<string[]> {
    // The last line of a start on a database of one's own.
    await terminal.shows(/ready at \S+ [^]*docs[^]*Account area: \S+\r?\n/);
    const url = /ready at (http:\/\/[^/]+)/.exec(terminal.shown)![1]!;
    for (let count = 0; count < 3; count++) await fetch(`${url}${ROUTE}`);
    // Not Ctrl-C: with it a terminal discards what it has not shown yet.
    terminal.kill('SIGINT');
    expect(await terminal.end()).toBe(0);
    const lines = terminal.shown.split(/\r?\n/);
    return lines.slice(lines.findIndex((line) => line.includes('Account area: ')) + 1);
  }

  itAtLength('prints nothing per request, so that what was printed at the start stays in view', async () => {
    const terminal = run(['start'], { PORT: '0' });
    const after = await askWhileRunning(terminal);
    expect(after.filter((line) => line !== '')).toEqual(['stopping']);
    expect(terminal.shown).not.toMatch(/INFO|\{"/);
  });

  itAtLength('prints one line per request when asked to', async () => {
    const after = await askWhileRunning(run(['start', '--log-requests'], { PORT: '0' }));
    const requests = after.filter((line) => line.includes(ROUTE));
    expect(requests).toHaveLength(3);
    for (const line of requests) expect(line).toMatch(/GET .* 401 .*ms/);
    expect(after).toContain('stopping');
  });
});
