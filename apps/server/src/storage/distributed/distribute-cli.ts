/** `npm run db:distribute`: distributes the tables over the worker nodes of Citus. */
import { withDatabase } from '../cli-database.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { distribute, requireWorkers } from './distribute.ts';

await withDatabase(async (database) => {
  // Before the migrations, so that the command changes nothing if it cannot distribute.
  await requireWorkers(database.db);
  const { migrations } = await prepareDatabase(database, Date.now());
  for (const name of migrations) console.log(name);
  const tables = await distribute(database);
  for (const { name, owner } of tables) {
    console.log(owner === 'customer' ? `${name}: by customer_id` : `${name}: on every node`);
  }
  if (tables.length === 0) console.log('All tables are distributed.');
});
