import type { Clock } from '@brickmarket/domain';
import type { KeyArea } from '@brickmarket/operations/identity';
import { type SetArea, SetDirectory } from '@brickmarket/operations/sets';
import {
  AccountBook,
  AttemptLimits,
  AuditLog,
  Credentials,
  KeyUsageReport,
  KnownDevices,
  MonthHistory,
  OneTimeTokens,
  OperationsReport,
  OwnApiKeys,
  Passkeys,
  RetailPriceHistory,
  RetailPrices,
  RetailWatch,
  Sessions,
  SetCatalog,
  StoreClock,
} from '@brickmarket/persistence-ports';
import { SmtpMailer } from '@brickmarket/service-runtime/mail';
import { type FactoryProvider, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { ACCOUNT_CONFIG, type AccountConfig } from '../config/config.ts';
import { Argon2Hasher } from './argon2-hasher.ts';
import { WebauthnCeremonies } from './webauthn-ceremonies.ts';

/** Injection token of what the use cases work with. */
export const ACCOUNT_AREA = Symbol('AccountArea');
/** Injection token of what the pages of sets are made from. */
export const SET_AREA = Symbol('SetArea');
/** Injection token of the process's logger. */
export const LOGGER = Symbol('Logger');
/** Injection token of the clock by which sessions, links and codes go. */
export const CLOCK = Symbol('Clock');

/** Work that goes on after its request was answered. */
class BackgroundWork {
  private readonly running = new Set<Promise<unknown>>();

  constructor(private readonly logger: Logger) {}

  start(work: () => Promise<unknown>): void {
    const done = work()
      .catch((error: unknown) => this.logger.error({ err: error }, 'work after an answer failed'))
      .finally(() => this.running.delete(done));
    this.running.add(done);
  }

  async finish(): Promise<void> {
    await Promise.all(this.running);
  }
}

const background: FactoryProvider<BackgroundWork> = {
  provide: BackgroundWork,
  inject: [LOGGER],
  useFactory: (logger: Logger) => new BackgroundWork(logger),
};
const mailer: FactoryProvider<SmtpMailer> = {
  provide: SmtpMailer,
  inject: [ACCOUNT_CONFIG],
  useFactory: (config: AccountConfig) => new SmtpMailer(config.mail),
};

const PORTS = {
  credentials: Credentials,
  sessions: Sessions,
  tokens: OneTimeTokens,
  attempts: AttemptLimits,
  devices: KnownDevices,
  passkeys: Passkeys,
  audit: AuditLog,
} as const;

const area: FactoryProvider<KeyArea> = {
  provide: ACCOUNT_AREA,
  inject: [
    ACCOUNT_CONFIG,
    CLOCK,
    BackgroundWork,
    SmtpMailer,
    OwnApiKeys,
    KeyUsageReport,
    StoreClock,
    ...Object.values(PORTS),
  ],
  useFactory: (
    config: AccountConfig,
    clock: Clock,
    work: BackgroundWork,
    mail: SmtpMailer,
    keys: OwnApiKeys,
    usage: KeyUsageReport,
    storeClock: StoreClock,
    ...stores: unknown[]
  ) => ({
    stores: Object.fromEntries(
      Object.keys(PORTS).map((name, index) => [name, stores[index]]),
    ) as unknown as KeyArea['stores'],
    passwords: new Argon2Hasher(),
    ceremonies: new WebauthnCeremonies(config.url),
    mailer: mail,
    clock,
    signUp: config.signUp,
    url: config.url,
    contact: config.contactEmail,
    inBackground: (job) => {
      work.start(job);
    },
    keys,
    usage,
    storeClock,
  }),
};

const directory: FactoryProvider<SetDirectory> = {
  provide: SetDirectory,
  inject: [SetCatalog, OperationsReport],
  useFactory: (catalog: SetCatalog, report: OperationsReport) => new SetDirectory(catalog, report),
};

const SET_PORTS = {
  catalog: SetCatalog,
  months: MonthHistory,
  prices: RetailPrices,
  priceHistory: RetailPriceHistory,
  watch: RetailWatch,
  book: AccountBook,
  clock: StoreClock,
} as const;

const sets: FactoryProvider<SetArea> = {
  provide: SET_AREA,
  inject: [ACCOUNT_CONFIG, ...Object.values(SET_PORTS)],
  useFactory: ({ retailStaleDays }: AccountConfig, ...stores: unknown[]) => {
    const ports = Object.fromEntries(Object.keys(SET_PORTS).map((name, index) => [name, stores[index]]));
    return { ...(ports as unknown as Omit<SetArea, 'retailStaleDays'>), retailStaleDays };
  },
};

/** What the use cases work with, put together once. */
@Global()
@Module({ providers: [background, mailer, area, directory, sets], exports: [ACCOUNT_AREA, SetDirectory, SET_AREA] })
export class AreaModule implements OnApplicationShutdown {
  constructor(
    @Inject(BackgroundWork) private readonly work: BackgroundWork,
    @Inject(SmtpMailer) private readonly mail: SmtpMailer,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.work.finish();
    this.mail.close();
  }
}
