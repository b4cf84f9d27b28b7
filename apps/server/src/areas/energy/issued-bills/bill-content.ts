/** The lines and adjustments of a group in a closed period, as parts of its bill. */
import type {
  BillDocumentAdjustment,
  BillDocumentDevice,
  BillDocumentLine,
} from '@busbar/domain/billing/bill-document';
import { sumAmounts } from '@busbar/domain/tariff/amount';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import {
  type BilledPeriod,
  type DeviceLine,
  readAdjustments,
  readLines,
} from '../billing/bill-queries.ts';

const ALL = 2 ** 31 - 1;

export interface BillContent {
  readonly devices: readonly BillDocumentDevice[];
  readonly adjustments: readonly BillDocumentAdjustment[];
}

export async function readBillContent(
  db: Executor,
  group: Scope,
  period: BilledPeriod,
): Promise<BillContent> {
  const tenant = { ...group, isTenant: true };
  // One statement: between two pages a device could get another name, and with it another place.
  const lines = await readLines(db, tenant, period, { offset: 0, limit: ALL });
  const adjustments = await readAdjustments(db, tenant, period.start);
  return {
    devices: byDevice(lines),
    adjustments: adjustments.map(({ at, ...adjustment }) => adjustment),
  };
}

/** The lines of a device follow each other. */
function byDevice(lines: readonly DeviceLine[]): BillDocumentDevice[] {
  const devices: { name: string; code: string; lines: BillDocumentLine[] }[] = [];
  let lastId: number | undefined;
  for (const { deviceId, deviceName: name, deviceCode: code, ...line } of lines) {
    if (deviceId === lastId) devices.at(-1)!.lines.push(line);
    else devices.push({ name, code, lines: [line] });
    lastId = deviceId;
  }
  return devices.map((device) => ({
    ...device,
    energyWh: device.lines.reduce((sum, { energyWh }) => sum + energyWh, 0),
    amount: sumAmounts(device.lines.map(({ amount }) => amount)),
  }));
}
