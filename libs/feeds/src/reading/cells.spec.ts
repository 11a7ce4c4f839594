import { parseIsoDay } from '@brickmarket/domain';
import { inferDateFormat, parseSlashedDay } from './cells.ts';

describe('inferDateFormat', () => {
  it.each([
    ['one day past the twelfth comes first', ['01/02/2020', '13/02/2020'], 'DD/MM/YYYY'],
    ['one day past the twelfth comes second', ['01/02/2020', '02/13/2020'], 'MM/DD/YYYY'],
    ['both orders give different days', ['01/02/2020', ''], 'ambiguous'],
    ['both orders give the same days', ['02/02/2020', '2020-03-04'], 'any'],
    ['there are no days', [], 'any'],
    ['days of both kinds occur', ['13/02/2020', '02/13/2020'], 'mixed'],
  ])('when %s', (_, days, format) => {
    expect(inferDateFormat(days)).toBe(format);
  });
});

describe('parseSlashedDay', () => {
  it('reads the same text by the format given', () => {
    expect(parseSlashedDay('3/4/2020', 'DD/MM/YYYY')).toBe(parseIsoDay('2020-04-03'));
    expect(parseSlashedDay('3/4/2020', 'MM/DD/YYYY')).toBe(parseIsoDay('2020-03-04'));
    expect(parseSlashedDay('2020-03-04', 'DD/MM/YYYY')).toBe(parseIsoDay('2020-03-04'));
    expect(parseSlashedDay('13/13/2020', 'DD/MM/YYYY')).toBeNull();
  });
});
