import { SetCatalog } from '@brickmarket/persistence-ports';
import { Database } from './database/database.ts';
import { FEATURES } from './features.ts';
import { ALL_MIGRATIONS, migrationsOf, timestampOf } from './schema/schema.ts';
import { PORT_BINDINGS, Stores } from './stores.ts';

describe('the migrations of all features', () => {
  it('have one total order: no two share a timestamp or a name, and each is later than the one before', () => {
    const timestamps = ALL_MIGRATIONS.map(timestampOf);
    expect(timestamps).toEqual([...new Set(timestamps)].sort((a, b) => a - b));
    expect(new Set(ALL_MIGRATIONS.map(({ name }) => name)).size).toBe(ALL_MIGRATIONS.length);
  });

  it('run in the same order however the features are listed', () => {
    expect(migrationsOf(FEATURES.toReversed())).toEqual(ALL_MIGRATIONS);
  });

  it('refuse a migration without a timestamp by its name', () => {
    class Nameless {
      async up(): Promise<void> {}
      async down(): Promise<void> {}
    }
    expect(() => migrationsOf([{ ports: [], migrations: [...ALL_MIGRATIONS, Nameless] }])).toThrow('Nameless');
  });
});

describe('stores by port', () => {
  const database = Database.open({ url: 'postgres://localhost:1/none', applicationName: 'spec' });
  afterAll(() => database.close());

  it('binds no port twice', () => {
    expect(new Set(PORT_BINDINGS.map(({ port }) => port)).size).toBe(PORT_BINDINGS.length);
  });

  it('gives for every port an implementation of it, the same at every call', () => {
    const stores = new Stores(database);
    for (const { port } of PORT_BINDINGS) {
      expect(stores.get(port)).toBeInstanceOf(port);
      expect(stores.get(port)).toBe(stores.get(port));
    }
    expect(stores.pick({ sets: SetCatalog })).toEqual({ sets: stores.get(SetCatalog) });
  });

  it('names a port that no feature implements', () => {
    abstract class Alerts {}
    expect(() => new Stores(database).get(Alerts)).toThrow('no feature implements Alerts');
  });
});
