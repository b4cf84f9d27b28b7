/** Reads from the replica, and from the primary if the replica cannot be used. */
import type { Executor } from '../database.ts';
import type { ReadReplica } from './read-replica.ts';

/** SQLSTATE of a statement that the primary would not finish in its time either. */
const STATEMENT_TIMEOUT = '57014';
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

export async function readStale<T>(
  replica: ReadReplica,
  connections: { readonly replica: Executor; readonly primary: Executor },
  work: (executor: Executor) => Promise<T>,
): Promise<T> {
  if (replica.fault !== undefined) return work(connections.primary);
  try {
    return await work(connections.replica);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === STATEMENT_TIMEOUT) throw error;
    // A statement can fail because it conflicts with what the replica replays (40001); others succeed.
    const isServerLost = typeof code !== 'string' || !SQLSTATE.test(code) || /^(08|57)/.test(code);
    if (isServerLost) replica.lose(error);
    return work(connections.primary);
  }
}
