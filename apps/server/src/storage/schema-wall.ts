/** The table of migration 0021, in the form of `schema.ts`. */
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
