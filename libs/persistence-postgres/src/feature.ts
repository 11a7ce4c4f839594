import type { MigrationInterface } from 'typeorm';
import type { Database } from './database/database.ts';

export type PortClass<Port> = abstract new () => Port;

/** Class name ending in its 13-digit timestamp. */
export type MigrationClass = new () => MigrationInterface;

export interface PortBinding<Port = unknown> {
  readonly port: PortClass<Port>;
  readonly create: (database: Database) => Port;
}

/** Declared once in its folder, listed once in features.ts. */
export interface Feature {
  readonly ports: readonly PortBinding[];
  /** Since the baseline. Unordered: all features' migrations run by timestamp. */
  readonly migrations?: readonly MigrationClass[];
}

export function bind<Port>(port: PortClass<Port>, implementation: new (database: Database) => Port): PortBinding<Port> {
  return { port, create: (database) => new implementation(database) };
}
