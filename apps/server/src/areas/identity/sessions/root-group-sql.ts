/** True if the group of a row is the customer's root group; for queries that join `user_group`. */
import { type RawBuilder, sql } from 'kysely';

export const inRootGroup: RawBuilder<boolean> = sql`(user_group.parent_id is null)`;
