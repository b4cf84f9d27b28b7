/** A process that thins one month in batches, reports each batch, and may be killed at any time. */
import { thinPiece } from '../../src/areas/platform/retention/thin-month.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { testContext } from '../support/test-context.ts';
import { testLog } from '../support/test-log.ts';

const [databaseUrl = '', month = ''] = process.argv.slice(2);
const database = await openDatabase({
  databaseUrl,
  dataDir: '',
  unsafeDatabase: false,
  log: testLog,
});
const ctx = testContext(database);
let place: Parameters<typeof thinPiece>[3] = { customerId: 0, deviceId: 0, from: 0 };
for (;;) {
  const next = await thinPiece(ctx, 'measurement', month, place);
  console.log(typeof next === 'string' ? next : 'piece');
  if (next === 'done') break;
  if (next !== 'busy') place = next;
}
await database.close();
