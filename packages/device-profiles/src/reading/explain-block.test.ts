import { describe, expect, it } from 'vitest';
import { checkProfile } from '../checks/check-profile.ts';
import { explainBlock } from './explain-block.ts';
import { NOTHING_LEFT_OUT, readPlanOf } from './read-plan.ts';

const { profile } = checkProfile({
  ...{ id: 'own-x', maker: 'Example', model: 'EX', protocol: 'modbus-rtu', wordOrder: 'ABCD' },
  ...{ defaults: { address: '1' }, sources: ['a test'], identity: [] },
  blocks: [{ name: 'all', functionCode: 3, address: '0x10', count: 6 }],
  quantities: [
    { quantity: 'voltageA', block: 'all', address: '0x10', type: 'u16', unit: 'V', divideBy: 10 },
    {
      ...{ quantity: 'activeImport', block: 'all', address: '0x12', type: 'u32', unit: 'kWh' },
      ...{ wordOrder: 'CDAB', divideBy: 100, ratios: ['ct'] },
    },
    {
      ...{ quantity: 'powerFactor', block: 'all', address: '0x14', type: 's16', unit: '' },
      notAvailable: ['0x7FFF'],
    },
    { quantity: 'frequency', block: 'all', address: '0x15', type: 'u16', unit: 'Hz' },
  ],
});
const [request] = readPlanOf(profile!, NOTHING_LEFT_OUT);
const ratios = { ct: { primary: 200, secondary: 5 } };
const WORDS = [2302, 9, 34_119, 2, 0x7fff, 5000];

describe('the registers of a reply', () => {
  it('are shown beside the value of each quantity', () => {
    expect(explainBlock(profile!, request!, WORDS, ratios)).toEqual([
      { name: 'voltageA', words: [2302], value: 230.2, outcome: 'value' },
      { name: 'activeImport', words: [34_119, 2], value: 66_076.4, outcome: 'value' },
      { name: 'powerFactor', words: [0x7fff], value: undefined, outcome: 'not-available' },
      { name: 'frequency', words: [5000], value: 5000, outcome: 'out-of-bounds' },
    ]);
  });

  it('are not used if the reply has another length', () => {
    expect(explainBlock(profile!, request!, WORDS.slice(1), ratios)).toBeUndefined();
  });
});
