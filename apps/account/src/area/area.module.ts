import type { Clock } from '@brickmarket/domain';
import type { KeyArea } from '@brickmarket/operations/identity';
import { ValuedSetCache } from '@brickmarket/operations/portfolio';
import { ForecastCache, SetDirectory } from '@brickmarket/operations/sets';
import {
  AttemptLimits,
  AuditLog,
  Credentials,
  ForecastStore,
  ItemChanges,
  KeyUsageReport,
  KnownDevices,
  OneTimeTokens,
  SystemStatus,
  OwnApiKeys,
  Passkeys,
  RouteUsage,
  Sessions,
  SetCatalog,
  SetValueHistory,
  StoreClock,
} from '@brickmarket/persistence-ports';
import { SmtpMailer } from '@brickmarket/service-runtime/mail';
import { type FactoryProvider, Global, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { ACCOUNT_CONFIG, type AccountConfig } from '../config/config.ts';
import { CsvExports } from '../http/csv-exports.ts';
import { Argon2Hasher } from './argon2-hasher.ts';
import { WebauthnCeremonies } from './webauthn-ceremonies.ts';

export const ACCOUNT_AREA = Symbol('AccountArea');
export const LOGGER = Symbol('Logger');
/** Clock for sessions, links and codes. */
export const CLOCK = Symbol('Clock');

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

@Injectable()
class IdentityStores {
  constructor(
    readonly credentials: Credentials,
    readonly sessions: Sessions,
    readonly tokens: OneTimeTokens,
    readonly attempts: AttemptLimits,
    readonly devices: KnownDevices,
    readonly passkeys: Passkeys,
    readonly audit: AuditLog,
  ) {}
}

const area: FactoryProvider<KeyArea> = {
  provide: ACCOUNT_AREA,
  inject: [
    ACCOUNT_CONFIG,
    CLOCK,
    BackgroundWork,
    SmtpMailer,
    IdentityStores,
    OwnApiKeys,
    KeyUsageReport,
    RouteUsage,
    StoreClock,
  ],
  useFactory: (
    config: AccountConfig,
    clock: Clock,
    work: BackgroundWork,
    mail: SmtpMailer,
    stores: IdentityStores,
    keys: OwnApiKeys,
    usage: KeyUsageReport,
    routes: RouteUsage,
    storeClock: StoreClock,
  ) => ({
    stores,
    passwords: new Argon2Hasher(),
    ceremonies: new WebauthnCeremonies(config.url),
    mailer: mail,
    clock,
    signUp: config.signUp,
    linkFreshMs: config.linkFreshMs,
    url: config.url,
    contact: config.contactEmail,
    inBackground: (job) => {
      work.start(job);
    },
    keys,
    usage,
    routes,
    storeClock,
  }),
};

const directory: FactoryProvider<SetDirectory> = {
  provide: SetDirectory,
  inject: [SetCatalog, SystemStatus, ItemChanges],
  useFactory: (catalog: SetCatalog, report: SystemStatus, changes: ItemChanges) =>
    new SetDirectory(catalog, report, changes),
};

const valuedSets: FactoryProvider<ValuedSetCache> = {
  provide: ValuedSetCache,
  inject: [SetValueHistory, SystemStatus, ItemChanges],
  useFactory: (values: SetValueHistory, report: SystemStatus, changes: ItemChanges) =>
    new ValuedSetCache(values, { report, changes }),
};

const forecasts: FactoryProvider<ForecastCache> = {
  provide: ForecastCache,
  inject: [ForecastStore, SystemStatus],
  useFactory: (stored: ForecastStore, report: SystemStatus) => new ForecastCache(stored, report),
};

@Global()
@Module({
  providers: [background, mailer, IdentityStores, area, directory, valuedSets, forecasts, CsvExports],
  exports: [ACCOUNT_AREA, SetDirectory, ValuedSetCache, ForecastCache, CsvExports],
})
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
