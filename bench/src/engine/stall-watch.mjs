// Loaded into the server before it starts: reports the server's event loop delay since the last
// request over the process channel, and collects its garbage on request. Plain JavaScript, because
// the bundle runs without tsx.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 5;

// Monitoring costs about one percent of a core, so an idle server is measured without it.
if (isMainThread && process.send !== undefined && process.env.STALL_WATCH !== 'off') {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  process.on('message', (message) => {
    if (message === 'collect') {
      v8.setFlagsFromString('--expose-gc');
      runInNewContext('gc')();
      process.send('collected');
    }
    if (message !== 'stalls') return;
    process.send({
      longestMs: ms(delays.max),
      p95Ms: ms(delays.percentile(95)),
      p99Ms: ms(delays.percentile(99)),
      heapMiB: process.memoryUsage().heapUsed / 1024 / 1024,
    });
    delays.reset();
  });
  // The channel must not prevent the server from exiting.
  process.channel.unref();
}
