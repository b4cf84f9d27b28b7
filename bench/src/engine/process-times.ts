/** Resource usage of processes, as reported by Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Returns the seconds of processor time of the process and all its threads. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid);
  // The fields are in hundredths of a second (USER_HZ is 100 on every Linux that Node supports).
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

/** Returns the processor time of all child processes, including those that have ended. */
export function cpuSecondsOfChildren(pid: number): number {
  const ended = statOf(pid);
  let seconds = (Number(ended[13]) + Number(ended[14])) / 100;
  for (const child of childrenOf(pid)) {
    try {
      seconds += cpuSeconds(child);
    } catch {
      // The process ended between the listing and the read.
    }
  }
  return seconds;
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        return parentOf(candidate) === pid;
      } catch {
        return false;
      }
    });
}

/** Returns the PostgreSQL processes that this process started, directly or indirectly. */
export function postgresBelow(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [
    ...(nameOf(child) === 'postgres' ? [child] : []),
    ...postgresBelow(child),
  ]);
}

/** Returns the processor time of all processes of all PostgreSQL servers below this process. */
export function databaseSeconds(pid: number): number {
  const all = postgresBelow(pid);
  const postmasters = all.filter((candidate) => !all.includes(parentOf(candidate)));
  return postmasters.reduce((sum, postmaster) => sum + cpuSecondsOfChildren(postmaster), 0);
}

/**
 * Returns the processor time of the process `pid`, and of every process below this one that has one
 * of the names, with its children.
 */
export function cpuSecondsNamed(names: readonly string[], pid: number): number {
  const below = (of: number): number[] => childrenOf(of).flatMap((one) => [one, ...below(one)]);
  const named = below(process.pid).filter((one) => names.includes(nameOf(one)));
  const first = named.filter((one) => !named.includes(parentOf(one)));
  return cpuSeconds(pid) + first.reduce((sum, one) => sum + cpuSecondsOfFamily(one), 0);
}

const cpuSecondsOfFamily = (pid: number): number => cpuSeconds(pid) + cpuSecondsOfChildren(pid);

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    // The process ended between the listing and the read.
    return '';
  }
}

/** Returns the fields after the process name, which may itself contain spaces. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

export function residentMiB(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? Number.NaN) / 1024;
}

/** Returns the total memory of the processes in MiB; shared memory counts once. */
export function togetherMiB(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + proportionalMiB(pid), 0);
}

function proportionalMiB(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) / 1024;
  } catch {
    return 0;
  }
}
