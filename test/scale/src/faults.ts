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
  /** The alert that has to fire while it lasts. */
  readonly alert: string;
  /** Strikes; what it resolves with repairs what was struck. */
  strike(stage: Stage): Promise<() => Promise<void> | void>;
}

const killLeader = async ({ cluster }: Stage): Promise<() => void> => {
  const leader = (await cluster.findLeader())!;
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
    alert: 'DatabaseNodeGone',
    strike: killLeader,
  },
  {
    name: 'replica',
    what: 'the synchronous replica is killed',
    heals: true,
    movesLeader: false,
    alert: 'DatabaseNodeGone',
    strike: async ({ cluster }) => {
      const replica = (await cluster.findSynchronous())!;
      await cluster.kill(replica);
      return () => cluster.startNode(replica);
    },
  },
  {
    name: 'proxy',
    what: 'HAProxy is killed',
    heals: false,
    movesLeader: false,
    alert: 'DatabaseGone',
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
    alert: 'DatabaseNodeGone',
    strike: async ({ cluster }) => {
      const member = (await cluster.findEtcdLeader())!;
      await cluster.kill(member);
      return () => cluster.startEtcd(member);
    },
  },
  {
    name: 'network',
    what: 'the node that leads is cut off from the network',
    heals: true,
    movesLeader: true,
    alert: 'DatabaseNodeGone',
    strike: async ({ cluster }) => {
      const leader = (await cluster.findLeader())!;
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
    alert: 'ProcessGone',
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
