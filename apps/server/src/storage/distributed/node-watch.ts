/** Watches the worker nodes of a distributed database: whether they respond, and their clocks. */
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import { within } from '../connection/within.ts';
import type { Executor, StorageLog } from '../database.ts';
import type { Warnings } from '../warnings.ts';

export const NODE_CHECK_INTERVAL_MS = 10_000;
const LIMIT_MS = 5_000;
/** A smaller difference of clocks is not reported. */
export const MAX_DIFFERENCE_S = 5;

interface NodeState {
  readonly name: string;
  /** Difference of its clock from the coordinator's, s; null if the node does not respond. */
  readonly differenceS: number | null;
  readonly reason: string;
}

export interface NodeWatchOptions {
  /** Runs as the owner. */
  readonly db: Executor;
  readonly warnings: Warnings;
  readonly clock: Clock;
  readonly log: StorageLog;
}

/** Starts the checks; the returned function ends them. */
export function watchNodes(options: NodeWatchOptions): () => void {
  const { warnings, clock, log } = options;
  let isChecking = false;
  let known = '';
  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      const nodes = await within(LIMIT_MS, readNodes(options.db));
      const sentence = nodeFaults(nodes);
      warnings.set('nodes', sentence);
      const faulty = nodes.filter(isFaulty);
      const names = faulty.map(({ name }) => name).join();
      if (names === known) return;
      known = names;
      if (sentence === undefined) log.info({}, 'all worker nodes of the database respond again');
      else log.warn({ nodes: faulty }, sentence);
    } catch (error) {
      // A coordinator that does not respond is reported by every other statement.
      log.warn({ err: error }, 'the worker nodes of the database could not be checked');
    } finally {
      isChecking = false;
    }
  }
  void check();
  return clock.every(NODE_CHECK_INTERVAL_MS, () => void check());
}

const isFaulty = ({ differenceS }: NodeState): boolean =>
  differenceS === null || Math.abs(differenceS) > MAX_DIFFERENCE_S;

/**
 * Returns the sentence for the log and the pages, without names and addresses, because
 * `/health/ready` is public; undefined without a fault.
 */
export function nodeFaults(nodes: readonly NodeState[]): string | undefined {
  const silent = nodes.filter(({ differenceS }) => differenceS === null).length;
  const clocks = nodes.flatMap(({ differenceS }) => (differenceS === null ? [] : [differenceS]));
  const worst = clocks.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0);
  const faults: string[] = [];
  if (silent > 0) {
    faults.push(
      `${silent} of ${nodes.length} worker nodes of the database do not respond: nothing can be read or written for the customers on them.`,
    );
  }
  if (Math.abs(worst) > MAX_DIFFERENCE_S) {
    faults.push(
      `The clock of a worker node of the database is ${Math.abs(Math.round(worst))} s ${worst > 0 ? 'ahead of' : 'behind'} the coordinator's, which Busbar uses: correct it.`,
    );
  }
  return faults.length === 0 ? undefined : faults.join(' ');
}

async function readNodes(db: Executor): Promise<NodeState[]> {
  const { rows } = await sql<NodeState>`
    select w.nodename || ':' || w.nodeport as name,
      case when w.success then w.result::float8 - extract(epoch from now())::float8 end
        as "differenceS",
      case when w.success then '' else w.result end as reason
    from run_command_on_workers('select extract(epoch from statement_timestamp())') w
    order by w.nodename, w.nodeport`.execute(db);
  return rows;
}
