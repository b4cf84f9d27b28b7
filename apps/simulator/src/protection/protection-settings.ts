/**
 * Evaluates each protection of a device against the current values, using the stored parameters.
 * Unreadable parameters disable their protection. Power loss and leakage have no parameter set of
 * their own: the reclosing switch determines whether power loss opens the breaker, and leakage
 * always opens it.
 */
import type { AlarmType } from '@busbar/domain/alarm/alarm-type';
import type { Measurement } from '@busbar/domain/device/measurement';
import type { ProtectionDefinition, Values } from '@busbar/domain/protection/definition';
import { ENABLE_SWITCH } from '@busbar/domain/protection/enable-switch';
import {
  INTERPHASE_IMBALANCE,
  imbalancePercent,
} from '@busbar/domain/protection/protections/interphase-imbalance';
import { LOST_PHASE } from '@busbar/domain/protection/protections/lost-phase';
import { LOW_VOLTAGE } from '@busbar/domain/protection/protections/low-voltage';
import { OVER_CURRENT } from '@busbar/domain/protection/protections/over-current';
import { OVER_LOAD } from '@busbar/domain/protection/protections/over-load';
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { activeSlots } from '@busbar/domain/protection/reclose-slots';
import { readRecord } from '@busbar/domain/protection/values';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { NO_SUPPLY_V, PHASES, type Phase } from '../fleet/terminals.ts';
import type { Parameters } from './parameters.ts';

/** Limit of the fixed leakage trip. */
const LEAKAGE_LIMIT_MA = 30;

export interface Evaluation {
  readonly alarm: AlarmType;
  readonly isOver: boolean;
  /** True if the value has recovered beyond the hysteresis. */
  readonly isBack: boolean;
  readonly value: number;
  readonly limit: number;
  readonly phase: Phase | undefined;
  readonly operateMs: number;
  readonly resetMs: number;
  /** New state of the contact; undefined for an alarm without a trip. */
  readonly trip: SwitchAction | undefined;
  /** True if the protection is also evaluated while the contact is open. */
  readonly alsoOpen: boolean;
  readonly reclose: 'on-recovery' | 'slots' | 'never';
  /** Seconds before each further attempt, in order. */
  readonly attemptsS: readonly number[];
}

export interface Present {
  readonly parameters: Parameters;
  readonly measurement: Measurement;
  readonly leakageMa: number;
}

/** Evaluates every enabled protection; without supply, voltage protections do not begin or end. */
export function evaluations(present: Present): Evaluation[] {
  const { measurement } = present;
  const voltages = phaseValues(measurement, 'voltage');
  const highest = Math.max(...voltages.map(({ value }) => value));
  const isDead = voltages.length > 0 && highest < NO_SUPPLY_V;
  const load = [
    ...currentEvaluation(present),
    ...loadEvaluation(present),
    powerLossEvaluation(present, voltages, isDead),
    leakageEvaluation(present),
  ];
  const ofVoltage = voltageEvaluations(present, voltages);
  const silenced = ofVoltage.map((one) => ({ ...one, isOver: false, isBack: false }));
  return [...load, ...(isDead ? silenced : ofVoltage)];
}

export function closesAutomatically(parameters: Parameters): boolean {
  return settings(parameters, ENABLE_SWITCH)?.['closesAutomatically'] === true;
}

interface PhaseValue {
  readonly phase: Phase;
  readonly value: number;
}

function phaseValues(measurement: Measurement, what: 'voltage' | 'current'): PhaseValue[] {
  return PHASES.flatMap((phase) => {
    const value = measurement[`${what}${phase}`];
    return value === undefined ? [] : [{ phase, value }];
  });
}

const largest = (values: readonly PhaseValue[]): PhaseValue | undefined =>
  values.toSorted((one, other) => other.value - one.value)[0];
const smallest = (values: readonly PhaseValue[]): PhaseValue | undefined =>
  values.toSorted((one, other) => one.value - other.value)[0];

/** Returns undefined if the parameters cannot be read. */
function settings(parameters: Parameters, definition: ProtectionDefinition): Values | undefined {
  const { values, problems } = readRecord(definition, parameters.read(definition.name));
  return problems.length === 0 ? values : undefined;
}

function enabled(parameters: Parameters, definition: ProtectionDefinition): Values | undefined {
  const values = settings(parameters, definition);
  return values?.['enabled'] === true ? values : undefined;
}

interface Seen {
  readonly alarm: AlarmType;
  readonly seen: PhaseValue | { readonly value: number; readonly phase?: undefined };
  readonly isOver: boolean;
  readonly isBack: boolean;
}

function evaluation(values: Values, { alarm, seen, isOver, isBack }: Seen): Evaluation {
  const opening = values['locks'] === true ? ('lockByFault' as const) : ('openByFault' as const);
  const slots = activeSlots(values);
  return {
    alarm,
    isOver,
    isBack,
    value: seen.value,
    limit: values['startValue'] as number,
    phase: seen.phase,
    operateMs: values['operateDelay'] as number,
    resetMs: (values['resetDelay'] as number) * 1000,
    trip: values['opens'] === true ? opening : undefined,
    alsoOpen: false,
    reclose: slots.length > 0 ? 'slots' : 'on-recovery',
    attemptsS: slots.flatMap(({ count, delayS }) => Array<number>(count).fill(delayS)),
  };
}

function voltageEvaluations(
  { parameters }: Present,
  voltages: readonly PhaseValue[],
): Evaluation[] {
  const high = largest(voltages);
  const low = smallest(voltages);
  if (high === undefined || low === undefined) return [];
  const found: Evaluation[] = [];
  const add = (definition: ProtectionDefinition, see: (start: number, reset: number) => Seen) => {
    const values = enabled(parameters, definition);
    if (values === undefined) return;
    const start = values['startValue'] as number;
    found.push(
      evaluation(values, see(start, (values['resetValue'] as number | undefined) ?? start)),
    );
  };
  add(OVER_VOLTAGE, (start, reset) => ({
    alarm: 'overVoltage',
    seen: high,
    isOver: high.value > start,
    isBack: high.value < reset,
  }));
  // Phases that the lost-phase protection handles are skipped, because a lost phase has its own
  // alarm.
  const fed = smallest(withoutLost(parameters, voltages)) ?? low;
  add(LOW_VOLTAGE, (start, reset) => ({
    alarm: 'underVoltage',
    seen: fed,
    isOver: fed.value < start,
    isBack: fed.value > reset,
  }));
  if (voltages.length < PHASES.length) return found;
  add(LOST_PHASE, (start) => ({
    alarm: 'phaseLoss',
    seen: low,
    isOver: low.value < start && high.value >= start,
    isBack: low.value >= start,
  }));
  const percent = imbalancePercent(voltages.map(({ value }) => value)) ?? 0;
  add(INTERPHASE_IMBALANCE, (start, reset) => ({
    alarm: 'phaseUnbalance',
    seen: { value: Math.round(percent * 100) / 100 },
    isOver: percent > start,
    isBack: percent < reset,
  }));
  return found;
}

/**
 * Returns the phases except those that the lost-phase protection handles; all phases if that
 * protection is disabled.
 */
function withoutLost(
  parameters: Present['parameters'],
  voltages: readonly PhaseValue[],
): readonly PhaseValue[] {
  const values = enabled(parameters, LOST_PHASE);
  if (values === undefined || voltages.length < PHASES.length) return voltages;
  const fed = voltages.filter(({ value }) => value >= (values['startValue'] as number));
  return fed.length === 0 ? voltages : fed;
}

function currentEvaluation({ parameters, measurement }: Present): Evaluation[] {
  const values = enabled(parameters, OVER_CURRENT);
  const seen = largest(phaseValues(measurement, 'current'));
  if (values === undefined || seen === undefined) return [];
  const isOver = seen.value > (values['startValue'] as number);
  return [evaluation(values, { alarm: 'overCurrent', seen, isOver, isBack: !isOver })];
}

function loadEvaluation({ parameters, measurement }: Present): Evaluation[] {
  const values = enabled(parameters, OVER_LOAD);
  const value = measurement.activePower;
  if (values === undefined || value === undefined) return [];
  const isOver = value > (values['startValue'] as number);
  return [evaluation(values, { alarm: 'overLoad', seen: { value }, isOver, isBack: !isOver })];
}

/** Power loss ends when supply has returned, by the level and delay of low-voltage protection. */
function powerLossEvaluation(
  { parameters }: Present,
  voltages: readonly PhaseValue[],
  isDead: boolean,
): Evaluation {
  const low = settings(parameters, LOW_VOLTAGE);
  const backV = (low?.['resetValue'] as number | undefined) ?? NO_SUPPLY_V;
  const opens = settings(parameters, ENABLE_SWITCH)?.['opensOnPowerLoss'] === true;
  return {
    alarm: 'powerOutage',
    isOver: isDead,
    isBack: (smallest(voltages)?.value ?? 0) > backV,
    value: largest(voltages)?.value ?? 0,
    limit: NO_SUPPLY_V,
    phase: undefined,
    operateMs: 0,
    resetMs: ((low?.['resetDelay'] as number | undefined) ?? 0) * 1000,
    trip: opens ? 'openByPowerlost' : undefined,
    alsoOpen: true,
    reclose: 'on-recovery',
    attemptsS: [],
  };
}

function leakageEvaluation({ leakageMa }: Present): Evaluation {
  const isOver = leakageMa > LEAKAGE_LIMIT_MA;
  return {
    alarm: 'electricLeakage',
    isOver,
    isBack: !isOver,
    value: leakageMa,
    limit: LEAKAGE_LIMIT_MA,
    phase: undefined,
    operateMs: 0,
    resetMs: 0,
    trip: 'openByLeak',
    alsoOpen: false,
    reclose: 'never',
    attemptsS: [],
  };
}
