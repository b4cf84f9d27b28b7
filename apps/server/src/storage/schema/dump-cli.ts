/** `npm run db:dump`: the configured database's schema as text, for comparing two databases. */
import { withDatabase } from '../cli-database.ts';
import { schemaText } from './schema-text.ts';

await withDatabase(async (database) => {
  process.stdout.write(await schemaText(database.db));
});
