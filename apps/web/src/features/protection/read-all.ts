/**
 * Reading all protections of a device one after the other. A device processes one command at a
 * time, so the next read is sent when the one before has ended.
 */
import type { ProtectionName } from '@busbar/domain/protection/definition';
import { PROTECTIONS } from '@busbar/domain/protection/protections/protections';
import type { Exchange, FailureCause } from './exchange.ts';

export type EndedRead = Extract<Exchange, { kind: 'done' | 'refused' | 'failed' }>;

/** `refused` and `silent`: the remaining reads would end in the same way, and are not sent. */
export type ReadAllEnd = 'complete' | 'stopped' | 'refused' | 'silent';

export interface ReadAll {
  readonly results: Readonly<Partial<Record<ProtectionName, EndedRead>>>;
  /** The user has requested the stop; the read that was sent still ends. */
  readonly isStopping: boolean;
  readonly end: ReadAllEnd | undefined;
}

export const READ_SETS: readonly ProtectionName[] = PROTECTIONS.map(({ name }) => name);

export const BEGUN: ReadAll = { results: {}, isStopping: false, end: undefined };

/** The protection that is being read; undefined after the end. */
export function currentSet({ results, end }: ReadAll): ProtectionName | undefined {
  return end === undefined ? READ_SETS.find((set) => results[set] === undefined) : undefined;
}

const NO_ANSWER: readonly FailureCause[] = ['expired', 'unknown', 'silence', 'cancelled'];

export function afterRead(run: ReadAll, set: ProtectionName, read: EndedRead): ReadAll {
  if (currentSet(run) !== set) return run;
  const results = { ...run.results, [set]: read };
  return { ...run, results, end: endAfter(results, run.isStopping, read) };
}

function endAfter(
  results: ReadAll['results'],
  isStopping: boolean,
  read: EndedRead,
): ReadAllEnd | undefined {
  if (READ_SETS.every((set) => results[set] !== undefined)) return 'complete';
  if (read.kind === 'refused') return 'refused';
  if (read.kind === 'failed' && NO_ANSWER.includes(read.cause)) return 'silent';
  return isStopping ? 'stopped' : undefined;
}

export const readCount = ({ results }: ReadAll): number =>
  Object.values(results).filter(({ kind }) => kind === 'done').length;
