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
  const setNames = new Map(Object.entries(TITLES).map(([number, title]) => [number, { title, theme: 'Icons' }]));
  const ids = new Map([...setNames.keys()].map((number, at) => [number, at]));
  class Directory extends ItemDirectory {
    override load = (): Promise<ItemIds> => Promise.resolve(new ItemIds(ids, [], new Map(), setNames));
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

  it.each([undefined, 'LEGO 10497', 'GALAXY explorer (2022)'])('agrees with the catalog: %s', (title) => {
    expect(contradiction('10497', title)).toBeNull();
  });

  it('gets suggestions by its name first, then by its number, with their names', () => {
    expect(sets.nearest('75193', 'UCS Falcon')).toEqual(['75192-1', '75191-1']);
    expect(sets.faultOf('99999', 'Lego: Taj mahal')).toBe('there is no set 99999: nearest 10189-1 “Taj Mahal”');
  });
});
