// Loaded into the server before it starts: tells over the process channel how long its event loop
// was held up since the last question. Plain JavaScript, because the bundle runs without tsx.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 5;

// Watching costs about one per cent of a core: an idle server is measured without.
if (isMainThread && process.send !== undefined && process.env.STALL_WATCH !== 'off') {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  process.on('message', (message) => {
    if (message !== 'stalls') return;
    process.send({ longestMs: ms(delays.max), p99Ms: ms(delays.percentile(99)) });
    delays.reset();
  });
  // The channel alone does not keep a server alive that wants to end.
  process.channel.unref();
}
