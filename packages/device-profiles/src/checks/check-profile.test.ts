import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import dtsd1352 from '../../profiles/acrel-dtsd1352.json' with { type: 'json' };
import dlt645 from '../../profiles/dlt645-2007-three-phase.json' with { type: 'json' };
import generic from '../../profiles/generic-modbus.json' with { type: 'json' };
import breaker from '../../profiles/generic-modbus-breaker.json' with { type: 'json' };
import { checkProfile } from './check-profile.ts';
import { PROFILE_PROBLEM_TEXTS, problemSentence } from './profile-problem.ts';

/** A profile file that a user edits: nothing is typed. */
// biome-ignore lint/suspicious/noExplicitAny: the test writes values of wrong types.
type Draft = any;

function sentencesOf(change: (draft: Draft) => void, file: object = generic): string[] {
  const draft = structuredClone(file);
  change(draft);
  return checkProfile(draft).problems.map(problemSentence);
}

/** The paths of all values in a file. */
function fieldsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, field]) => fieldsOf(field, [...path, name]));
  return path.length === 0 ? inner : [path, ...inner];
}

/** The example has voltageA first, activePower (6 to 7) and activeImport (8 to 9). */
const POWER = 6;
const IMPORT = 7;

const CASES: readonly (readonly [string, (draft: Draft) => void, string[]])[] = [
  [
    'a missing field',
    (p) => {
      delete p.quantities[2].unit;
    },
    ['quantities/2/unit is missing'],
  ],
  [
    'a misspelt field',
    (p) => {
      p.quantities[2].devideBy = 10;
    },
    ['quantities/2/devideBy is not a field of a profile'],
  ],
  [
    'an unknown type',
    (p) => {
      p.quantities[0].type = 'i16';
    },
    ['quantities/0/type must be one of u16, s16, u32, s32, u64, s64, float32'],
  ],
  [
    'an unknown word order',
    (p) => {
      p.wordOrder = 'ACBD';
    },
    ['wordOrder must be one of ABCD, CDAB, BADC, DCBA'],
  ],
  [
    'an unknown protocol',
    (p) => {
      p.protocol = 'm-bus';
    },
    ['protocol must be one of modbus-rtu, modbus-tcp, dlt645-2007'],
  ],
  [
    'an address that is none',
    (p) => {
      p.quantities[0].address = '40001h';
    },
    ['quantities/0/address must be an address such as 0x5B00 or 20'],
  ],
  [
    'a function that does not read registers',
    (p) => {
      p.blocks[0].functionCode = 1;
    },
    ['blocks/0/functionCode must be one of 3, 4'],
  ],
  [
    'an empty block',
    (p) => {
      p.blocks[0].count = 0;
    },
    ['blocks/0/count must be >= 1'],
  ],
  [
    'a block of more than 125 registers',
    (p) => {
      p.blocks[0].count = 126;
    },
    ['blocks/0/count: 126 registers; one request reads at most 125'],
  ],
  [
    'a block past the last register',
    (p) => {
      p.blocks.push({ name: 'end', functionCode: 3, address: '0xFFFF', count: 2 });
      p.quantities[0].block = 'end';
      p.quantities[0].address = '0xFFFF';
    },
    ['blocks/1/address: the block ends at 0x10000, after the last register 0xFFFF'],
  ],
  [
    'two blocks of one name',
    (p) => {
      p.blocks.push({ ...p.blocks[0] });
    },
    ['blocks/1/name: there are two blocks values'],
  ],
  [
    'a quantity without a block',
    (p) => {
      p.quantities[0].block = 'phases';
    },
    ['quantities/0/block: there is no block phases'],
  ],
  [
    'a quantity outside of its block',
    (p) => {
      p.quantities[0].address = '12';
    },
    ['quantities/0/address: 0x000C to 0x000C is outside of the block values (0x0000 to 0x000B)'],
  ],
  [
    'a quantity whose second register is outside of its block',
    (p) => {
      p.blocks[0].count = 9;
      p.quantities.splice(IMPORT + 1);
    },
    ['quantities/7/address: 0x0008 to 0x0009 is outside of the block values (0x0000 to 0x0008)'],
  ],
  [
    'quantities that overlap',
    (p) => {
      p.quantities[POWER].address = '5';
    },
    ['quantities/6/address: activePower and currentC overlap at 0x0005'],
  ],
  [
    'a name that is not of the platform',
    (p) => {
      p.quantities[0].quantity = 'voltageL1';
    },
    ['quantities/0/quantity: voltageL1 is not a quantity of the platform'],
  ],
  [
    'a quantity listed twice',
    (p) => {
      p.quantities[1].quantity = 'voltageA';
    },
    ['quantities/1/quantity: voltageA is listed twice'],
  ],
  [
    'a unit of another quantity',
    (p) => {
      p.quantities[IMPORT].unit = 'kW';
    },
    ['quantities/7/unit: kW cannot be converted to kWh, the unit of activeImport'],
  ],
  [
    'a scale of zero',
    (p) => {
      p.quantities[0].divideBy = 0;
      p.quantities[1].multiplyBy = 0;
    },
    [
      'quantities/0/divideBy is 0; it must be greater than zero',
      'quantities/1/multiplyBy is 0; it must be greater than zero',
    ],
  ],
  [
    'a negative scale, for which there is sign',
    (p) => {
      p.quantities[POWER].multiplyBy = -1;
    },
    ['quantities/6/multiplyBy is -1; it must be greater than zero'],
  ],
  [
    'an inverted energy register',
    (p) => {
      p.quantities[IMPORT].sign = 'inverted';
    },
    [
      'quantities/7/sign: an energy register cannot be inverted; exchange the registers of import and export',
    ],
  ],
  [
    'a raw value that its type cannot have',
    (p) => {
      p.quantities[0].notAvailable = ['0xFFFF', '0x1FFFF'];
      p.notAvailable = { u32: ['0x100000000'] };
    },
    [
      'notAvailable/u32/0: 0x100000000 does not fit into u32',
      'quantities/0/notAvailable/1: 0x1FFFF does not fit into u16',
    ],
  ],
  [
    'a raw value that is not hexadecimal',
    (p) => {
      p.quantities[0].notAvailable = ['FFFF'];
    },
    ['quantities/0/notAvailable/0 must be a raw value such as 0xFFFF'],
  ],
  [
    'a station address that Modbus does not have',
    (p) => {
      p.defaults.address = '248';
    },
    ['defaults/address: 248 is not an address of modbus-rtu (1 to 247)'],
  ],
  [
    'an identity rule with two conditions',
    (p) => {
      p.identity = [
        { functionCode: 3, address: '0', type: 'u16', equals: [1], between: [400, 5000] },
      ];
    },
    ['identity/0 needs exactly one of equals, between and startsWith'],
  ],
  [
    'an identity rule without a type',
    (p) => {
      p.identity = [{ functionCode: 3, address: '0', equals: [1] }];
    },
    ['identity/0/type is missing'],
  ],
  [
    'an empty range of an identity rule',
    (p) => {
      p.identity = [{ functionCode: 3, address: '0', type: 'u16', between: [5000, 400] }];
    },
    ['identity/0/between: the lower bound 5000 is above the upper bound 400'],
  ],
];

describe('a profile file', () => {
  it('is accepted as it is', () => {
    for (const file of [generic, dlt645]) {
      const { profile, problems } = checkProfile(file);
      expect(problems).toEqual([]);
      expect(profile?.id).toBe(file.id);
    }
  });

  it.each(CASES)('is refused for %s, with the field', (_, change, sentences) => {
    expect(sentencesOf(change)).toEqual(sentences);
    const draft = structuredClone(generic);
    change(draft);
    expect(checkProfile(draft).profile).toBeUndefined();
  });

  it('is used with a warning if an energy register has 16 bits', () => {
    const draft: Draft = structuredClone(generic);
    draft.quantities[IMPORT].type = 'u16';
    const { profile, problems } = checkProfile(draft);
    expect(profile).toBeDefined();
    expect(problems.map(problemSentence)).toEqual([
      'quantities/7/type: activeImport in 16 bits starts again at 65,536; check that the meter does not use two registers',
    ]);
  });

  it('is used with a warning if a block has no quantity', () => {
    const draft: Draft = structuredClone(generic);
    draft.blocks.push({ name: 'spare', functionCode: 3, address: '100', count: 2 });
    const { profile, problems } = checkProfile(draft);
    expect(profile).toBeDefined();
    expect(problems).toMatchObject([
      { key: 'block-unused', severity: 'warning', field: 'blocks/1' },
    ]);
  });

  it('with the voltages of an earlier table of the DTSD1352, in 32 bits, is refused', () => {
    const sentences = sentencesOf((p) => {
      for (const quantity of p.quantities.slice(4, 7)) quantity.type = 'u32';
    }, dtsd1352);
    expect(sentences).toEqual([
      'quantities/5/address: voltageB and voltageA overlap at 0x0062',
      'quantities/6/address: voltageC and voltageB overlap at 0x0063',
      'quantities/7/address: currentA and voltageC overlap at 0x0064',
    ]);
  });

  it('has registers of function 3 and 4 that do not overlap', () => {
    expect(
      sentencesOf((p) => {
        p.blocks.push({ name: 'inputs', functionCode: 4, address: '0', count: 2 });
        p.quantities.push({
          ...p.quantities[0],
          quantity: 'temperature',
          unit: 'degC',
          block: 'inputs',
        });
      }),
    ).toEqual([]);
  });

  it.each<readonly [string, (draft: Draft) => void, string[]]>([
    [
      'no position that means closed',
      (p) => {
        p.switch.state.closed = [];
      },
      ['switch/state/closed must not have fewer than 1 items'],
    ],
    [
      'a raw value with two meanings',
      (p) => {
        p.switch.state.tripped = [0];
      },
      ['switch/state/tripped/0: 0 already means open'],
    ],
    [
      'a coil value that is neither 0 nor 1',
      (p) => {
        p.switch.open.values = [0xff00];
        p.switch.state.locked = [2];
      },
      ['switch/open/values/0 must be 0 or 1', 'switch/state/locked/0 must be 0 or 1'],
    ],
    [
      'two values of one coil',
      (p) => {
        p.switch.close.values = [1, 1];
      },
      ['switch/close/values must have one value; function 16 writes several'],
    ],
    [
      'the same write for both commands',
      (p) => {
        p.switch.close = { ...p.switch.open, address: '0x0' };
      },
      ['switch/close is the same write as switch/open'],
    ],
    [
      'a register after the last one',
      (p) => {
        p.switch.open = { functionCode: 16, address: '0xFFFF', values: [1, 2] };
        p.switch.state.address = '65536';
      },
      [
        'switch/open/address: the last register is 0xFFFF',
        'switch/state/address: the last register is 0xFFFF',
      ],
    ],
    [
      'a function that does not write',
      (p) => {
        p.switch.open.functionCode = 3;
      },
      ['switch/open/functionCode must be one of 5, 6, 16'],
    ],
  ])('of a breaker is refused for %s, with the field', (_, change, sentences) => {
    expect(sentencesOf(change, breaker)).toEqual(sentences);
  });

  it('of a breaker may switch by registers, and have a raw value for each position', () => {
    expect(
      sentencesOf((p) => {
        p.switch = {
          open: { functionCode: 6, address: '100', values: [0x55] },
          close: { functionCode: 16, address: '100', values: [0xaa, 1] },
          state: {
            ...{ functionCode: 4, address: '7' },
            ...{ closed: [1, 3], open: [0], tripped: [2], locked: [4] },
          },
        };
      }, breaker),
    ).toEqual([]);
  });

  it('of DL/T 645 has no switch section, because the standard has one command', () => {
    expect(
      sentencesOf((p) => {
        p.switch = breaker.switch;
      }, dlt645),
    ).toEqual(['switch is not a field of a profile']);
  });

  it('of DL/T 645 is refused for its own reasons', () => {
    const change = (field: string, value: unknown) => (p: Draft) => {
      p.quantities[0][field] = value;
    };
    expect(sentencesOf(change('offset', 1), dlt645)).toEqual([
      'quantities/0/offset: byte 1 to byte 4 is outside of the block 00010000 (byte 0 to byte 3)',
    ]);
    expect(sentencesOf(change('block', '00010100'), dlt645)).toContain(
      'quantities/1/offset: activeImportSharp and activeImport overlap at byte 0',
    );
    expect(
      sentencesOf((p) => {
        p.blocks[0].bytes = 8;
        p.quantities[0].bytes = 8;
      }, dlt645),
    ).toEqual(['quantities/0/bytes: 8 bytes of digits; at most 7 are exact']);
    expect(
      sentencesOf((p) => {
        p.defaults.address = '1';
        p.blocks[0].bytes = 197;
      }, dlt645),
    ).toEqual([
      'defaults/address: 1 is not an address of dlt645-2007 (twelve digits, or AA for any digits)',
      'blocks/0/bytes: 197 bytes of digits; at most 196 are exact',
    ]);
  });

  it.each([null, 'text', [], {}, { protocol: 3 }, { protocol: 'modbus-tcp' }])(
    'that is %j is refused without an exception',
    (value) => {
      const { profile, problems } = checkProfile(value);
      expect(profile).toBeUndefined();
      expect(problems.length).toBeGreaterThan(0);
    },
  );

  it('is checked without an exception, whatever is written into one of its fields', () => {
    for (const file of [generic, dlt645, dtsd1352]) {
      const fields = fieldsOf(file);
      fc.assert(
        fc.property(fc.constantFrom(...fields), fc.jsonValue(), (path, value) => {
          const draft: Draft = structuredClone(file);
          const parent = path.slice(0, -1).reduce((inner, step) => inner[step], draft);
          parent[path.at(-1)!] = value;
          const { profile, problems } = checkProfile(draft);
          const hasError = problems.some(({ severity }) => severity === 'error');
          expect(profile === undefined).toBe(hasError);
          for (const problem of problems) expect(problemSentence(problem)).toContain(problem.field);
        }),
      );
    }
  });

  it('has a sentence for every problem, without an empty placeholder', () => {
    const sentences = CASES.flatMap(([, change]) => sentencesOf(change));
    for (const sentence of sentences) expect(sentence).not.toMatch(/{{|}}| {2}|undefined/);
    expect(Object.values(PROFILE_PROBLEM_TEXTS).every((text) => text.startsWith('{{field}}'))).toBe(
      true,
    );
  });
});
