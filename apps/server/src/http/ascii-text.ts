/**
 * Long answers of plain ASCII, gathered as bytes: joining strings row by row and turning them into
 * bytes at the end costs three times as much, most of it in collecting the pieces as garbage.
 */
const FIRST_BYTES = 16 * 1024;
const ZERO = 48;

export const asciiBytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

export class AsciiText {
  #bytes: Buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  /** A piece that is written often, made by `asciiBytes` once. */
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

  /** A whole number from 0 to 2^31 - 1 with so many digits, zeros in front. */
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

  /** What was gathered; begins anew. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(this.#bytes.length);
    this.#length = 0;
    return taken;
  }

  /** Makes room and gives the end of it. */
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
