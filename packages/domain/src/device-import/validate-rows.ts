/**
 * Validates the rows of an import and returns the devices to create, or the problem of each invalid
 * cell. Every cell is checked, so that all errors of a file can be corrected at once. A code below
 * the code of a gateway, existing or in the file, makes the device a slave of that gateway, as when
 * a single device is registered; a code of another customer's device is rejected without disclosing
 * the owner.
 */
import {
  isDeviceCode,
  isGatewayCode,
  parseSlaveCode,
  SLAVE_ADDRESS_MAX,
  SLAVE_ADDRESS_MIN,
  slaveCode,
} from '../device/device-code.ts';
import { canHaveSlaves, type DeviceKind } from '../device/device-type.ts';
import { completePosition } from '../device/position.ts';
import { isReservedCode } from '../device/simulated-code.ts';
import { hasMarkup } from '../plain-name.ts';
import type { ImportColumn } from './import-columns.ts';
import { LONGEST_ADDRESS, LONGEST_NAME } from './import-limits.ts';
import {
  groupKey,
  groupsByName,
  type ImportStock,
  idsByName,
  nameKey,
  type StockGroup,
  type StockType,
  typesByName,
} from './import-stock.ts';
import type { ImportRow } from './read-table.ts';

export const ROW_PROBLEMS = [
  /** The cells of the row are probably in the wrong columns, so they are not checked. */
  'extra-cell',
  'required',
  'too-long',
  'has-markup',
  'code-invalid',
  /** A spreadsheet converted the code to a number and lost its digits. */
  'code-number',
  /** Only simulated breakers have codes of this form. */
  'code-reserved',
  'code-repeated',
  /** A device visible to the caller already has the code. */
  'code-registered',
  'code-taken',
  'gateway-code-long',
  'gateway-unknown',
  'type-unknown',
  'group-unknown',
  'group-ambiguous',
  'rate-unknown',
  'rate-ambiguous',
  'position-half',
  'position-invalid',
] as const;

export type RowProblem = (typeof ROW_PROBLEMS)[number];

export interface Problem {
  readonly line: number;
  readonly column: ImportColumn;
  readonly reason: RowProblem;
  /** The text of the cell. */
  readonly value: string;
  /** The row that already uses the code. */
  readonly otherLine?: number;
}

export interface PlannedDevice {
  readonly line: number;
  readonly code: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly typeId: number;
  readonly expectedIntervalS: number;
  readonly groupId: number;
  readonly rateId: number;
  readonly address: string;
  /** WGS-84, degrees. */
  readonly position?: { readonly lng: number; readonly lat: number };
  readonly slave?: { readonly gatewayCode: string; readonly address: number };
}

export interface Judgement {
  readonly devices: readonly PlannedDevice[];
  /** In the order of the rows. */
  readonly problems: readonly Problem[];
}

/** Codes whose existing devices must be known to validate these rows. */
export function codesToCheck(rows: readonly ImportRow[], types: readonly StockType[]): Set<string> {
  const known = typesByName(types);
  const codes = new Set<string>();
  for (const { code, type } of rows) {
    if (!isDeviceCode(code)) continue;
    codes.add(code);
    const below = parseSlaveCode(code);
    if (below !== undefined) codes.add(below.gateway);
    if (canHaveSlaves(known.get(nameKey(type))?.kind) && isGatewayCode(code)) {
      for (const slave of slaveCodesOf(code)) codes.add(slave);
    }
  }
  return codes;
}

function slaveCodesOf(gateway: string): string[] {
  const count = SLAVE_ADDRESS_MAX - SLAVE_ADDRESS_MIN + 1;
  return Array.from({ length: count }, (_, i) => slaveCode(gateway, SLAVE_ADDRESS_MIN + i));
}

export function validateRows(rows: readonly ImportRow[], stock: ImportStock): Judgement {
  const validator = new RowValidator(rows, stock);
  const devices: PlannedDevice[] = [];
  for (const row of rows) {
    const device = validator.row(row);
    if (device !== undefined) devices.push(device);
  }
  return { devices, problems: validator.problems };
}

class RowValidator {
  readonly problems: Problem[] = [];
  readonly #stock: ImportStock;
  readonly #types: ReadonlyMap<string, StockType>;
  readonly #groups: ReadonlyMap<string, readonly number[]>;
  readonly #groupById: ReadonlyMap<number, StockGroup>;
  readonly #rates: ReadonlyMap<string, readonly number[]>;
  readonly #defaultRate: number | undefined;
  /** First row of each code in this file. */
  readonly #lines = new Map<string, number>();
  /** Gateways of this file, by code. */
  readonly #gateways = new Map<string, { readonly row: ImportRow; readonly type: StockType }>();

  constructor(rows: readonly ImportRow[], stock: ImportStock) {
    this.#stock = stock;
    this.#types = typesByName(stock.types);
    this.#groups = groupsByName(stock.groups);
    this.#groupById = new Map(stock.groups.map((group) => [group.id, group]));
    this.#rates = idsByName(stock.rates);
    this.#defaultRate = stock.rates.find(({ isDefault }) => isDefault)?.id;
    for (const row of rows) {
      const { line, code, type } = row;
      if (!this.#lines.has(code)) this.#lines.set(code, line);
      const known = this.#types.get(nameKey(type));
      if (known !== undefined && canHaveSlaves(known.kind))
        this.#gateways.set(code, { row, type: known });
    }
  }

  /** Returns undefined if a cell of the row is invalid. */
  row(row: ImportRow): PlannedDevice | undefined {
    const { extra } = row;
    if (extra !== undefined) {
      const problem = {
        line: row.line,
        column: 'code',
        reason: 'extra-cell',
        value: extra,
      } as const;
      this.problems.push(problem);
      return undefined;
    }
    const before = this.problems.length;
    this.#name(row);
    const nature = this.#nature(row);
    const groupId =
      row.group === ''
        ? this.#stock.ownGroupId
        : this.#named(row, 'group', this.#groups.get(groupKey(row.group)));
    const given = this.#groupById.get(groupId ?? 0)?.rateId ?? this.#defaultRate;
    const rateId =
      row.rate === '' && given !== undefined
        ? given
        : this.#named(row, 'rate', this.#rates.get(nameKey(row.rate)));
    if (row.address.length > LONGEST_ADDRESS) this.#problem(row, 'address', 'too-long');
    const position = this.#position(row);
    const isWrong = this.problems.length > before;
    if (isWrong || nature === undefined || groupId === undefined || rateId === undefined) {
      return undefined;
    }
    const { line, code, name, address } = row;
    return {
      line,
      code,
      name,
      address,
      groupId,
      rateId,
      ...nature,
      ...(position === undefined ? {} : { position }),
    };
  }

  #name(row: ImportRow): void {
    if (row.name === '') this.#problem(row, 'name', 'required');
    else if (row.name.length > LONGEST_NAME) this.#problem(row, 'name', 'too-long');
    else if (hasMarkup(row.name)) this.#problem(row, 'name', 'has-markup');
  }

  /** Code and type together determine the kind of the device. */
  #nature(
    row: ImportRow,
  ): Pick<PlannedDevice, 'kind' | 'typeId' | 'expectedIntervalS' | 'slave'> | undefined {
    const isCodeGood = this.#code(row);
    const below = isCodeGood ? parseSlaveCode(row.code) : undefined;
    const gateway = below === undefined ? undefined : this.#gatewayOf(below.gateway);
    if (below !== undefined && gateway !== undefined) {
      if (gateway === 'foreign') {
        this.#problem(row, 'code', 'code-taken');
        return undefined;
      }
      return {
        kind: 'slave',
        ...gateway,
        slave: { gatewayCode: below.gateway, address: below.address },
      };
    }
    if (row.type === '') {
      this.#problem(row, 'type', 'required');
      return undefined;
    }
    const type = this.#types.get(nameKey(row.type));
    if (type === undefined) {
      const isSlave = nameKey(row.type).startsWith('slave');
      if (isSlave) this.#problem(row, 'code', 'gateway-unknown');
      else this.#problem(row, 'type', 'type-unknown');
      return undefined;
    }
    if (canHaveSlaves(type.kind) && isCodeGood) this.#mayBeGateway(row);
    return { kind: type.kind, ...this.#natureOf(row, type) };
  }

  /** The interval of the group takes precedence over that of the type. */
  #natureOf(row: ImportRow, type: StockType): Pick<PlannedDevice, 'typeId' | 'expectedIntervalS'> {
    const ids = row.group === '' ? [this.#stock.ownGroupId] : this.#groups.get(groupKey(row.group));
    const given = this.#groupById.get(ids?.[0] ?? 0)?.expectedIntervalS;
    return { typeId: type.id, expectedIntervalS: given ?? type.expectedIntervalS };
  }

  #code(row: ImportRow): boolean {
    const { code, line } = row;
    if (code === '') this.#problem(row, 'code', 'required');
    else if (/^\d(?:[.,]\d+)?e\+?\d+$/i.test(code)) this.#problem(row, 'code', 'code-number');
    else if (!isDeviceCode(code)) this.#problem(row, 'code', 'code-invalid');
    else if (isReservedCode(code)) this.#problem(row, 'code', 'code-reserved');
    else if (this.#lines.get(code) !== line) {
      this.#problem(row, 'code', 'code-repeated', this.#lines.get(code));
    } else {
      const bearer = this.#stock.bearers.get(code);
      if (bearer === undefined) return true;
      this.#problem(row, 'code', bearer.isOwn ? 'code-registered' : 'code-taken');
    }
    return false;
  }

  #gatewayOf(
    code: string,
  ): Pick<PlannedDevice, 'typeId' | 'expectedIntervalS'> | 'foreign' | undefined {
    const bearer = this.#stock.bearers.get(code);
    if (bearer !== undefined && canHaveSlaves(bearer.kind)) {
      const { typeId, expectedIntervalS } = bearer;
      return bearer.isOwn ? { typeId, expectedIntervalS } : 'foreign';
    }
    const inFile = this.#gateways.get(code);
    return inFile && this.#natureOf(inFile.row, inFile.type);
  }

  /** The codes of the gateway's slaves must be valid and unused. */
  #mayBeGateway(row: ImportRow): void {
    if (!isGatewayCode(row.code)) this.#problem(row, 'code', 'gateway-code-long');
    else if (slaveCodesOf(row.code).some((code) => this.#stock.bearers.has(code))) {
      this.#problem(row, 'code', 'code-taken');
    }
  }

  #named(
    row: ImportRow,
    column: 'group' | 'rate',
    ids: readonly number[] | undefined,
  ): number | undefined {
    if (ids === undefined || ids.length === 0) this.#problem(row, column, `${column}-unknown`);
    else if (ids.length > 1) this.#problem(row, column, `${column}-ambiguous`);
    else return ids[0];
    return undefined;
  }

  #position(row: ImportRow): { lng: number; lat: number } | undefined {
    const { longitude, latitude } = row;
    if (longitude === '' && latitude === '') return undefined;
    if (longitude === '' || latitude === '') {
      this.#problem(row, longitude === '' ? 'longitude' : 'latitude', 'position-half');
      return undefined;
    }
    const lng = degreesOf(longitude);
    const lat = degreesOf(latitude);
    const position = completePosition({ lngT: lng, latT: lat });
    if (position.ok) return { lng, lat };
    const isLatitude = Math.abs(lng) <= 180;
    this.#problem(row, isLatitude ? 'latitude' : 'longitude', 'position-invalid');
    return undefined;
  }

  #problem(row: ImportRow, column: ImportColumn, reason: RowProblem, otherLine?: number): void {
    this.problems.push({
      line: row.line,
      column,
      reason,
      value: row[column],
      ...(otherLine === undefined ? {} : { otherLine }),
    });
  }
}

/** Accepts a decimal point or, as in many countries, a comma; returns NaN for any other text. */
function degreesOf(text: string): number {
  return /^[+-]?\d{1,3}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}
