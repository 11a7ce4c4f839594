import { parseIsoDay } from '@brickmarket/domain';
import { ItemDirectory, ItemIds } from '@brickmarket/persistence-ports';
import { NearestSetNumbers, SetResolver } from './set-resolver.ts';

const nearest = new NearestSetNumbers(['75192-1', '75191-1', '75190-1', '10497-1', '10497-2', '113-2-DBASE-1']);

it.each([
  ['a wrong digit', '75193-1', ['75190-1', '75191-1', '75192-1']],
  ['swapped digits', '75912', ['75192-1', '75191-1']],
  ['a missing digit', '1049-1', ['10497-1']],
  ['a digit too many', '104977', ['10497-1']],
  ['another variant', '10497-3', ['10497-1', '10497-2']],
  ['nothing alike', '99999', []],
])('finds the numbers near %s', (_, asked, expected) => {
  expect(nearest.find(asked)).toEqual(expected);
});

describe('a number with a name', () => {
  const TITLES = {
    '10497-1': 'Galaxy Explorer',
    '10189-1': 'Taj Mahal',
    '75191-1': 'Jedi Starfighter',
    '75192-1': 'Millennium Falcon',
  };
  const CODES: Readonly<Record<string, object>> = {
    '10497-1': { upc: '673419359351', ean: null },
    '10189-1': { upc: '400000000008', ean: '9520000000004' },
    '75191-1': { upc: null, ean: '5702015869935' },
    '75192-1': { upc: null, ean: '5702015869935' },
  };
  const setNames = new Map(
    Object.entries(TITLES).map(([number, title]) => [number, { title, theme: 'Icons', ...CODES[number] }]),
  );
  const ids = new Map([...setNames.keys()].map((number, at) => [number, at]));
  class Directory extends ItemDirectory {
    override load = (): Promise<ItemIds> =>
      Promise.resolve(new ItemIds(ids, [], new Map(), setNames, parseIsoDay('2026-04-01')));
  }
  let sets: SetResolver;
  beforeAll(async () => {
    sets = await SetResolver.load(new Directory());
  });
  const contradiction = (number: string, title?: string) => sets.contradictionOf(sets.find(number)!, title);

  it('contradicts the catalog where the name is that of another set, which is a choice', () => {
    expect(contradiction('10497', 'Taj Mahal')).toEqual({
      reason: 'the file calls 10497-1 “Taj Mahal”, the catalog “Galaxy Explorer”',
      nearest: ['10497-1', '10189-1'],
    });
  });

  it.each([undefined, 'LEGO 10497', 'GALAXY explorer (2022)', 'Cosmic Ship'])(
    'agrees with the catalog: %s',
    (title) => {
      expect(contradiction('10497', title)).toBeNull();
    },
  );

  it.each([
    ['the number, whatever the barcode', '10497', { barcode: '5702015869935' }, '10497-1'],
    ['the barcode of one set', '99999', { barcode: '673419359351' }, '10497-1'],
    ['the same code as EAN', '99999', { barcode: '0673419359351' }, '10497-1'],
    ['a barcode in place of the number', '673419359351', {}, '10497-1'],
    ['a barcode that two sets share', '99999', { barcode: '5702015869935' }, undefined],
    ['a barcode with a wrong digit', '99999', { barcode: '673419359352' }, undefined],
    ['a demonstration EAN', '99999', { barcode: '9520000000004' }, undefined],
    ['an in-store UPC', '99999', { barcode: '400000000008' }, undefined],
    ['letters for digits', '75l92-1', {}, '75192-1'],
    ['letters for digits with the name', '75I92-l', { title: 'UCS Millennium Falcon' }, '75192-1'],
    ['letters for digits with another name', '75l92-1', { title: 'Taj Mahal' }, undefined],
    ['a wrong digit with the exact name', '75292-1', { title: 'LEGO Millennium Falcon' }, '75192-1'],
    ['a wrong digit with a like name', '75292-1', { title: 'Kessel Run Millennium Falcon' }, undefined],
    ['a wrong digit alone', '75292-1', {}, undefined],
    ['a name alone', '99999', { title: 'Taj Mahal' }, undefined],
  ])('resolves a set by %s', (_, asked, hints, number) => {
    expect(sets.resolve(asked, hints)?.setNumber).toBe(number);
  });

  it.each(['sw0451', 'fig-012345', 'col123a'])('says that %s is a minifigure', (number) => {
    expect(sets.missing(number)).toBe(`${number} is a minifigure: only sets can be held`);
  });

  it('gets suggestions by its name first, then by its number, with their names', () => {
    expect(sets.nearest('75193', 'UCS Falcon')).toEqual(['75192-1', '75191-1']);
    expect(sets.faultOf('99999', 'Lego: Taj mahal')).toBe(
      'set 99999 is not in the catalog: nearest 10189-1 “Taj Mahal”; ' +
        'your catalog is of April 2026, “sources add rebrickable” brings newer sets',
    );
  });
});
