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

/** A page of lines; a group with more lines is read in several. */
const PAGE = 10_000;

export interface BillContent {
  readonly devices: readonly BillDocumentDevice[];
  readonly adjustments: readonly BillDocumentAdjustment[];
}

export async function readBillContent(
  db: Executor,
  group: Scope,
  period: BilledPeriod,
): Promise<BillContent> {
  const lines: DeviceLine[] = [];
  for (let isFull = true; isFull; ) {
    const page = await readLines(db, group, period, { offset: lines.length, limit: PAGE });
    lines.push(...page);
    isFull = page.length === PAGE;
  }
  const adjustments = await readAdjustments(db, group, period.start);
  return {
    devices: byDevice(lines),
    adjustments: adjustments.map(({ at, ...adjustment }) => adjustment),
  };
}

/** The lines of a device follow each other. */
function byDevice(lines: readonly DeviceLine[]): BillDocumentDevice[] {
  const devices: { name: string; code: string; lines: BillDocumentLine[] }[] = [];
  for (const { deviceName: name, deviceCode: code, ...line } of lines) {
    const last = devices.at(-1);
    if (last !== undefined && last.name === name && last.code === code) last.lines.push(line);
    else devices.push({ name, code, lines: [line] });
  }
  return devices.map((device) => ({
    ...device,
    energyWh: device.lines.reduce((sum, { energyWh }) => sum + energyWh, 0),
    amount: sumAmounts(device.lines.map(({ amount }) => amount)),
  }));
}
