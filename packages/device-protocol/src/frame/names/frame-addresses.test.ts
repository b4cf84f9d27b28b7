import { expect, it } from 'vitest';
import { readHex } from '../hex.ts';
import { addressesOfFrame } from './frame-addresses.ts';

const dlt645 = (station: string) => ({ protocol: 'dlt645', station });
const modbus = (station: string) => ({ protocol: 'modbus', station });

it.each([
  ['a DL/T 645 request', '6822000000000068110433343435c316', [dlt645('000000000022')]],
  ['one after wake-up bytes', 'fefe6822000000000068110433343435c316', [dlt645('000000000022')]],
  ['one to any meter', '68aaaaaaaaaaaa68110433343435b116', [dlt645('AAAAAAAAAAAA')]],
  ['a Modbus request', '11030000000d869f', [modbus('17')]],
  ['one that could be a reply', '110203ac00357ae8', [modbus('17')]],
  ['no frame', '4865', []],
])('reads the address of %s', (_case, hex, addresses) => {
  const read = readHex(hex);
  expect(read.ok && addressesOfFrame(read.bytes)).toEqual(addresses);
});
