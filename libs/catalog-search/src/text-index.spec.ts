import * as fc from 'fast-check';
import { normalizeText } from './normalize-text.ts';
import { differsByOne } from './spelling.ts';
import { TextIndex } from './text-index.ts';

const numbers = async (
  typed: string,
  ...identities: readonly (readonly [number: string, name: string])[]
): Promise<readonly string[]> => {
  const index = await TextIndex.build(identities.map(([number, name]) => ({ number, name })));
  return (await index.search(typed, 250, 0)).positions.map((position) => identities.at(position)![0]);
};

/** The awaited result, and how many ticks of the event loop ran meanwhile. */
async function countingTicks<Result>(work: () => Promise<Result>): Promise<readonly [Result, number]> {
  let ticks = 0;
  const count = (): void => {
    ticks++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  try {
    return [await work(), ticks];
  } finally {
    clearImmediate(next);
  }
}

describe('TextIndex', () => {
  it('ranks exact number, number prefix, name prefix, word prefix, elsewhere', async () => {
    const found = await numbers(
      '100',
      ['5-1', 'a1000b'],
      ['4-1', 'The 100 Acre'],
      ['3-1', '100 Acre'],
      ['1001-1', 'Prefix'],
      ['100-2', 'Second variant'],
      ['100-1', 'Exact by bare number'],
      ['100', 'Exact'],
    );
    expect(found).toEqual(['100-1', '100', '1001-1', '100-2', '3-1', '4-1', '5-1']);
  });

  it('ranks a second number as the first', async () => {
    const index = await TextIndex.build([
      { number: 'fig-3', name: 'sw1219 in its name' },
      { number: 'fig-2', otherNumber: 'sw12190', name: 'Prefix' },
      { number: 'fig-1', otherNumber: 'sw1219', name: 'Exact' },
      { number: 'fig-0', otherNumber: null, name: 'None' },
    ]);
    const found = async (typed: string) => (await index.search(typed, 9, 0)).positions;
    expect(await found('SW1219')).toEqual([2, 1, 0]);
    expect(await found('fig-1')).toEqual([2]);
    expect(await found('fig-1 sw1219 exact')).toEqual([2]);
    // Not across the end of one number and the beginning of the other.
    expect(await found('1sw')).toEqual([]);
    expect(await found('null')).toEqual([]);
  });

  it.each(['co-pilot', 'pilot', '(co-'])(
    'takes a word to begin wherever no letter or digit stands before it: %s',
    async (typed) => {
      expect(await numbers(typed, ['2-1', `x${typed}`], ['1-1', 'Seat ((Co-Pilot))'])).toEqual(['1-1', '2-1']);
    },
  );

  it('needs every term, in number or name, in any order', async () => {
    const shop: readonly [string, string][] = [
      ['10-1', 'Corner Café'],
      ['20-1', 'Corner Shop'],
    ];
    expect(await numbers('cafe corner', ...shop)).toEqual(['10-1']);
    expect(await numbers('10- corner', ...shop)).toEqual(['10-1']);
    expect(await numbers('corner zoo', ...shop)).toEqual([]);
  });

  it.each(['CAFÉ', 'cafe', 'Cafe\u0301', 'ｃａｆｅ', 'afÉ'])(
    'takes no account of case, accents and compatibility forms: %s',
    async (typed) => {
      expect(await numbers(typed, ['10-1', 'Corner Café'])).toEqual(['10-1']);
    },
  );

  it.each([
    ['Kjøllhavn Harbour', 'kjollhavn harbour'],
    ['Zamek Łódź', 'zamek lodz'],
    ['Đorđe Bridge', 'dorde bridge'],
    ['Große Straße', 'grosse strasse'],
    ['ẞtraẞe', 'sstrasse'],
    ['Ærøskøbing Ferry', 'aeroskobing ferry'],
    ['Ǽon Tower', 'aeon tower'],
    ['Sacré-Cœur', 'sacre-coeur'],
    ['Þingvellir', 'thingvellir'],
    ['Seyðisfjörður', 'seydisfjordur'],
    ['Kapalıçarşı Bazaar', 'KAPALICARSI BAZAAR'],
    ['Ħal Tarxien', 'hal tarxien'],
    ['Ŧorsk', 'torsk'],
    ['Ŋguru', 'nguru'],
    ['Ƶeta', 'zeta'],
  ])('reads letters that are no letter with an accent like the plain ones, both ways: %s, %s', async (one, other) => {
    for (const typed of [one, one.toUpperCase(), other]) {
      expect(await numbers(typed, ['20-1', `The ${other}`], ['10-1', one])).toEqual(['10-1', '20-1']);
    }
  });

  it('ranks by the plain letters: a letter that stands for two begins no word in its middle', async () => {
    const found = await numbers(
      'ero',
      ['4-1', 'Ærø'],
      ['3-1', 'Port of Erø'],
      ['2-1', 'Erøs Port'],
      ['ero-1', 'By number'],
    );
    expect(found).toEqual(['ero-1', '2-1', '3-1', '4-1']);
  });

  it.each(['%', '%%', '_', '__', '\\', "'", '"', '.*', '🧱🧱'])('gives %s no meaning of its own', async (typed) => {
    expect(await numbers(typed, ['10-1', 'Corner Café'])).toEqual([]);
    expect(await numbers(typed, ['10-1', `x ${typed} y`])).toEqual(['10-1']);
  });

  const alike = async (typed: string, list: readonly (readonly [string, string, number?])[]): Promise<string[]> => {
    const index = await TextIndex.build(list.map(([number, name, weight]) => ({ number, name, weight })));
    return (await index.searchAlike(typed, 5)).positions.map((position) => list[position]![0]);
  };
  const FALCONS = [
    ['75375-1', 'Millennium Falcon', 921],
    ['75192-1', 'Millennium Falcon', 7541],
    ['71037-5', 'Falconer', 8],
    ['7519-21', 'Nothing', 1],
  ] as const;

  it.each([
    ['falcon', ['71037-5', '75192-1', '75375-1']],
    ['falcon millennium', ['75192-1', '75375-1']],
    ['falcom', ['71037-5', '75192-1', '75375-1']],
    ['milennium falcon', ['75192-1', '75375-1']],
    ['flacon', ['71037-5', '75192-1', '75375-1']],
    ['milennium falcom', []],
    ['751921', ['75192-1']],
    ['75192', ['75192-1']],
    ['7519', ['75192-1', '7519-21']],
  ])('finds sets spelled like %s, the larger of equal rank first', async (typed, expected) => {
    expect(await alike(typed, FALCONS)).toEqual(expected);
  });

  it('looks for other spellings only where the one that was typed finds nothing', async () => {
    const list = Array.from({ length: 4 }, (_, n) => [`${n}-1`, n % 2 === 0 ? 'Castle' : 'Cattle'] as const);
    expect(await alike('castle', list)).toEqual(['0-1', '2-1']);
    expect(await alike('cxstle', list)).toEqual(['0-1', '2-1']);
    expect(await alike('catle', list)).toEqual(['0-1', '2-1', '1-1', '3-1']);
  });

  it.each([
    ['castle', 'cattle', true],
    ['castle', 'caste', true],
    ['castle', 'castles', true],
    ['castle', 'catsle', true],
    ['castle', 'castle', false],
    ['castle', 'cattles', false],
    ['castle', 'cas', false],
  ])('%s and %s differ by one letter: %s', (one, other, is) => {
    expect([differsByOne(one, other), differsByOne(other, one)]).toEqual([is, is]);
  });

  it('does not match across number and name', async () => {
    expect(await numbers('1c', ['10-1', 'Corner'])).toEqual([]);
  });

  it('yields to the event loop while it builds, and while it searches, many items', async () => {
    const many = Array.from({ length: 9_000 }, (_, n) => ({ number: `${n}-1`, name: 'Brick' }));
    const [index, ticksToBuild] = await countingTicks(() => TextIndex.build(many));
    const [{ total }, ticksToSearch] = await countingTicks(() => index.search('-1', 50, 0));
    expect(total).toBe(9_000);
    expect(ticksToBuild).toBeGreaterThanOrEqual(15);
    expect(ticksToSearch).toBeGreaterThanOrEqual(4);
  });

  const word = fc.stringMatching(/^[a-zA-Zé0-9ß'-]{1,8}$/);
  const identities = fc.uniqueArray(
    fc.record({
      number: fc.stringMatching(/^[0-9]{1,5}-[12]$/),
      name: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
    }),
    { maxLength: 40, selector: ({ number }) => number },
  );

  it('finds exactly what contains every term', async () => {
    await fc.assert(
      fc.asyncProperty(
        identities,
        fc.array(fc.oneof(word, fc.stringMatching(/^[0-9-]{1,3}$/)), { minLength: 1, maxLength: 3 }),
        async (list, terms) => {
          const index = await TextIndex.build(list);
          const found = await index.search(terms.join(' '), 1_000, 0);
          const expected = list.flatMap(({ number, name }, position) =>
            terms.every(
              (term) =>
                normalizeText(number).includes(normalizeText(term)) ||
                normalizeText(name).includes(normalizeText(term)),
            )
              ? [position]
              : [],
          );
          expect([...found.positions].toSorted((a, b) => a - b)).toEqual(expected);
          expect(found.total).toBe(expected.length);
        },
      ),
    );
  });

  it('splits what is found into pages that partition it', async () => {
    await fc.assert(
      fc.asyncProperty(identities, fc.integer({ min: 1, max: 7 }), async (list, limit) => {
        const index = await TextIndex.build(list);
        const whole = await index.search('1', 1_000, 0);
        const pages: number[] = [];
        for (let offset = 0; offset < whole.total; offset += limit)
          pages.push(...(await index.search('1', limit, offset)).positions);
        expect(pages).toEqual(whole.positions);
      }),
    );
  });
});
