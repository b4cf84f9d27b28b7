/**
 * A content hash as it is stored: the sign bit and ten more are left out, so that the number
 * passes every driver exactly.
 */
export function storedHash(hash: bigint): number {
  return Number(BigInt.asIntN(53, hash));
}
