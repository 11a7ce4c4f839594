import { hasSeveralHosts, isEncoded, isInheritedName, routableTarget, routedPath } from './request-target.ts';

describe('routedPath', () => {
  it.each([
    ['/account/api/session', '/account/api/session'],
    ['/account/%61pi/session?x=%20', '/account/api/session'],
    ['/%61pi/v1/set/1-1#x', '/api/v1/set/1-1'],
    ['http://localhost:3001/account/api', '/account/api'],
    ['HTTPS://host/%61pi?q', '/api'],
    ['http://localhost', '/'],
    ['http://localhost?q', '/'],
    ['*', '*'],
    // The router decodes neither of them: they would be other paths.
    ['/account%2Fapi', '/account%2Fapi'],
    ['/%2561pi', '/%2561pi'],
    // The router refuses it.
    ['/%zz', '/%zz'],
  ])('of %s is %s', (target, path) => {
    expect(routedPath(target)).toBe(path);
  });
});

describe('routableTarget', () => {
  it.each([
    ['/x', '/x'],
    ['http://host/x', 'http://host/x'],
    ['*', '/*'],
    ['ftp://host/x', '/ftp://host/x'],
  ])('of %s is %s', (url, target) => {
    expect(routableTarget({ url })).toBe(target);
  });
});

it('sees a second Host, however it is written', () => {
  expect(hasSeveralHosts({ rawHeaders: ['Host', 'x', 'Accept', 'host'] })).toBe(false);
  expect(hasSeveralHosts({ rawHeaders: ['Host', 'x', 'hOST', 'x'] })).toBe(true);
});

it('takes every Content-Encoding but identity for one that must be decoded', () => {
  const encoded = ['gzip', 'br', 'identity, gzip', ''].map((value) =>
    isEncoded({ headers: { 'content-encoding': value } }),
  );
  expect(encoded).toEqual([true, true, true, true]);
  expect([isEncoded({ headers: {} }), isEncoded({ headers: { 'content-encoding': ' Identity' } })]).toEqual([
    false,
    false,
  ]);
});

it('knows the names that every object inherits', () => {
  expect(['constructor', '__proto__', 'toString', 'sets'].map(isInheritedName)).toEqual([true, true, true, false]);
});
