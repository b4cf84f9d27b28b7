/** `npm run db:distribute`: distributes the tables over the worker nodes of Citus. */
import { withDatabase } from '../cli-database.ts';
import { serialized } from '../migrating/migration-lock.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { distribute, requireWorkers } from './distribute.ts';
import { freeLocalRows } from './free-local-rows.ts';

await withDatabase(async (database) => {
  // Before the migrations, so that the command changes nothing if it cannot distribute.
  await requireWorkers(database.db);
  const { migrations } = await prepareDatabase(database, Date.now());
  for (const name of migrations) console.log(name);
  const tables = await distribute(database);
  for (const { name, owner } of tables) {
    console.log(owner === 'customer' ? `${name}: by customer_id` : `${name}: on every node`);
  }
  if (!(await serialized(database, freeLocalRows))) {
    console.log(
      'The rows from before remain on the disk of the coordinator, because the owner of the tables may not set session_replication_role: repeat as a superuser.',
    );
  }
  if (tables.length === 0) console.log('All tables are distributed.');
});
