/** What processes have used so far, as Linux tells it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of processor time of the process and all its threads. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid);
  // In hundredths of a second (USER_HZ is 100 on every Linux Node runs on).
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

/** Of all that were started by it, those that have ended too. */
export function cpuSecondsOfChildren(pid: number): number {
  const ended = statOf(pid);
  let seconds = (Number(ended[13]) + Number(ended[14])) / 100;
  for (const child of childrenOf(pid)) {
    try {
      seconds += cpuSeconds(child);
    } catch {
      // It ended between the listing and the question.
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

/** The processes of PostgreSQL that this process started, directly or through others. */
export function postgresBelow(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [
    ...(nameOf(child) === 'postgres' ? [child] : []),
    ...postgresBelow(child),
  ]);
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    // It ended between the listing and the question.
    return '';
  }
}

/** The fields behind the name, which may hold spaces itself. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

export function residentMiB(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? Number.NaN) / 1024;
}

/** Memory of the processes together; what several of them share counts once. */
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
