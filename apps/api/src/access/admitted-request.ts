import type { DataVersions } from '@brickmarket/persistence-ports';

/** What a request was admitted as. Set by the guards; every handler of the contract may rely on it. */
export interface AdmittedRequest {
  readonly keyId: number;
  readonly accountId: number;
  readonly dailyLimit: number;
  readonly remaining: number;
  /** ISO-8601. */
  readonly resetsAt: string;
  /** The UTC day that was charged. */
  readonly day: string;
  /** When it was admitted, by the database's clock: "now" for everything the request asks. */
  readonly now: Date;
  readonly versions: DataVersions;
}

declare module 'fastify' {
  interface FastifyRequest {
    admission?: AdmittedRequest;
    /** Gives the request's charge back, once; set while there is a charge to give back. */
    giveBackCharge?: () => Promise<void>;
  }
}
