/**
 * Reclosing switch parameters: power loss and automatic closing, and the parameters of the device's
 * own accounting (docs/specification/protection.md 1.4 and 3.9). The accounting fields can also be
 * set by a separate call (`/estimate/config/addOrUpdate`), so each save may omit the fields of the
 * other.
 */
import { defineProtection, type ProtectionDefinition } from './definition.ts';

export const ENABLE_SWITCH = defineProtection({
  name: 'enableSwitch',
  readCall: 'summonEnableswitch',
  saveCall: 'saveEnableswitch',
  messageType: 'ENABLESWITCH',
  fields: [
    { kind: 'switch', name: 'opensOnPowerLoss', wire: 'switchOnOff', default: true },
    { kind: 'switch', name: 'closesAutomatically', wire: 'autoSwitchOn', default: true },
    {
      kind: 'number',
      name: 'settlementDay',
      wire: 'accountDay',
      unit: '',
      step: 1,
      min: 1,
      max: 28,
      default: 1,
      optional: true,
    },
    { kind: 'switch', name: 'freezesDays', wire: 'dayFreeze', default: true, optional: true },
    { kind: 'switch', name: 'countsBands', wire: 'enableRate', default: true, optional: true },
  ],
  problemsBetween: () => [],
});

/** The accounting fields only, for the separate call that sets them. */
export const DEVICE_ACCOUNTING: ProtectionDefinition = {
  ...ENABLE_SWITCH,
  fields: ENABLE_SWITCH.fields.filter((field) => 'optional' in field),
};
