import { describe, expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

describe('a token bucket of 50 per second with a burst of 200', () => {
  const taken = (bucket: TokenBucket, now: number) => {
    let count = 0;
    while (bucket.take(now)) count += 1;
    return count;
  };

  it('grants the burst immediately, then tokens at its rate', () => {
    const bucket = new TokenBucket(50, 200, 0);
    expect(taken(bucket, 0)).toBe(200);
    expect(taken(bucket, 1000)).toBe(50);
    expect(taken(bucket, 1019)).toBe(0);
    expect(taken(bucket, 1020)).toBe(1);
  });

  it('never holds more than the burst', () => {
    const bucket = new TokenBucket(50, 200, 0);
    expect(taken(bucket, 3_600_000)).toBe(200);
  });
});
