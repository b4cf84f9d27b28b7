/**
 * The health check of a container: exits with 0 if the server of the same container is ready, prints its
 * response. It requires only Node, because the image has no other HTTP client.
 */

/** Below the limit of the health check, so that the reason is printed. */
const LIMIT_MS = 4_000;

function address(): string {
  const { HOST, PORT } = process.env;
  const host = HOST === undefined || /^(0\.0\.0\.0|::)?$/.test(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 8080}`;
}

async function check(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const response = await fetch(`${address()}/health/ready`, { signal });
    console.log(await response.text());
    return response.ok;
  } catch (error) {
    console.log(`No response: ${(error as Error).message}`);
    return false;
  }
}

check().then((isReady) => {
  process.exitCode = isReady ? 0 : 1;
});
