/** The single byte range of RFC 9110 that resumes a download; multiple ranges are not supported. */
export interface ByteRange {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

const RANGE = /^bytes=(\d*)-(\d*)$/;

/** Returns undefined for the whole file, and `outside` if the file has no such bytes. */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'outside' | undefined {
  const [, begin = '', end = ''] = RANGE.exec(header?.trim() ?? '') ?? [];
  if (begin === '' && end === '') return undefined;
  if (begin === '') {
    const count = Math.min(Number(end), size);
    return count === 0 ? 'outside' : { first: size - count, last: size - 1 };
  }
  const first = Number(begin);
  if (first >= size) return 'outside';
  const last = end === '' ? size - 1 : Math.min(Number(end), size - 1);
  // A reversed range is invalid, and the header is ignored.
  return last < first ? undefined : { first, last };
}
