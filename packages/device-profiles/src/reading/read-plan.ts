/** Which requests read a device with a profile, and what changes after it refused an address. */
import type { Block, Profile, Quantity, QuantityName } from '../profile.ts';

/** One read: the registers of a Modbus request, or one identifier of DL/T 645. */
export interface ReadRequest {
  /** Name of the block in the profile. */
  readonly block: string;
  readonly read: Block['read'];
  /** Address of the first register; 0 for DL/T 645. */
  readonly from: number;
  /** Registers (at most 125), or data bytes after the identifier. */
  readonly count: number;
}

/** What is known about one device. */
export interface PlanState {
  /** Optional quantities that the device does not have; stored with the device. */
  readonly leftOut: ReadonlySet<QuantityName>;
  /**
   * Quantities that are read by a request of their own, to find the one that is refused. When a
   * poll was answered completely, they are no longer needed: the others are read together again.
   */
  readonly alone: ReadonlySet<QuantityName>;
}

export const NOTHING_LEFT_OUT: PlanState = { leftOut: new Set(), alone: new Set() };

/**
 * Returns the requests of one poll, in the order of the profile. A block is read whole; around a
 * quantity that is left out or read alone it is divided, so that no request contains its registers.
 */
export function readPlanOf(
  profile: Profile,
  { leftOut, alone = new Set() }: Pick<PlanState, 'leftOut'> & Partial<PlanState>,
): ReadRequest[] {
  return profile.blocks.flatMap((block) => {
    const quantities = quantitiesIn(profile, block.name);
    const present = quantities.filter(({ name }) => !leftOut.has(name));
    if (present.length === 0) return [];
    const isDivided = quantities.some(({ name }) => leftOut.has(name) || alone.has(name));
    if (!isDivided || 'identifier' in block.read) return [requestOf(block, block)];
    const runs: { from: number; to: number }[] = [];
    let isOpen = false;
    for (const { name, from, length } of quantities) {
      const isAlone = alone.has(name);
      const last = runs.at(-1);
      if (leftOut.has(name)) isOpen = false;
      else if (isOpen && !isAlone && last !== undefined) last.to = from + length;
      else runs.push({ from, to: from + length });
      if (!leftOut.has(name)) isOpen = !isAlone;
    }
    return runs.map(({ from, to }) => requestOf(block, { from, count: to - from }));
  });
}

function requestOf(
  { name, read }: Block,
  { from, count }: Pick<ReadRequest, 'from' | 'count'>,
): ReadRequest {
  return { block: name, read, from, count };
}

/** The quantities of a block by position. */
function quantitiesIn({ quantities }: Profile, block: string): Quantity[] {
  return quantities.filter((quantity) => quantity.block === block).sort((a, b) => a.from - b.from);
}

/** The quantities whose registers or bytes are all in the request. */
export function quantitiesOf(profile: Profile, { block, from, count }: ReadRequest): Quantity[] {
  return quantitiesIn(profile, block).filter(
    (quantity) => quantity.from >= from && quantity.from + quantity.length <= from + count,
  );
}

/** Modbus exception 2: the device has no such register. */
const ILLEGAL_ADDRESS = 2;
/** Bit 1 of the error of DL/T 645-2007: the device has no such data. */
const NO_SUCH_DATA = 0b10;

/**
 * Returns what is known after the device refused a request. `exception` is the exception code of
 * Modbus or the error byte of DL/T 645-2007.
 *
 * The optional quantities of the request are first read alone, because the device does not report
 * which register it lacks; one that is refused alone is left out. Returns undefined if nothing can
 * be left out: the exception does not concern the address, or only required quantities were
 * requested, so that the device is not of this profile. After at most two refusals for each
 * optional quantity the plan contains no refused register.
 */
export function mergedAfterException(
  profile: Profile,
  { leftOut, alone }: PlanState,
  request: ReadRequest,
  exception: number,
): PlanState | undefined {
  const isModbus = 'functionCode' in request.read;
  const isAbsent = isModbus ? exception === ILLEGAL_ADDRESS : (exception & NO_SUCH_DATA) !== 0;
  if (!isAbsent) return undefined;
  const requested = quantitiesOf(profile, request);
  const optional = requested.filter((quantity) => quantity.optional).map(({ name }) => name);
  if (optional.length === 0) return undefined;
  const isSingle = requested.length === 1;
  if (isModbus && !isSingle) return { leftOut, alone: new Set([...alone, ...optional]) };
  // An identifier is refused as a whole.
  if (optional.length < requested.length) return undefined;
  return {
    leftOut: new Set([...leftOut, ...optional]),
    alone: new Set([...alone].filter((name) => !optional.includes(name))),
  };
}
