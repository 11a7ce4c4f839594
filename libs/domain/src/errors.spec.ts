import { asSentence, withFullStop } from './errors.ts';

describe('a refusal ends in one full stop', () => {
  it.each([
    ['the set is unknown', 'The set is unknown.'],
    ['the set is unknown.', 'The set is unknown.'],
    ['no fees?', 'No fees?'],
    ['wait!', 'Wait!'],
  ])('%j is %j', (message, sentence) => {
    expect(asSentence(message)).toBe(sentence);
    expect(withFullStop(sentence)).toBe(sentence);
  });
});
