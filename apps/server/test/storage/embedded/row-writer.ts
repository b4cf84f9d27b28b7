/** A process that opens an embedded database and reports each row it has committed. */
import { openDatabase } from '../../../src/storage/open-database.ts';
import { prepareDatabase } from '../../../src/storage/prepare-database.ts';
import { StartError } from '../../../src/storage/start-error.ts';
import { testLog } from '../../support/test-log.ts';

const dataDir = process.argv[2] ?? '';
try {
  const database = await openDatabase({ dataDir, unsafeDatabase: false, log: testLog });
  await prepareDatabase(database, Date.UTC(2026, 10, 20));
  console.log('open');
  for (let n = 0; ; n += 1) {
    const name = `${process.pid}-${n}`;
    await database.transaction((trx) =>
      trx.insertInto('installation').values({ name, value: 'kept' }).execute(),
    );
    console.log(name);
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.log(error.message);
}
