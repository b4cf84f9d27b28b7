/** Checks the positions of quantities: inside their blocks, and none over another. */
import { blocksOf, isModbus, type Place, placesOf } from '../build-profile.ts';
import type { Block } from '../profile.ts';
import type { ProfileFile } from '../profile-file.ts';
import { hexAddress } from './check-blocks.ts';
import { type ProfileProblem, profileProblem } from './profile-problem.ts';

export function checkPlaces(file: ProfileFile): ProfileProblem[] {
  const blocks = new Map(blocksOf(file).map((block) => [block.name, block]));
  const places = placesOf(file);
  const show = isModbus(file) ? hexAddress : (byte: number) => `byte ${byte}`;
  const field = (index: number) => `quantities/${index}/${isModbus(file) ? 'address' : 'offset'}`;
  const problems: ProfileProblem[] = [];
  places.forEach((place, index) => {
    const block = blocks.get(place.block);
    if (block === undefined) {
      problems.push(
        profileProblem('block-unknown', `quantities/${index}/block`, { block: place.block }),
      );
      return;
    }
    if (place.from < block.from || endOf(place) > block.from + block.count) {
      problems.push(
        profileProblem('outside-block', field(index), {
          first: show(place.from),
          last: show(endOf(place) - 1),
          block: block.name,
          from: show(block.from),
          to: show(block.from + block.count - 1),
        }),
      );
    }
    const other = places.findIndex(
      (earlier, at) =>
        at < index &&
        isSameSpace(blocks.get(earlier.block), block) &&
        earlier.from < endOf(place) &&
        place.from < endOf(earlier),
    );
    if (other >= 0) {
      problems.push(
        profileProblem('overlap', field(index), {
          quantity: file.quantities[index]!.quantity,
          other: file.quantities[other]!.quantity,
          at: show(Math.max(place.from, places[other]!.from)),
        }),
      );
    }
  });
  return problems;
}

const endOf = ({ from, length }: Place): number => from + length;

/** Registers are numbered for each function code, bytes for each identifier. */
function isSameSpace(a: Block | undefined, b: Block): boolean {
  if (a === undefined) return false;
  return 'functionCode' in a.read && 'functionCode' in b.read
    ? a.read.functionCode === b.read.functionCode
    : a.name === b.name;
}
