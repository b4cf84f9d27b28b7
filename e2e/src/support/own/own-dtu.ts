/** A simulated DTU with meters, which dials in to the program with a given secret. */
import { DtuFleet } from '@busbar/simulator/dtu/dtu-fleet';
import { parseStations } from '@busbar/simulator/dtu/station/station-spec';

export interface OwnDtu {
  /** Number of answers that its meters have sent. */
  answers(): number;
  stop(): Promise<void>;
}

interface DtuCredentials {
  readonly port: number;
  readonly code: string;
  readonly secret: string;
  /** Its meters, as `station=profile`, separated by commas. */
  readonly meters: string;
}

const HEARTBEAT_MS = 30_000;

export function startOwnDtu({ port, code, secret, meters }: DtuCredentials): OwnDtu {
  const fleet = new DtuFleet({
    members: [{ code, secret, stations: parseStations(meters), faults: [] }],
    target: { host: '127.0.0.1', port },
    texts: { form: 'code-secret', end: 'crlf', heartbeat: 'HB', heartbeatMs: HEARTBEAT_MS },
    zone: 'Asia/Shanghai',
    countsFrom: Date.now(),
    now: Date.now,
    random: () => 0,
    connectPerSecond: 1,
  });
  fleet.start();
  return { answers: () => fleet.counts.answers, stop: () => fleet.stop() };
}
