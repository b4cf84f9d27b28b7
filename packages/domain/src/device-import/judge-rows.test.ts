import { describe, expect, it } from 'vitest';
import type { Bearer, ImportStock } from './import-stock.ts';
import { codesToAsk, judgeRows, type Problem } from './judge-rows.ts';
import type { ImportRow } from './read-table.ts';

const TYPES = [
  { id: 1, name: 'MT61', kind: 'main', expectedIntervalS: 60 },
  { id: 3, name: 'MT88C', kind: 'gateway', expectedIntervalS: 30 },
] as const;

const bearer = (over: Partial<Bearer> = {}): Bearer => ({
  isOwn: true,
  deviceId: 9,
  kind: 'main',
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

describe('a row', () => {
  it('makes a device, in the own group and with the system rate unless it names others', () => {
    const { devices, problems } = judgeRows(
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

  it('has the rate and the interval its group gives, unless it names a rate', () => {
    const groups = [
      { id: 10, names: ['Plant'] },
      { id: 12, names: ['Plant', 'Yard'], rateId: 21, expectedIntervalS: 300 },
    ];
    const rows = [row({ group: 'Yard' }), row({ group: 'Yard', rate: 'System' }), row()];
    expect(judgeRows(rows, { ...stock(), groups }).devices).toMatchObject([
      { rateId: 21, expectedIntervalS: 300 },
      { rateId: 20, expectedIntervalS: 300 },
      { rateId: 20, expectedIntervalS: 60 },
    ]);
  });

  it.each([
    ['Hall', 'group group-ambiguous'],
    ['Nowhere', 'group group-unknown'],
    ['Hall / Plant', 'group group-unknown'],
  ])('of group %s is wrong', (group, expected) => {
    expect(brief(judgeRows([row({ group })], stock()).problems)).toEqual([expected]);
  });

  it.each([
    ['plant/hall', 11],
    ['Yard / Hall', 13],
    ['Plant / Yard / Hall', 13],
  ])('names a group by its path %s', (group, groupId) => {
    expect(judgeRows([row({ group })], stock()).devices).toMatchObject([{ groupId }]);
  });

  it.each([
    ['no name', { name: '' }, ['name required']],
    ['a long name', { name: 'x'.repeat(101) }, ['name too-long']],
    ['markup', { name: '<b>Pump</b>' }, ['name has-markup']],
    ['a long location', { address: 'x'.repeat(301) }, ['address too-long']],
    ['no code', { code: '' }, ['code required']],
    ['a short code', { code: 'A23456789' }, ['code code-invalid']],
    ['a code a spreadsheet rounded', { code: '8.61039E+14' }, ['code code-number']],
    ['no type', { type: '' }, ['type required']],
    ['a strange type', { type: 'MT99' }, ['type type-unknown']],
    ['a slave without its gateway', { type: 'slave' }, ['code gateway-unknown']],
    ['a strange rate', { rate: 'Day' }, ['rate rate-unknown']],
    ['a rate there are two of', { rate: 'Twice' }, ['rate rate-ambiguous']],
    ['half a position', { longitude: '121' }, ['latitude position-half']],
    [
      'a position off the globe',
      { longitude: '121', latitude: '91' },
      ['latitude position-invalid'],
    ],
    ['words for degrees', { longitude: '121 E', latitude: '31' }, ['longitude position-invalid']],
    [
      'several at once',
      { name: '', code: 'x', type: 'y', rate: 'z' },
      ['name required', 'code code-invalid', 'type type-unknown', 'rate rate-unknown'],
    ],
    [
      'a gateway whose slaves would have too long a code',
      { type: 'MT88C', code: 'G'.repeat(28) },
      ['code gateway-code-long'],
    ],
  ] as const)('with %s is told so', (_, over, expected) => {
    const { devices, problems } = judgeRows([row(over)], stock());
    expect(brief(problems)).toEqual(expected);
    expect(devices).toEqual([]);
  });

  it('with a code of an earlier row names that row', () => {
    const first = row();
    const second = row({ code: first.code });
    expect(judgeRows([first, second], stock()).problems).toEqual([
      {
        line: second.line,
        column: 'code',
        reason: 'code-repeated',
        value: first.code,
        otherLine: first.line,
      },
    ]);
  });

  it('with a used code tells an own one from one of somebody else', () => {
    const [own, foreign] = [row(), row()];
    const known = stock({ [own.code]: bearer(), [foreign.code]: bearer({ isOwn: false }) });
    expect(brief(judgeRows([own, foreign], known).problems)).toEqual([
      'code code-registered',
      'code code-taken',
    ]);
  });
});

describe('slaves', () => {
  const GATEWAY = 'GATEWAY000001';

  it('belong to the gateway of the file, before or after it', () => {
    const rows = [
      row({ code: `${GATEWAY}-20`, type: 'slave' }),
      row({ code: GATEWAY, type: 'MT88C' }),
      row({ code: `${GATEWAY}-1`, type: 'slave' }),
    ];
    const { devices, problems } = judgeRows(rows, stock());
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

  it('report as often as their gateway does, also where its group says so', () => {
    const groups = [
      { id: 10, names: ['Plant'] },
      { id: 12, names: ['Plant', 'Yard'], expectedIntervalS: 300 },
    ];
    const rows = [
      row({ code: `${GATEWAY}-2`, type: 'slave' }),
      row({ code: GATEWAY, type: 'MT88C', group: 'Yard' }),
    ];
    const { devices } = judgeRows(rows, { ...stock(), groups });
    expect(devices.map(({ expectedIntervalS }) => expectedIntervalS)).toEqual([300, 300]);
  });

  it('belong to the gateway of the stock when the caller sees it', () => {
    const one = row({ code: `${GATEWAY}-3`, type: '' });
    const own = bearer({ kind: 'gateway', typeId: 3, expectedIntervalS: 30 });
    expect(judgeRows([one], stock({ [GATEWAY]: own })).devices).toMatchObject([{ kind: 'slave' }]);
    const foreign = stock({ [GATEWAY]: { ...own, isOwn: false } });
    expect(brief(judgeRows([one], foreign).problems)).toEqual(['code code-taken']);
  });

  it('are none below a code that is no gateway', () => {
    const one = row({ code: `${GATEWAY}-3` });
    expect(judgeRows([one], stock({ [GATEWAY]: bearer() })).devices).toMatchObject([
      { kind: 'main' },
    ]);
  });

  it('whose code another device bears keep their gateway out', () => {
    const known = stock({ [`${GATEWAY}-7`]: bearer({ isOwn: false }) });
    const { problems } = judgeRows([row({ code: GATEWAY, type: 'MT88C' })], known);
    expect(brief(problems)).toEqual(['code code-taken']);
  });

  it('and gateways are asked for among the codes', () => {
    const rows = [
      row({ code: GATEWAY, type: 'MT88C' }),
      row({ code: 'OTHERGATEWAY-5' }),
      row({ code: 'short' }),
    ];
    const asked = codesToAsk(rows, TYPES);
    expect(asked).toContain(`${GATEWAY}-1`);
    expect(asked).toContain(`${GATEWAY}-20`);
    expect(asked).toContain('OTHERGATEWAY');
    expect(asked.size).toBe(1 + 20 + 2);
  });
});
