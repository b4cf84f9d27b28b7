/**
 * The health check of a container: exits with 0 if the server beside it is ready, prints its
 * response. It requires only Node, because the image has no other HTTP client.
 */

/** Below the limit of the health check, so that the reason is printed. */
const LIMIT_MS = 4_000;

const { HOST, PORT } = process.env;
const host = HOST === undefined || /^(0\.0\.0\.0|::)?$/.test(HOST) ? '127.0.0.1' : HOST;
const address = host.includes(':') ? `[${host}]` : host;

try {
  const response = await fetch(`http://${address}:${PORT || 8080}/health/ready`, {
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  console.log(await response.text());
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.log(`No response: ${(error as Error).message}`);
  process.exitCode = 1;
}
