import { AdmissionGate } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** The admission gate with the role of the service, on a separate database. */
export class TestGate {
  readonly gate: AdmissionGate;

  private constructor(
    private readonly testDatabase: TestDatabase,
    /** The connections of the service, by its role. */
    readonly database: Database,
    /** The owner's connections. */
    readonly db: Pool,
  ) {
    this.gate = new Stores(database).get(AdmissionGate);
  }

  get url(): string {
    return this.testDatabase.url;
  }

  /** With replicas, the database counts as one of itself. */
  static async open({ hasReplicas = false } = {}): Promise<TestGate> {
    const testDatabase = await createTestDatabase();
    const database = await Database.connect({
      url: testDatabase.url,
      applicationName: 'test',
      role: 'brickmarket_api',
      replicas: { urls: hasReplicas ? [testDatabase.url] : [], role: 'brickmarket_api' },
    });
    return new TestGate(testDatabase, database, new Pool({ connectionString: testDatabase.url }));
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.db.end();
    await this.testDatabase.drop();
  }
}
