/** Counts scripts that are loaded on demand, which neither React Query nor the router knows about. */
let pending = 0;
const listeners = new Set<() => void>();

/** Counts the load as pending until it succeeds or fails. */
export async function trackLoad<T>(load: Promise<T>): Promise<T> {
  change(1);
  try {
    return await load;
  } finally {
    change(-1);
  }
}

export const pendingLoads = (): number => pending;

export function onPendingLoadsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(by: number): void {
  pending += by;
  for (const listener of listeners) listener();
}
