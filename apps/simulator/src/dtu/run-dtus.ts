/** The DTUs of a simulation: those of the command line and those of the credentials file. */

import type { SimulatorArguments } from '../arguments.ts';
import type { Credentials } from '../connection/credentials.ts';
import type { ScenarioEvent } from '../fleet/scenario.ts';
import { isDtuFaultName } from './dtu-events.ts';
import { DtuFleet, type DtuMember } from './dtu-fleet.ts';

/** Codes of lines that listen, which are registered nowhere. */
const LISTENING_PREFIX = 'LINE';

/** Larger fleets share load profiles. */
const MAX_OWN_LOADS = 100;
const SHARED_LOADS = 16;

/** The DTUs among the credentials are those with meters. */
export function createDtuFleet(
  args: SimulatorArguments,
  credentials: readonly Credentials[],
  scenario: readonly ScenarioEvent[],
  random: () => number,
): DtuFleet {
  const { zone, countsFrom, connectPerSecond } = args;
  const { target, texts, baud } = args.dtu;
  const dtus = credentials.filter(({ meters }) => meters !== undefined);
  const isShared = dtus.length > MAX_OWN_LOADS;
  const members = dtus.map(
    ({ code, secret, meters = [] }, index): DtuMember => ({
      code,
      secret,
      stations: meters,
      faults: args.faults.flatMap(({ name, share }) =>
        isDtuFaultName(name) && random() < share ? [name] : [],
      ),
      ...(isShared ? { loadOf: `SHARED-LOAD-${index % SHARED_LOADS}` } : {}),
    }),
  );
  const now = Date.now;
  return new DtuFleet({
    members,
    target,
    texts,
    baud,
    zone,
    countsFrom,
    now,
    random,
    scenario,
    connectPerSecond,
  });
}

/** Credentials of lines that listen, for which the platform has no devices. */
export function listeningDtus(count: number): Credentials[] {
  return Array.from({ length: count }, (_, index) => ({
    code: `${LISTENING_PREFIX}-${String(index + 1).padStart(6, '0')}`,
    secret: '',
    type: 'HF-DTU',
    slaveCount: 0,
    ratedCurrentA: 63,
  }));
}

/** One sentence about DTUs for the progress line; empty if there are none. */
export function dtuProgress({ counts }: DtuFleet): string {
  const { dtus, connected, answers, lastTrouble } = counts;
  if (dtus === 0) return '';
  const trouble = connected < dtus && lastTrouble !== undefined ? `; ${lastTrouble}` : '';
  return `${connected} of ${dtus} DTUs connected, ${answers} answers of meters${trouble}`;
}
