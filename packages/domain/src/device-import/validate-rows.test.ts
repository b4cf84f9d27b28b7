import { describe, expect, it } from 'vitest';
import type { Bearer, ImportStock } from './import-stock.ts';
import type { ImportRow } from './read-table.ts';
import { codesToCheck, type Problem, validateRows } from './validate-rows.ts';

const TYPES = [
  { id: 1, name: 'MT61', kind: 'main', expectedIntervalS: 60 },
  { id: 3, name: 'MT88C', kind: 'gateway', expectedIntervalS: 30 },
  { id: 4, name: 'HF-DTU', kind: 'dtu', expectedIntervalS: 60 },
] as const;

const bearer = (over: Partial<Bearer> = {}): Bearer => ({
  isOwn: true,
  deviceId: 9,
  kind: 'main',
  protocol: 'busbar',
  typeId: 1,
  expectedIntervalS: 60,
  ...over,
});

function stock(bearers: Record<string, Bearer> = {}): ImportStock {
  return {
    types: TYPES,
    groups: [
      { id: 10, names: ['Plant'] },
      { id: 11, names: ['Plant', 'Hall'] },
      { id: 12, names: ['Plant', 'Yard'] },
      { id: 13, names: ['Plant', 'Yard', 'Hall'] },
    ],
    ownGroupId: 10,
    rates: [
      { id: 20, name: 'System', isDefault: true },
      { id: 21, name: 'Night', isDefault: false },
      { id: 22, name: 'Twice', isDefault: false },
      { id: 23, name: 'twice', isDefault: false },
    ],
    bearers: new Map(Object.entries(bearers)),
  };
}

let line = 1;
function row(over: Partial<ImportRow> = {}): ImportRow {
  line += 1;
  return {
    line,
    code: `DEV${String(line).padStart(9, '0')}`,
    name: 'Pump',
    type: 'MT61',
    group: '',
    rate: '',
    address: '',
    longitude: '',
    latitude: '',
    ...over,
  };
}

const brief = (problems: readonly Problem[]) =>
  problems.map(({ column, reason }) => `${column} ${reason}`);

describe('import row', () => {
  it('rejects a row with more cells than headings, and checks none of its cells', () => {
    const one = { ...row({ type: 'hall' }), extra: 'MT61' };
    expect(validateRows([one], stock())).toEqual({
      devices: [],
      problems: [{ line: one.line, column: 'code', reason: 'extra-cell', value: 'MT61' }],
    });
  });

  it('creates a device in the group of the caller and with the default tariff unless it names others', () => {
    const { devices, problems } = validateRows(
      [
        row(),
        row({
          type: ' mt61',
          group: ' yard ',
          rate: 'NIGHT',
          longitude: '121,4737',
          latitude: '31.2304',
        }),
      ],
      stock(),
    );
    expect(problems).toEqual([]);
    expect(devices).toMatchObject([
      { kind: 'main', typeId: 1, groupId: 10, rateId: 20, expectedIntervalS: 60 },
      { groupId: 12, rateId: 21, position: { lng: 121.4737, lat: 31.2304 } },
    ]);
    expect(devices[0]).not.toHaveProperty('position');
  });

  it('uses the tariff and the interval of its group unless it names a tariff', () => {
    const groups = [
      { id: 10, names: ['Plant'] },
      { id: 12, names: ['Plant', 'Yard'], rateId: 21, expectedIntervalS: 300 },
    ];
    const rows = [row({ group: 'Yard' }), row({ group: 'Yard', rate: 'System' }), row()];
    expect(validateRows(rows, { ...stock(), groups }).devices).toMatchObject([
      { rateId: 21, expectedIntervalS: 300 },
      { rateId: 20, expectedIntervalS: 300 },
      { rateId: 20, expectedIntervalS: 60 },
    ]);
  });

  it.each([
    ['Hall', 'group group-ambiguous'],
    ['Nowhere', 'group group-unknown'],
    ['Hall / Plant', 'group group-unknown'],
  ])('with the group %s is rejected', (group, expected) => {
    expect(brief(validateRows([row({ group })], stock()).problems)).toEqual([expected]);
  });

  it.each([
    ['plant/hall', 11],
    ['Yard / Hall', 13],
    ['Plant / Yard / Hall', 13],
  ])('finds a group by its path %s', (group, groupId) => {
    expect(validateRows([row({ group })], stock()).devices).toMatchObject([{ groupId }]);
  });

  it.each([
    ['no name', { name: '' }, ['name required']],
    ['a long name', { name: 'x'.repeat(101) }, ['name too-long']],
    ['markup', { name: '<b>Pump</b>' }, ['name has-markup']],
    ['a long location', { address: 'x'.repeat(301) }, ['address too-long']],
    ['no code', { code: '' }, ['code required']],
    ['a code that is too short', { code: 'A23456789' }, ['code code-invalid']],
    ['the code of a simulated breaker', { code: 'SIM-BREAKER-7K3M9QXA' }, ['code code-reserved']],
    ['a code rounded by a spreadsheet', { code: '8.61039E+14' }, ['code code-number']],
    ['no type', { type: '' }, ['type required']],
    ['an unknown type', { type: 'MT99' }, ['type type-unknown']],
    ['a slave without its gateway', { type: 'slave' }, ['code gateway-unknown']],
    ['an unknown tariff', { rate: 'Day' }, ['rate rate-unknown']],
    ['an ambiguous tariff', { rate: 'Twice' }, ['rate rate-ambiguous']],
    ['an incomplete position', { longitude: '121' }, ['latitude position-half']],
    [
      'a position out of range',
      { longitude: '121', latitude: '91' },
      ['latitude position-invalid'],
    ],
    [
      'degrees with letters',
      { longitude: '121 E', latitude: '31' },
      ['longitude position-invalid'],
    ],
    [
      'several problems',
      { name: '', code: 'x', type: 'y', rate: 'z' },
      ['name required', 'code code-invalid', 'type type-unknown', 'rate rate-unknown'],
    ],
    [
      'a gateway whose slave codes would be too long',
      { type: 'MT88C', code: 'G'.repeat(28) },
      ['code gateway-code-long'],
    ],
  ] as const)('with %s is rejected with that problem', (_, over, expected) => {
    const { devices, problems } = validateRows([row(over)], stock());
    expect(brief(problems)).toEqual(expected);
    expect(devices).toEqual([]);
  });

  it('that repeats a code names the earlier row', () => {
    const first = row();
    const second = row({ code: first.code });
    expect(validateRows([first, second], stock()).problems).toEqual([
      {
        line: second.line,
        column: 'code',
        reason: 'code-repeated',
        value: first.code,
        otherLine: first.line,
      },
    ]);
  });

  it('with a used code reports whether the existing device is visible to the caller', () => {
    const [own, foreign] = [row(), row()];
    const known = stock({ [own.code]: bearer(), [foreign.code]: bearer({ isOwn: false }) });
    expect(brief(validateRows([own, foreign], known).problems)).toEqual([
      'code code-registered',
      'code code-taken',
    ]);
  });
});

describe('import of slaves', () => {
  const GATEWAY = 'GATEWAY000001';

  it('assigns them to the gateway in the file, before or after it', () => {
    const rows = [
      row({ code: `${GATEWAY}-20`, type: 'slave' }),
      row({ code: GATEWAY, type: 'MT88C' }),
      row({ code: `${GATEWAY}-1`, type: 'slave' }),
    ];
    const { devices, problems } = validateRows(rows, stock());
    expect(problems).toEqual([]);
    expect(devices).toMatchObject([
      {
        kind: 'slave',
        typeId: 3,
        expectedIntervalS: 30,
        slave: { gatewayCode: GATEWAY, address: 20 },
      },
      { kind: 'gateway' },
      { kind: 'slave', slave: { address: 1 } },
    ]);
  });

  it('uses the report interval of their gateway, even if their group defines one', () => {
    const groups = [
      { id: 10, names: ['Plant'] },
      { id: 12, names: ['Plant', 'Yard'], expectedIntervalS: 300 },
    ];
    const rows = [
      row({ code: `${GATEWAY}-2`, type: 'slave' }),
      row({ code: GATEWAY, type: 'MT88C', group: 'Yard' }),
    ];
    const { devices } = validateRows(rows, { ...stock(), groups });
    expect(devices.map(({ expectedIntervalS }) => expectedIntervalS)).toEqual([300, 300]);
  });

  it('assigns them to an existing gateway that the caller can see', () => {
    const one = row({ code: `${GATEWAY}-3`, type: '' });
    const own = bearer({ kind: 'gateway', typeId: 3, expectedIntervalS: 30 });
    expect(validateRows([one], stock({ [GATEWAY]: own })).devices).toMatchObject([
      { kind: 'slave' },
    ]);
    const foreign = stock({ [GATEWAY]: { ...own, isOwn: false } });
    expect(brief(validateRows([one], foreign).problems)).toEqual(['code code-taken']);
  });

  it('assigns them to a DTU in the file or to an existing one', () => {
    const rows = [
      row({ code: `${GATEWAY}-4`, type: 'slave' }),
      row({ code: GATEWAY, type: 'HF-DTU' }),
    ];
    expect(validateRows(rows, stock()).devices).toMatchObject([
      { kind: 'slave', slave: { gatewayCode: GATEWAY, address: 4 } },
      { kind: 'dtu' },
    ]);
    const own = bearer({ kind: 'dtu', typeId: 4, expectedIntervalS: 60 });
    expect(validateRows([rows[0]!], stock({ [GATEWAY]: own })).devices).toMatchObject([
      { kind: 'slave' },
    ]);
    const known = stock({ [`${GATEWAY}-7`]: bearer({ isOwn: false }) });
    expect(brief(validateRows([rows[1]!], known).problems)).toEqual(['code code-taken']);
  });

  it('creates no slaves below a code that is not a gateway', () => {
    const one = row({ code: `${GATEWAY}-3` });
    expect(validateRows([one], stock({ [GATEWAY]: bearer() })).devices).toMatchObject([
      { kind: 'main' },
    ]);
  });

  it('rejects a gateway if another device has the code of a slave', () => {
    const known = stock({ [`${GATEWAY}-7`]: bearer({ isOwn: false }) });
    const { problems } = validateRows([row({ code: GATEWAY, type: 'MT88C' })], known);
    expect(brief(problems)).toEqual(['code code-taken']);
  });

  it('requires the existing devices with the codes of slaves and gateways', () => {
    const rows = [
      row({ code: GATEWAY, type: 'MT88C' }),
      row({ code: 'OTHERGATEWAY-5' }),
      row({ code: 'short' }),
    ];
    const codes = codesToCheck(rows, TYPES);
    expect(codes).toContain(`${GATEWAY}-1`);
    expect(codes).toContain(`${GATEWAY}-20`);
    expect(codes).toContain('OTHERGATEWAY');
    expect(codes.size).toBe(1 + 20 + 2);
  });
});
