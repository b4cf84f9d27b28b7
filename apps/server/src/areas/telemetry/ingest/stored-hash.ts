/**
 * Stored form of a content hash: the sign bit and ten more bits are dropped, so that the number
 * passes through every driver without loss.
 */
export function storedHash(hash: bigint): number {
  return Number(BigInt.asIntN(53, hash));
}
