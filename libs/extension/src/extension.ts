import type { EventKind, JsonSchema } from '@brickmarket/domain';
import type { JobDatabase } from './database.ts';

/** The version of this interface. A service refuses extensions of another one. */
export const EXTENSION_VERSION = 1;

/** What a package adds to Brickmarket: the default export of its entry. All but the first two parts are optional. */
export interface Extension {
  readonly extensionVersion: typeof EXTENSION_VERSION;
  /** Lower-case letters and `_`. In addresses and in the names of tables, events, jobs and tools: it never changes. */
  readonly name: string;
  /** In the order in which they run, each once. New ones are added at the end; those that have run never change. */
  readonly migrations?: readonly Migration[];
  /** Routes under `/api/x/NAME/`, for callers with a key. */
  readonly api?: Routes;
  /** Routes under `/account/api/x/NAME/`, for people who are signed in to the account area. */
  readonly account?: Routes;
  /** A page of the account area, at `/account/x/NAME` and in its menu. */
  readonly page?: Page;
  /** Kinds of events that rules can watch. Their names begin with `NAME.`. */
  readonly eventKinds?: readonly EventKind[];
  readonly jobs?: readonly Job[];
  /** Tools for assistants. */
  readonly tools?: readonly Tool[];
}

/**
 * Statements that bring the extension's schema from one state to the next, in one transaction. Tables are named without
 * a schema, and each has `account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE`.
 */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** A class, as decorators know it. */
// oxlint-disable-next-line typescript/no-explicit-any -- Constructors of any parameters, which are injected.
export type Class = new (...parameters: any[]) => object;

/** Nest controllers, and the injectable classes that they need. `DATABASE` is injectable too. */
export interface Routes {
  readonly controllers: readonly Class[];
  readonly providers?: readonly Class[];
}

/** A page that a script of the extension draws. */
export interface Page {
  /** In the menu. */
  readonly title: string;
  /** A file: a module for browsers without imports, which exports a `PageScript` as `mount`. */
  readonly script: URL;
}

/** Draws the page into an element of the browser. What it returns is called when the page is left. */
export type PageScript<Element = unknown> = (element: Element, server: PageServer) => (() => void) | undefined;

/** How the page reaches the extension's routes of the account area. */
export interface PageServer {
  /** `path` begins with `/`, after the extension's own prefix. Rejects with an error whose message can be shown. */
  request<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer>;
}

/** Work that is done in the background. */
export interface Job {
  readonly name: string;
  /** Five fields of cron, in UTC. */
  readonly schedule: string;
  /** Does it, and says what was done in a line; null when there was nothing to do. Safe to repeat. */
  run(this: void, database: JobDatabase): Promise<string | null>;
}

/** A tool for assistants, by the Model Context Protocol. */
export interface Tool {
  /** Begins with `NAME_`. */
  readonly name: string;
  /** For the assistant: what it is for, and what it costs. */
  readonly description: string;
  /** The arguments by name, each with its JSON Schema. Others are refused. */
  readonly arguments: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** Whether it changes nothing. */
  readonly isReadOnly: boolean;
  /** Answers with what the assistant gets to see. */
  call(this: void, args: Readonly<Record<string, unknown>>, api: ToolApi): Promise<unknown>;
}

/** How a tool reaches the extension's routes of the API, with the caller's key. */
export interface ToolApi {
  /** `path` begins with `/`, after the extension's own prefix. Returns `data`; rejects with what the API refused. */
  request(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
}
