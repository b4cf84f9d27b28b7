/**
 * The parameter sets of a device with their factory values, in the wire's names
 * and as text, as the specification has values sent. Bounds are the platform's
 * business; a device takes any field it knows.
 */
import type { JsonObject } from '@busbar/device-protocol/payload';
import type { ParameterSet } from '@busbar/domain/protection/parameter-set';

export type Values = Readonly<Record<string, string | JsonObject>>;

/** The sets a device keeps; what its slaves do is read from their contacts. */
export type KeptSet = Exclude<ParameterSet, 'slaveControl'>;

const REACTION = { enable: 'true', doOpen: 'true', doLock: 'false' };

const RECLOSE_SLOTS = {
  ct1: '01',
  cd1: '60',
  ct2: '01',
  cd2: '120',
  ct3: '01',
  cd3: '300',
  ct4: '00',
  cd4: '600',
  ct5: '00',
  cd5: '1800',
};

const TIMING_SLOTS = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7, 8].map((slot) => [`s${slot}`, { time: '00:00', op: '0' }]),
);

const FACTORY: Readonly<Record<KeptSet, Values>> = {
  overVoltage: { ...REACTION, ov: '275.0', orv: '255.0', ovjt: '1000', ovrt: '30' },
  lowVoltage: { ...REACTION, lv: '165.0', lrv: '185.0', lvjt: '2000', lvrt: '30' },
  overCurrent: { ...REACTION, ocv: '63.0', ocjt: '5000', ocrt: '60', ...RECLOSE_SLOTS },
  overLoad: { ...REACTION, olv: '42.0', oljt: '5000', olrt: '60', ...RECLOSE_SLOTS },
  enableSwitch: {
    switchOnOff: '1',
    autoSwitchOn: '1',
    accountDay: '1',
    dayFreeze: '1',
    enableRate: '1',
  },
  lostPhase: { ...REACTION, lpjt: '2000', lpjv: '150.0', lprt: '30' },
  interphaseImbalance: { ...REACTION, iijt: '10000', iijv: '10.00', iirt: '30', iirv: '8.00' },
  timingConfig: { sw: '0', ...TIMING_SLOTS },
};

export function isKeptSet(name: string): name is KeptSet {
  return Object.hasOwn(FACTORY, name);
}

export class Parameters {
  /** Sets that were written; the others are as they left the factory. */
  readonly #sets = new Map<KeptSet, Values>();

  constructor(kept: ReadonlyMap<KeptSet, Values> = new Map()) {
    for (const [name, values] of kept) this.write(name, values);
  }

  kept(): ReadonlyMap<KeptSet, Values> {
    return this.#sets;
  }

  read(name: KeptSet): Values {
    return this.#sets.get(name) ?? FACTORY[name];
  }

  /** What is now in force; undefined, and nothing changed, on a field the set does not have. */
  write(name: KeptSet, data: JsonObject): Values | undefined {
    const now = this.read(name);
    if (!Object.keys(data).every((field) => Object.hasOwn(now, field))) return undefined;
    const kept = Object.fromEntries(
      Object.entries(data).map(([field, value]) => [field, asKept(value)]),
    );
    const next = { ...now, ...kept };
    this.#sets.set(name, next);
    return next;
  }
}

function asKept(value: unknown): string | JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : String(value);
}
