export interface DeviceKey {
  readonly customerId: number;
  readonly deviceId: number;
}

export const keyOf = ({ customerId, deviceId }: DeviceKey): string => `${customerId} ${deviceId}`;
