import { readClusterConfig, readConfig } from './config.ts';

describe('readConfig', () => {
  const url = 'postgres://u:secret@127.0.0.1:5432/db';

  it('has a default for everything but the database', () => {
    expect(readConfig({ DATABASE_URL: url }, false)).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      logFormat: 'json',
      databaseApiUrl: null,
    });
  });
  it('logs requests everywhere but for a person at a terminal, who may ask for them', () => {
    const logs = (isTerminal: boolean, environment: NodeJS.ProcessEnv = {}): boolean =>
      readConfig({ DATABASE_URL: url, ...environment }, isTerminal).logRequests;
    expect([logs(false), logs(false, { LOG_FORMAT: 'pretty' }), logs(true, { LOG_FORMAT: 'json' })]).toEqual([
      true,
      true,
      true,
    ]);
    expect([logs(true), logs(true, { LOG_REQUESTS: 'on' }), logs(false, { LOG_REQUESTS: 'off' })]).toEqual([
      false,
      true,
      false,
    ]);
  });
  it.each<[boolean, NodeJS.ProcessEnv]>([
    [false, {}],
    [true, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }],
    [true, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }],
    [false, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }],
    [false, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' }],
  ])('traces: %p with %j', (tracing, environment) => {
    expect(readConfig({ DATABASE_URL: url, ...environment }, false).tracing).toBe(tracing);
  });
  it('reads what the first of several processes needs, and names every bad variable of it', () => {
    expect(readClusterConfig({ PROCESSES: '3', METRICS_PORT: '9464' })).toEqual({
      processes: 3,
      metricsPort: 9464,
      metricsHost: '127.0.0.1',
    });
    expect(readClusterConfig({})).toMatchObject({ processes: 2, metricsPort: null });
    expect(() => readClusterConfig({ PROCESSES: '0', METRICS_PORT: 'x' })).toThrow(/PROCESSES(.|\n)*METRICS_PORT/);
  });
  it('cannot be changed after it was read', () => {
    expect(Object.isFrozen(readConfig({ DATABASE_URL: url }, false))).toBe(true);
  });
  it('names every bad variable at once', () => {
    expect(() =>
      readConfig({ PORT: '70000', LOG_LEVEL: 'loud', DATABASE_POOL_SIZE: '1e2', DATABASE_API_URL: 'mysql://x' }, false),
    ).toThrow(/DATABASE_URL(.|\n)*DATABASE_API_URL(.|\n)*DATABASE_POOL_SIZE(.|\n)*/);
    expect(() => readConfig({ PORT: '70000', LOG_LEVEL: 'loud' }, false)).toThrow(/PORT(.|\n)*LOG_LEVEL/);
  });
  it('reads the replicas, and refuses what is no address or is named twice', () => {
    const replicas = (text: string): readonly string[] =>
      readConfig({ DATABASE_URL: url, DATABASE_REPLICA_URLS: text }, false).databaseReplicaUrls;
    expect(replicas('')).toEqual([]);
    expect(replicas('postgres://u@a/db, postgresql://u@b:5433/db')).toEqual([
      'postgres://u@a/db',
      'postgresql://u@b:5433/db',
    ]);
    for (const bad of ['a:5432', 'postgres://u@a/db,', 'postgres://u@a/db,mysql://u@b/db'])
      expect(() => replicas(bad)).toThrow('DATABASE_REPLICA_URLS must be URLs like postgres://');
    expect(() => replicas('postgres://u@a/db,postgres://u@a/db')).toThrow('must not name the same server twice');
    expect(() => replicas(url)).toThrow('DATABASE_REPLICA_URLS must not name the primary');
  });
  it('does not repeat a bad value, which may be a secret', () => {
    expect(() => readConfig({ DATABASE_URL: 'user:hunter2@host' }, false)).toThrow(
      expect.not.stringContaining('hunter2'),
    );
  });

  it.each([
    [undefined, []],
    ['', []],
    ['*', '*'],
    ['https://app.example', ['https://app.example']],
    [' https://app.example , http://localhost:5173', ['https://app.example', 'http://localhost:5173']],
  ])('reads the origins %j', (text, origins) => {
    expect(readConfig({ DATABASE_URL: url, CORS_ORIGINS: text }, false).corsOrigins).toEqual(origins);
  });
  it.each([
    'app.example',
    'https://app.example/',
    'https://app.example:443',
    'https://APP.example',
    'https://*.example',
    'ftp://app.example',
    'null',
    '*,https://app.example',
    'https://app.example,,',
  ])('refuses the origins %j and says which variable is wrong', (text) => {
    expect(() => readConfig({ DATABASE_URL: url, CORS_ORIGINS: text }, false)).toThrow(/CORS_ORIGINS must be/);
  });
  it('names the origin that is none, but not what may be a password', () => {
    const read = (text: string) => () => readConfig({ DATABASE_URL: url, CORS_ORIGINS: text }, false);
    expect(read('https://app.example,www.example')).toThrow('"www.example" is none');
    expect(read('https://me:hunter2@app.example')).toThrow(expect.not.stringContaining('hunter2'));
  });
  it('refuses a contact that is no address', () => {
    expect(readConfig({ DATABASE_URL: url, CONTACT_EMAIL: 'help@bricks.example' }, false).contactEmail).toBe(
      'help@bricks.example',
    );
    expect(() => readConfig({ DATABASE_URL: url, CONTACT_EMAIL: 'help' }, false)).toThrow(/CONTACT_EMAIL/);
  });
});
