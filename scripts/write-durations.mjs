// `npm run test:durations`: rewrites file-durations.json from the last run of each suite.
import { writeDurations } from './file-times.mjs';
import { main } from './run-step.mjs';
import { suites } from './test-suites.mjs';

await main(() => {
  const measured = writeDurations(Object.keys(suites));
  process.stdout.write(
    measured.length === 0
      ? 'No suite has run here yet; run npm test first.\n'
      : `scripts/file-durations.json: updated ${measured.join(', ')}\n`,
  );
  return measured.length === 0 ? 1 : 0;
});
