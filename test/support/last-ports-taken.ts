const CODE = `
  import { Server } from 'node:net';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (where, ...rest) {
    if (where.port === undefined || where.port < 65_534) return listen.call(this, where, ...rest);
    process.nextTick(() => this.emit('error', Object.assign(new Error('taken'), { code: 'EADDRINUSE' })));
    return this;
  };`;

/** A module to import first: in that process the last two ports are taken, whatever runs on the machine. */
export const LAST_PORTS_TAKEN = `data:text/javascript,${encodeURIComponent(CODE)}`;

/** The environment of a service with a taken port, and the port that the refusal advises. */
export const TAKEN_AT_THE_END: readonly (readonly [NodeJS.ProcessEnv, string])[] = [
  [{ PORT: '65534' }, 'PORT=65532'],
  [{ PORT: '65535', ACCOUNT_PORT: '0' }, 'PORT=65533'],
  [{ PORT: '0', ACCOUNT_PORT: '65535' }, 'ACCOUNT_PORT=65533'],
];
