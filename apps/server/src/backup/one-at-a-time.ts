/** Processes pieces concurrently and yields the results in their order. */

/** At most `most` pieces are in progress; that many pieces and results are in memory. */
export async function* mapInOrder<Piece, Result>(
  pieces: AsyncIterable<Piece>,
  most: number,
  work: (piece: Piece) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = [];
  try {
    for await (const piece of pieces) {
      const result = work(piece);
      // The error is thrown where the result is awaited; until then it must not be an unhandled
      // rejection.
      result.catch(() => undefined);
      underWay.push(result);
      if (underWay.length >= most) yield await underWay.shift()!;
    }
    while (underWay.length > 0) yield await underWay.shift()!;
  } finally {
    await Promise.allSettled(underWay);
  }
}
