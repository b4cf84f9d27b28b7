/**
 * A Modbus meter for tests: registers that were set, exception 2 for all others. Numbers are written
 * with DataView, independently of the decoder.
 */
import type { ProbeAnswer } from '../src/reading/identify.ts';
import type { ReadRequest } from '../src/reading/read-plan.ts';
import type { RegisterType } from '../src/values/register-value.ts';

const ILLEGAL_ADDRESS = 2;

const WRITERS: Readonly<
  Record<RegisterType, readonly [bytes: number, (view: DataView, value: number) => void]>
> = {
  u16: [2, (view, value) => view.setUint16(0, value)],
  s16: [2, (view, value) => view.setInt16(0, value)],
  u32: [4, (view, value) => view.setUint32(0, value)],
  s32: [4, (view, value) => view.setInt32(0, value)],
  u64: [8, (view, value) => view.setBigUint64(0, BigInt(value))],
  s64: [8, (view, value) => view.setBigInt64(0, BigInt(value))],
  float32: [4, (view, value) => view.setFloat32(0, value)],
};

export class FakeMeter {
  readonly #functionCode: 3 | 4;
  readonly #isLowWordFirst: boolean;
  readonly #registers = new Map<number, number>();

  constructor(functionCode: 3 | 4, { isLowWordFirst = false } = {}) {
    this.#functionCode = functionCode;
    this.#isLowWordFirst = isLowWordFirst;
  }

  /** Sets a number at a register. */
  set(address: number, type: RegisterType, value: number): this {
    const [bytes, write] = WRITERS[type];
    const view = new DataView(new ArrayBuffer(bytes));
    write(view, value);
    const words = Array.from({ length: bytes / 2 }, (_, at) => view.getUint16(2 * at));
    if (this.#isLowWordFirst) words.reverse();
    return this.setWords(address, words);
  }

  /** Sets numbers of one type at registers with a constant distance. */
  setEach(address: number, step: number, type: RegisterType, values: readonly number[]): this {
    values.forEach((value, index) => {
      this.set(address + index * step, type, value);
    });
    return this;
  }

  setWords(address: number, words: readonly number[]): this {
    words.forEach((word, at) => {
      this.#registers.set(address + at, word);
    });
    return this;
  }

  /** Sets registers that are not set yet to zero: those between the quantities of a block. */
  fill(address: number, count: number): this {
    for (let at = address; at < address + count; at++) {
      if (!this.#registers.has(at)) this.#registers.set(at, 0);
    }
    return this;
  }

  remove(address: number, count: number): this {
    for (let at = address; at < address + count; at++) this.#registers.delete(at);
    return this;
  }

  answer({ read, from, count }: ReadRequest): ProbeAnswer {
    const isOwn = 'functionCode' in read && read.functionCode === this.#functionCode;
    const words = Array.from({ length: count }, (_, at) => this.#registers.get(from + at));
    return isOwn && words.every((word) => word !== undefined)
      ? { words }
      : { exception: ILLEGAL_ADDRESS };
  }
}
