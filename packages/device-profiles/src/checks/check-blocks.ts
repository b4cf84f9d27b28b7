/** Checks the blocks of a profile file. */
import { blocksOf, isModbus } from '../build-profile.ts';
import type { ProfileFile } from '../profile-file.ts';
import { type ProfileProblem, profileProblem } from './profile-problem.ts';

/** Registers of one read request (Modbus application protocol 1.1b3, 6.3 and 6.4). */
const MAX_REGISTERS = 125;
const LAST_REGISTER = 0xffff;
/** Data of a DL/T 645-2007 frame (200 bytes) without the identifier. */
const MAX_BYTES = 196;

export function checkBlocks(file: ProfileFile): ProfileProblem[] {
  const modbus = isModbus(file);
  const names = new Set<string>();
  return blocksOf(file).flatMap(({ name, from, count }, index) => {
    const field = `blocks/${index}`;
    const problems: ProfileProblem[] = [];
    if (names.has(name)) {
      problems.push(
        profileProblem('block-twice', `${field}/${modbus ? 'name' : 'identifier'}`, {
          block: name,
        }),
      );
    }
    names.add(name);
    if (modbus && count > MAX_REGISTERS) {
      problems.push(
        profileProblem('block-too-long', `${field}/count`, { count, max: MAX_REGISTERS }),
      );
    }
    if (!modbus && count > MAX_BYTES) {
      problems.push(
        profileProblem('number-too-long', `${field}/bytes`, { found: count, max: MAX_BYTES }),
      );
    }
    if (modbus && from + count - 1 > LAST_REGISTER) {
      problems.push(
        profileProblem('block-past-end', `${field}/address`, {
          last: hexAddress(from + count - 1),
        }),
      );
    }
    if (!file.quantities.some(({ block }) => block === name)) {
      problems.push(profileProblem('block-unused', field, { block: name }));
    }
    return problems;
  });
}

/** A register address in the form of manuals: 0x5B00. */
export function hexAddress(address: number): string {
  return `0x${address.toString(16).toUpperCase().padStart(4, '0')}`;
}
