/**
 * Builds long ASCII responses as bytes: joining strings row by row and encoding them at the end
 * costs three times as much, mostly for garbage collection of the pieces.
 */
const FIRST_BYTES = 16 * 1024;
const ZERO = 48;

export const asciiBytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

export class AsciiText {
  #bytes: Buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  /** Appends a frequently written piece that was encoded once by `asciiBytes`. */
  put(piece: Uint8Array): void {
    const end = this.#reserve(piece.length);
    for (let i = 0, at = end - piece.length; at < end; i++, at++) this.#bytes[at] = piece[i]!;
  }

  putText(text: string): void {
    const end = this.#reserve(text.length);
    for (let i = 0, at = end - text.length; at < end; i++, at++) {
      this.#bytes[at] = text.charCodeAt(i);
    }
  }

  /** Appends an integer from 0 to 2^31 - 1, padded with zeros to this many digits. */
  putDigits(value: number, digits: number): void {
    let at = this.#reserve(digits);
    let left = value | 0;
    for (let i = 0; i < digits; i++) {
      const tenth = (left / 10) | 0;
      at -= 1;
      this.#bytes[at] = ZERO + left - tenth * 10;
      left = tenth;
    }
  }

  /** Returns the bytes written so far and resets the buffer. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(this.#bytes.length);
    this.#length = 0;
    return taken;
  }

  /** Reserves capacity for the bytes and returns the position after them. */
  #reserve(bytes: number): number {
    const end = this.#length + bytes;
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length = end;
    return end;
  }
}
