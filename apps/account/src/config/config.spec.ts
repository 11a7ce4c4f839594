import { readConfig } from './config.ts';

const DATABASE_URL = 'postgres://owner@127.0.0.1/brickmarket';
const read = (environment: NodeJS.ProcessEnv) => readConfig({ DATABASE_URL, ...environment }, false);

describe('the configuration of the account area', () => {
  it('lets links be fresh for longer on this machine alone', () => {
    expect(read({}).linkFreshMs).toBe(600_000);
    expect(read({ LINK_FRESH_MINUTES: '1440' }).linkFreshMs).toBe(86_400_000);
    for (const reachable of [{ HOST: '0.0.0.0' }, { HOST: '::' }, { ACCOUNT_URL: 'https://bricks.example/account' }])
      expect(() => read({ LINK_FRESH_MINUTES: '1440', ...reachable })).toThrow(
        'LINK_FRESH_MINUTES can be more than 10',
      );
    expect(read({ LINK_FRESH_MINUTES: '10', HOST: '0.0.0.0' }).linkFreshMs).toBe(600_000);
  });
});
