/** A template run for display: steps grouped by device, counted by state, differences by line. */
import { isProtectionName, protectionOf } from '@busbar/domain/protection/protections/protections';
import { readRecord } from '@busbar/domain/protection/values';
import type { Answer } from '../../lib/calls/call-types.ts';
import { type FormRow, rowsOf } from '../protection/form-rows.ts';
import { SET_NAMES } from './template-draft.ts';

export type TemplateRun = Answer<'v2.protection-templates.run'>['data'];
export type TemplateStep = TemplateRun['steps'][number];

export const STEP_STATES = [
  'waiting',
  'asked',
  'same',
  'different',
  'refused',
  'not-answered',
  'cancelled',
] as const;
export type StepState = (typeof STEP_STATES)[number];

export const stateOf = ({ state }: TemplateStep): StepState =>
  STEP_STATES.find((one) => one === state) ?? 'not-answered';

export interface DeviceSteps {
  readonly code: string;
  readonly name: string;
  readonly steps: readonly TemplateStep[];
}

export function stepsByDevice(steps: readonly TemplateStep[]): DeviceSteps[] {
  const devices = new Map<string, { code: string; name: string; steps: TemplateStep[] }>();
  for (const step of steps) {
    const device = devices.get(step.device_code) ?? {
      code: step.device_code,
      name: step.device_name,
      steps: [],
    };
    device.steps.push(step);
    devices.set(step.device_code, device);
  }
  return [...devices.values()].map((device) => ({
    ...device,
    steps: device.steps.toSorted((one, other) => setRank(one) - setRank(other)),
  }));
}

/** Sorts sets in the order of the tabs; sets of a later version come last. */
function setRank({ set }: TemplateStep): number {
  const at = (SET_NAMES as readonly string[]).indexOf(set);
  return at < 0 ? SET_NAMES.length : at;
}

const FINE: readonly StepState[] = ['same', 'waiting', 'asked'];

/** Devices that need attention come first; for a run that has ended. */
export function attentionFirst(devices: readonly DeviceSteps[]): DeviceSteps[] {
  const isFine = ({ steps }: DeviceSteps) => steps.every((step) => FINE.includes(stateOf(step)));
  return [...devices.filter((one) => !isFine(one)), ...devices.filter(isFine)];
}

export function stepCounts(steps: readonly TemplateStep[]) {
  return STEP_STATES.map((state) => ({
    state,
    count: steps.filter((step) => stateOf(step) === state).length,
  })).filter(({ count }) => count > 0);
}

/** Lines that differ from the template, with the wanted and the reported values. */
export function differencesOf(run: TemplateRun, { set, fields, found }: TemplateStep) {
  if (!isProtectionName(set) || fields === null) return [];
  const definition = protectionOf(set);
  const wanted = readRecord(definition, run.sets[set]).values;
  const reported = readRecord(definition, found).values;
  const rows = rowsOf(definition).filter((row: FormRow) =>
    row.fields.some(({ wire }) => fields[wire] === false),
  );
  return rows.map((row) => ({ row, wanted, reported }));
}
