/**
 * The steps of a new organisation, in the order in which they are offered (docs/specification/screens.md
 * 3.6). A user sees the steps that they may do.
 */
import { may, type Permission, type PermissionHolder } from './permission.ts';

export const FIRST_STEPS = [
  'organisation',
  'tariff',
  'groups',
  'device',
  'users',
  'notification',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const NEEDS: Readonly<Record<FirstStep, Permission>> = {
  organisation: 'settlement.write',
  tariff: 'tariff.write',
  groups: 'group.manage',
  device: 'device.write',
  users: 'user.manage',
  notification: 'data.read',
};

export interface FirstStepState {
  readonly key: FirstStep;
  readonly done: boolean;
}

export function firstStepsFor(
  holder: PermissionHolder,
  done: Readonly<Record<FirstStep, boolean>>,
): FirstStepState[] {
  return FIRST_STEPS.filter((key) => may(holder, NEEDS[key])).map((key) => ({
    key,
    done: done[key],
  }));
}
