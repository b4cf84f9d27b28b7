/** `npm run db:migrate`: upgrades the configured database to this version, printing migrations. */
import { withDatabase } from './cli-database.ts';
import { prepareDatabase } from './prepare-database.ts';

await withDatabase(async (database) => {
  // A pooler in transaction mode would release the lock that keeps out other migrating processes.
  await database.checkConnections();
  const { migrations, partitions } = await prepareDatabase(database, Date.now(), {
    report: (sentence) => console.error(sentence),
  });
  for (const name of [...migrations, ...partitions]) console.log(name);
  if (migrations.length === 0) console.log('No migration was missing.');
});
