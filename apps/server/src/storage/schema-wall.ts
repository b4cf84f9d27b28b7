/** The table of migration 0021, as `schema.ts` does the others. */
import type { WallCell } from '@busbar/domain/wall/wall-cell';
import type { Instant, Json } from './column-types.ts';

interface WallLayoutTable {
  customer_id: number;
  user_id: number;
  name: string;
  cells: Json<readonly WallCell[]>;
  changed_at: Instant;
}

export interface LiveWallSchema {
  wall_layout: WallLayoutTable;
}
