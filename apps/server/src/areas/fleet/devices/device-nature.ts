/**
 * Derives the kind of a device from its type and code: a code that extends the code of a gateway or
 * a DTU belongs to a slave of it.
 */
import {
  isGatewayCode,
  parseSlaveCode,
  SLAVE_ADDRESS_MAX,
  SLAVE_ADDRESS_MIN,
  slaveCode,
} from '@busbar/domain/device/device-code';
import { bandOfKind, canHaveSlaves } from '@busbar/domain/device/device-type';
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import type { DeviceType } from '../../shared/reference/reference-queries.ts';
import { chooseType } from './device-fields.ts';
import { type FoundDevice, findDeviceOfLink } from './device-lookup-queries.ts';
import { isCodeTaken, lockGatewayCode, type NewDevice } from './device-queries.ts';

export type Nature = Pick<
  NewDevice,
  'kind' | 'deviceTypeId' | 'band' | 'expectedIntervalS' | 'slaveOf' | 'protocol'
>;

/**
 * Refuses with `device-code-taken` if the gateway belongs to another customer or to a group that
 * the caller cannot see.
 */
export async function natureOfNew(
  trx: Executor,
  scope: Scope,
  form: { readonly code: string; readonly type: string | number },
): Promise<Outcome<Nature>> {
  const below = parseSlaveCode(form.code);
  if (below !== undefined) {
    await lockGatewayCode(trx, below.gateway);
    const gateway = await findDeviceOfLink(trx, below.gateway);
    if (gateway !== undefined && canHaveSlaves(gateway.kind)) {
      return isWithin(scope, gateway)
        ? done(slaveNature(gateway, below.address))
        : refused('device-code-taken', 'code');
    }
  }
  const type = await chooseType(trx, form.type);
  if (!type.ok) return type;
  const refusal = canHaveSlaves(type.value.kind) ? await gatewayRefusal(trx, form.code) : undefined;
  return refusal === undefined ? done(natureOf(type.value)) : refused(refusal, 'code');
}

/**
 * Returns the reason if a device with this code cannot be a gateway: the codes of its slaves must
 * be valid and free.
 */
export async function gatewayRefusal(trx: Executor, code: string): Promise<Refusal | undefined> {
  if (!isGatewayCode(code)) return 'device-code-invalid';
  await lockGatewayCode(trx, code);
  return (await isCodeTaken(trx, slaveCodesOf(code))) ? 'device-code-taken' : undefined;
}

export function natureOf(type: DeviceType): Nature {
  return {
    kind: type.kind,
    deviceTypeId: type.id,
    band: bandOfKind(type.kind) ?? '',
    expectedIntervalS: type.expectedIntervalS,
  };
}

export function slaveNature(
  gateway: Pick<FoundDevice, 'deviceId' | 'deviceTypeId' | 'expectedIntervalS' | 'protocol'>,
  address: number,
): Nature {
  return {
    kind: 'slave',
    deviceTypeId: gateway.deviceTypeId,
    band: '',
    expectedIntervalS: gateway.expectedIntervalS,
    protocol: gateway.protocol,
    slaveOf: { gatewayId: gateway.deviceId, address },
  };
}

function isWithin(scope: Scope, device: FoundDevice): boolean {
  return device.customerId === scope.customerId && device.groupPath.includes(scope.groupId);
}

function slaveCodesOf(gatewayCode: string): string[] {
  const count = SLAVE_ADDRESS_MAX - SLAVE_ADDRESS_MIN + 1;
  return Array.from({ length: count }, (_, i) => slaveCode(gatewayCode, SLAVE_ADDRESS_MIN + i));
}
