/** Polls until `isThere` accepts the answer; rejects with the last answer after `limitMs`. */
export async function pollUntil<T>(
  ask: () => Promise<T> | T,
  isThere: (answer: T) => boolean,
  limitMs = 10_000,
): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    if (performance.now() > end) {
      throw new Error(`not there after ${limitMs} ms: ${JSON.stringify(answer)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
