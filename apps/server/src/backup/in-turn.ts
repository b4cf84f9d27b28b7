/** Work on pieces side by side that gives its results in their order. */

/** At most `most` are under way: that many pieces and results are held in memory. */
export async function* inTurn<Piece, Result>(
  pieces: AsyncIterable<Piece>,
  most: number,
  work: (piece: Piece) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = [];
  try {
    for await (const piece of pieces) {
      const result = work(piece);
      // Told of where its turn comes; until then it must not count as nobody's.
      result.catch(() => undefined);
      underWay.push(result);
      if (underWay.length >= most) yield await underWay.shift()!;
    }
    while (underWay.length > 0) yield await underWay.shift()!;
  } finally {
    await Promise.allSettled(underWay);
  }
}
