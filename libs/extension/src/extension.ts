import type { EventKind, JsonSchema } from '@brickmarket/domain';
import type { JobDatabase } from './database.ts';

/** A service rejects extensions of another version. */
export const EXTENSION_VERSION = 1;

/** Default export of an extension package. Parts after the first two are optional. */
export interface Extension {
  readonly extensionVersion: typeof EXTENSION_VERSION;
  /** Lower-case letters and `_`. Part of URLs, tables, events, jobs and tools: it never changes. */
  readonly name: string;
  /** Run once, in order. Append new ones; never change those that have run. */
  readonly migrations?: readonly Migration[];
  /** Routes under `/api/x/NAME/`, for API keys. */
  readonly api?: Routes;
  /** Routes under `/account/api/x/NAME/`, for signed-in users. */
  readonly account?: Routes;
  /** Page at `/account/x/NAME`, linked in the menu. */
  readonly page?: Page;
  /** Event types for rules. Names start with `NAME.`. */
  readonly eventKinds?: readonly EventKind[];
  readonly jobs?: readonly Job[];
  readonly tools?: readonly Tool[];
}

/** Each table: `account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE`, without schema. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** A class for decorators. */
// oxlint-disable-next-line typescript/no-explicit-any -- Constructors of any parameters, which are injected.
export type Class = new (...parameters: any[]) => object;

/** Nest controllers and their injectable classes. `DATABASE` is injectable too. */
export interface Routes {
  readonly controllers: readonly Class[];
  readonly providers?: readonly Class[];
}

/** A page that a script of the extension draws. */
export interface Page {
  readonly title: string;
  /** Browser module without imports that exports a `PageScript` as `mount`. */
  readonly script: URL;
}

/** Draws the page into an element. The returned function runs when the page is left. */
export type PageScript<Element = unknown> = (element: Element, server: PageServer) => (() => void) | undefined;

/** Access to the extension's account routes. */
export interface PageServer {
  /** `path` starts with `/`, after the extension's prefix. Rejects with a displayable message. */
  request<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer>;
}

/** Work that is done in the background. */
export interface Job {
  readonly name: string;
  /** Cron with five fields, in UTC. */
  readonly schedule: string;
  /** Returns a summary line; null: nothing to do. Safe to repeat. */
  run(this: void, database: JobDatabase): Promise<string | null>;
}

/** Tool of the Model Context Protocol. */
export interface Tool {
  /** Starts with `NAME_`. */
  readonly name: string;
  /** Purpose and cost, for the assistant. */
  readonly description: string;
  /** JSON Schema by argument; others are rejected. */
  readonly arguments: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly isReadOnly: boolean;
  call(this: void, args: Readonly<Record<string, unknown>>, api: ToolApi): Promise<unknown>;
}

/** Access to the extension's API routes with the caller's key. */
export interface ToolApi {
  /** `path` starts with `/`, after the extension's prefix. Returns `data`; rejects with the API's error. */
  request(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
}
