import { eventually } from '../../support/eventually.ts';
import type { DatabaseCluster } from './database-cluster.ts';
import type { DrilledService } from './drilled-service.ts';

/** What a fault strikes. */
export interface Stage {
  readonly cluster: DatabaseCluster;
  readonly service: DrilledService;
}

/** One way in which a part of the deployment fails. */
export interface Fault {
  readonly name: string;
  /** In words, for the table. */
  readonly what: string;
  /** Whether answers come back without anybody doing something. */
  readonly heals: boolean;
  /** Whether another node has to lead. */
  readonly movesLeader: boolean;
  /** The alerts that a person gets: one for each thing that has to be repaired, in the order of the alphabet. */
  readonly alerts: readonly string[];
  /** Strikes; what it resolves with repairs what was struck. */
  strike(stage: Stage): Promise<() => Promise<void> | void>;
}

/** After a standstill of the machine there is none for some seconds. */
const found = (what: string, find: () => Promise<string | null>): Promise<string> =>
  eventually(what, find, { withinMs: 300_000, everyMs: 200 });

const killLeader = async ({ cluster }: Stage): Promise<() => void> => {
  const leader = await found('a node leads', () => cluster.findLeader());
  await cluster.kill(leader);
  return () => cluster.startNode(leader);
};

/** In the order in which the drill goes through them. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'leader',
    what: 'the node that leads is killed',
    heals: true,
    movesLeader: true,
    alerts: ['DatabaseNodeGone'],
    strike: killLeader,
  },
  {
    name: 'replica',
    what: 'the synchronous replica is killed',
    heals: true,
    movesLeader: false,
    alerts: ['DatabaseNodeGone'],
    strike: async ({ cluster }) => {
      const replica = await found('a node is synchronous', () => cluster.findSynchronous());
      await cluster.kill(replica);
      return () => cluster.startNode(replica);
    },
  },
  {
    name: 'proxy',
    what: 'HAProxy is killed',
    heals: false,
    movesLeader: false,
    alerts: ['DatabaseGone'],
    strike: async ({ cluster }) => {
      await cluster.kill('haproxy');
      return () => cluster.startProxy();
    },
  },
  {
    name: 'etcd',
    what: "etcd's leader is killed",
    heals: true,
    movesLeader: false,
    alerts: ['DatabaseNodeGone'],
    strike: async ({ cluster }) => {
      const member = await found('a member of etcd leads', () => cluster.findEtcdLeader());
      await cluster.kill(member);
      return () => cluster.startEtcd(member);
    },
  },
  {
    name: 'network',
    what: 'the node that leads is cut off from the network',
    heals: true,
    movesLeader: true,
    alerts: ['DatabaseNodeGone'],
    strike: async ({ cluster }) => {
      const leader = await found('a node leads', () => cluster.findLeader());
      cluster.cut(leader);
      return async () => {
        if (cluster.letsLeadersComeBack) return cluster.join(leader);
        await cluster.kill(leader);
        cluster.join(leader);
        cluster.startNode(leader);
      };
    },
  },
  {
    name: 'jobs',
    what: 'the node that leads, a worker and a delivery are killed together',
    heals: true,
    movesLeader: true,
    alerts: ['DatabaseNodeGone', 'ProcessGone'],
    strike: async (stage) => {
      const [leader, work, deliver] = await Promise.all([
        killLeader(stage),
        stage.service.kill('work'),
        stage.service.kill('deliver'),
      ]);
      return async () => {
        leader();
        await Promise.all([work(), deliver()]);
      };
    },
  },
];
