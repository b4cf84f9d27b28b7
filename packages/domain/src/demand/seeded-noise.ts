/**
 * Noise that depends only on seed and position, so that repeated calls, in any order, return the
 * same value. It allows the load at any one instant of thirteen months to be computed directly. Not
 * for secrets.
 */

/** Uniform in [0, 1) for each integer `index`; `stream` separates independent uses. */
export function unitNoise(seed: number, stream: number, index: number): number {
  let bits = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream + 1, 0x27d4eb2f);
  bits = Math.imul(bits ^ (bits >>> 16) ^ index, 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b);
  return ((bits ^ (bits >>> 13)) >>> 0) / 4_294_967_296;
}

/** In [-1, 1], linear between integer values of `place`. */
export function smoothNoise(seed: number, stream: number, place: number): number {
  const index = Math.floor(place);
  const from = unitNoise(seed, stream, index);
  const to = unitNoise(seed, stream, index + 1);
  return 2 * (from + (to - from) * (place - index)) - 1;
}

/** A random number generator with the interface of `Math.random`, reproducible by its seed. */
export function seededRandom(seed: number): () => number {
  let index = 0;
  return () => unitNoise(seed, 0x5eed, index++);
}
