// `npm run test:durations`: rewrites file-durations.json from the last run of each suite.

import { main } from '../run-step.mjs';
import { suites } from '../test-suites.mjs';
import { writeDurations } from './file-times.mjs';

await main(() => {
  const measured = writeDurations(Object.keys(suites));
  process.stdout.write(
    measured.length === 0
      ? 'No suite has run here yet; run npm test first.\n'
      : `scripts/report/file-durations.json: updated ${measured.join(', ')}\n`,
  );
  return measured.length === 0 ? 1 : 0;
});
