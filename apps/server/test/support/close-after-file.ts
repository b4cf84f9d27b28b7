/** Closes the resources that support modules open for a test file after it, the last one first. */
const closings: (() => unknown)[] = [];

/** Returns a function that closes the resource before the end of the file. */
export function closeAfterFile(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined;
  const once = () => {
    closed ??= close();
    return closed;
  };
  closings.push(once);
  return once;
}

/** Called by the setup file: files that share a process share this module too. */
export async function closeAll(): Promise<void> {
  for (let close = closings.pop(); close !== undefined; close = closings.pop()) await close();
}
