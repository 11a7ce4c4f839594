// A copy of the catalog in SQLite, which Node has from 22.13 on: an example of a store of your own.
//
//   BRICKMARKET_URL=http://127.0.0.1:3000/api/v1 BRICKMARKET_KEY=bmk_... node sqlite-store.mjs catalog.db
import { DatabaseSync } from 'node:sqlite';
import { Brickmarket } from '@brickmarket/client';
import { mirror } from '@brickmarket/client/mirror';

/** @implements {import('@brickmarket/client/mirror').MirrorStore} */
class SqliteStore {
  #db;

  constructor(file) {
    this.#db = new DatabaseSync(file);
    // Readers see the old records while a file replaces a kind.
    this.#db.exec(`
      PRAGMA journal_mode = WAL;
      CREATE TABLE IF NOT EXISTS record (
        kind TEXT NOT NULL, key TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, key)
      ) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY CHECK (id = 1), text TEXT NOT NULL)`);
  }

  async readState() {
    return this.#db.prepare('SELECT text FROM state').get()?.text ?? null;
  }

  async saveState(text) {
    this.#db.prepare('INSERT OR REPLACE INTO state VALUES (1, ?)').run(text);
  }

  replaceAll(kind, records) {
    return this.#transaction(async () => {
      this.#db.prepare('DELETE FROM record WHERE kind = ?').run(kind);
      const insert = this.#db.prepare('INSERT OR REPLACE INTO record VALUES (?, ?, ?)');
      for await (const [key, json] of records) insert.run(kind, key, json);
    });
  }

  put(kind, records) {
    return this.#transaction(async () => {
      const insert = this.#db.prepare('INSERT OR REPLACE INTO record VALUES (?, ?, ?)');
      const remove = this.#db.prepare('DELETE FROM record WHERE kind = ? AND key = ?');
      for (const [key, json] of records) {
        if (json === null) remove.run(kind, key);
        else insert.run(kind, key, json);
      }
    });
  }

  async #transaction(write) {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      await write();
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }
}

const brickmarket = new Brickmarket({
  baseUrl: process.env['BRICKMARKET_URL'],
  apiKey: process.env['BRICKMARKET_KEY'],
});
await mirror(brickmarket, new SqliteStore(process.argv[2]), {
  onPlan: ({ by, calls, remaining }) => console.log(`${calls} calls by ${by}, ${remaining} are left`),
});
