import { namesAgree, setNameKey } from './names-agree.ts';

const agree = (name: string, title: string, theme = 'Icons') => namesAgree(name, { title, theme });

it.each([
  ['UCS Millennium Falcon', 'Millennium Falcon', 'Star Wars'],
  ['MILLENNIUM FALCON!', 'Millennium Falcon™', 'Star Wars'],
  ['LEGO Star Wars 75192-1: Falcon', 'Millennium Falcon', 'Star Wars'],
  ['Cafe Corner', 'Café Corner', 'Modular Buildings'],
  ['Xwing', 'X-wing Fighter', 'Star Wars'],
  ['Airplane', 'Planes', 'City'],
  ['Police Woman', 'Policewoman and Crook', 'City'],
  ['Firefighter', 'Fireman', 'City'],
  ['Harbour Set', 'Harbor Set', 'Town'],
  ['Spectre', 'Specter', 'Series 14'],
  ['D-O', 'D-O', 'Star Wars'],
  ["King's Castle", 'Kings Castle', 'Castle'],
  ['Jurassic World', 'Jurassic World', 'Jurassic World'],
])('%s can mean %s of %s', (name, title, theme) => {
  expect(agree(name, title, theme)).toBe(true);
});

it.each([
  ['Police Station', 'Taj Mahal', 'Creator'],
  ['Star Wars Death Star', 'Star Wars Millennium Falcon', 'Star Wars'],
  ['LEGO 10497 Taj Mahal', 'LEGO 10497 Galaxy Explorer', 'Icons'],
  ['The Castle of the King', 'The Hall of Justice', 'DC'],
  ['Taj Mahal', 'Jurassic World', 'Jurassic World'],
])('%s does not mean %s of %s', (name, title, theme) => {
  expect(agree(name, title, theme)).toBe(false);
});

it.each(['', ' ', '-', '10497-1', 'LEGO set 10497', 'Icons'])('the name "%s" says nothing', (name) => {
  expect(agree(name, 'Galaxy Explorer')).toBe(true);
});

it('has one key for the spellings of a name', () => {
  expect(setNameKey('LEGO 10243: PARISIAN Restaurant')).toBe(setNameKey('Parisian Réstaurants'));
});
